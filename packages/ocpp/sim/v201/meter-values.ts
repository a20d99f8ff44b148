// One reading as OCPP 2.0.1 writes it: numbers with their unit.
import type { Request201 } from '../../src/ocpp201.ts'
import { meterValue } from '../meter-values.ts'
import type { Reading } from '../power.ts'

export type MeterValue = Request201<'MeterValues'>['meterValue'][number]

/** The simulated meter knows these, and 2.0.1 has no word for them. */
const UNKNOWN: ReadonlySet<string> = new Set(['Temperature'])

/** One meter value at the instant of the reading; unknown measurands are left out. */
export function meterValue201(
  reading: Reading,
  measurands: readonly string[],
  context: string,
  timestamp: string,
): MeterValue {
  const known = measurands.filter(measurand => !UNKNOWN.has(measurand))
  const { sampledValue } = meterValue(reading, known, context, timestamp)
  return {
    timestamp,
    sampledValue: sampledValue.map(({ value, unit, ...words }) => ({
      ...words,
      value: Number(value),
      ...(unit && { unitOfMeasure: { unit } }),
    })),
  }
}
