// Faults of a simulated station, and the events that it tells of them (2.0.1 N07).
import type { MeterValue } from './meter-values.ts'
import type { Evse, Station, TransactionEvent } from './station.ts'

/** The payload as a station with its own enumerations would write it. */
export function withOddValues(action: string, payload: unknown): unknown {
  if (action !== 'TransactionEvent') return payload
  const event = payload as TransactionEvent
  const { stoppedReason } = event.transactionInfo
  const sample = { value: 41.5, measurand: 'X-Vendor.Cable.Temperature', location: 'Plug', context: 'Sample.Odd' }
  return {
    ...event,
    ...(event.triggerReason === 'MeterValuePeriodic' && { triggerReason: 'VendorTimer' }),
    ...(stoppedReason && { transactionInfo: { ...event.transactionInfo, stoppedReason: 'CarLeftInAHurry' } }),
    ...(event.meterValue && {
      meterValue: event.meterValue.map(value => ({ ...value, sampledValue: [...value.sampledValue, sample] })),
    }),
  }
}

/** A reading of a station whose registers are in kWh, which 2.0.1 says with their unit. */
export const inKwh201 = ({ timestamp, sampledValue }: MeterValue): MeterValue => ({
  timestamp,
  sampledValue: sampledValue.map(sample =>
    sample.measurand === 'Energy.Active.Import.Register'
      ? { ...sample, value: sample.value / 1000, unitOfMeasure: { unit: 'kWh' } }
      : sample,
  ),
})

/** A connector breaks or is whole again: its status and the event of it are told. */
export async function setFault(station: Station, evse: Evse, isFaulted: boolean, techInfo?: string): Promise<void> {
  if (evse.faulted === isFaulted) return
  evse.faulted = isFaulted
  const component = { name: 'Connector', evse: { id: evse.id, connectorId: 1 } }
  const variable = { name: 'Problem' }
  station.model.tell(component, variable, String(isFaulted))
  await station.tell(evse)
  if (!station.usable) return
  const monitor = station.monitors.idOf({ component, variable })
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
        ...(monitor !== undefined && { variableMonitoringId: monitor }),
        ...(techInfo !== undefined && { techInfo }),
      },
    ],
  })
}
