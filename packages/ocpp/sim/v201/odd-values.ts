// What a simulated station says when it has a way of its own: values of its maker, registers in kWh.
import type { Request201 } from '../../src/ocpp201.ts'
import type { MeterValue } from './meter-values.ts'

/** The payload as a station with its own enumerations would write it. */
export function withOddValues(action: string, payload: unknown): unknown {
  if (action !== 'TransactionEvent') return payload
  const event = payload as Request201<'TransactionEvent'>
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
