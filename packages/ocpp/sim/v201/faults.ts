// Faults of a simulated station, and the events that it tells of them (2.0.1 N07).
import type { Evse, Station } from './station.ts'

/** A connector breaks or is whole again: its status and the event of it are told. */
export async function setFault(station: Station, evse: Evse, isFaulted: boolean, techInfo?: string): Promise<void> {
  if (evse.faulted === isFaulted) return
  evse.faulted = isFaulted
  const component = { name: 'Connector', evse: { id: evse.id, connectorId: 1 } }
  const variable = { name: 'Problem' }
  station.model.tell(component, variable, String(isFaulted))
  await station.tell(evse)
  if (!station.usable) return
  const monitor = station.monitors.ofChanges({ component, variable })
  if (monitor && !monitor.isTold) return
  await station.report('NotifyEvent', {
    generatedAt: station.iso(),
    seqNo: 0,
    tbc: false,
    eventData: [
      {
        eventId: station.nextEvent(),
        timestamp: station.iso(),
        trigger: monitor === undefined ? 'Alerting' : 'Delta',
        actualValue: String(isFaulted),
        cleared: !isFaulted,
        eventNotificationType: monitor === undefined ? 'HardWiredNotification' : 'CustomMonitor',
        component,
        variable,
        ...(monitor !== undefined && { variableMonitoringId: monitor.id }),
        ...(techInfo !== undefined && { techInfo }),
      },
    ],
  })
}
