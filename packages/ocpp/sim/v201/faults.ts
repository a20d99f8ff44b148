// Faults of a simulated station, and the events that it tells of them (2.0.1 N07).
import type { Request201 } from '../../src/ocpp201.ts'
import type { Evse, Station } from './station.ts'

export type EventData = Request201<'NotifyEvent'>['eventData'][number]

/** A connector breaks or is whole again: its status and the event of it are told. */
export async function setFault(station: Station, evse: Evse, isFaulted: boolean, techInfo?: string): Promise<void> {
  if (evse.faulted === isFaulted) return
  evse.faulted = isFaulted
  const component = { name: 'Connector', evse: { id: evse.id, connectorId: 1 } }
  station.model.tell(component, { name: 'Problem' }, String(isFaulted))
  await station.tell(evse)
  await tellProblem(station, component, isFaulted, { ...(techInfo !== undefined && { techInfo }) })
}

/** A component has a problem, or has it no longer: its variable changes and the event of it is told. */
export async function tellProblem(
  station: Station,
  component: EventData['component'],
  isProblem: boolean,
  words: Pick<EventData, 'techCode' | 'techInfo'> = {},
): Promise<void> {
  const variable = { name: 'Problem' }
  station.model.tell(component, variable, String(isProblem))
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
        actualValue: String(isProblem),
        cleared: !isProblem,
        eventNotificationType: monitor === undefined ? 'HardWiredNotification' : 'CustomMonitor',
        component,
        variable,
        ...(monitor !== undefined && { variableMonitoringId: monitor.id }),
        ...words,
      },
    ],
  })
}
