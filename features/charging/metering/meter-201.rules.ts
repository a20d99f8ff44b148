// The sampled values of OCPP 2.0.1 in the form in which readings are kept and read, that of 1.6: texts with their unit. A
// signed value stands beside its figure as it came.
import { readingOf, type SampledValue } from './meter.rules.ts'

/** A sampled value as 2.0.1 tells it; the value counts in units of 10 to the power of `multiplier`. */
export type SampledValue201 = {
  value: number
  context?: string | undefined
  measurand?: string | undefined
  phase?: string | undefined
  location?: string | undefined
  unitOfMeasure?: { unit?: string | undefined; multiplier?: number | undefined } | undefined
  signedMeterValue?: object | undefined
}

const isEnergy = (measurand = 'Energy.Active.Import.Register'): boolean => measurand.startsWith('Energy.Active')

/** Energy without a unit is in Wh (2.0.1, UnitOfMeasure), never by the scale of a charger of 1.6. */
const unitOf = ({ measurand, unitOfMeasure }: SampledValue201): string | undefined =>
  unitOfMeasure?.unit ?? (isEnergy(measurand) ? 'Wh' : undefined)

/** The samples of one meter value. A signed value is a sample of its own with format SignedData: its content as JSON. */
export function samplesOf201(values: readonly SampledValue201[]): SampledValue[] {
  return values.flatMap(v => {
    const { context, measurand, phase, location, signedMeterValue } = v
    const unit = unitOf(v)
    const words = {
      ...(context !== undefined && { context }),
      ...(measurand !== undefined && { measurand }),
      ...(phase !== undefined && { phase }),
      ...(location !== undefined && { location }),
      ...(unit !== undefined && { unit }),
    }
    const multiplier = v.unitOfMeasure?.multiplier ?? 0
    const value = multiplier === 0 ? String(v.value) : `${v.value}e${multiplier}`
    const figure: SampledValue = { ...words, value }
    return signedMeterValue === undefined
      ? [figure]
      : [figure, { ...words, value: JSON.stringify(signedMeterValue), format: 'SignedData' }]
  })
}

type Meter = { sampledValue: readonly SampledValue201[] }
/** The energy register in Wh that a message tells, first or last of its meter values; undefined where it tells none. */
export function registerOf201(meters: readonly Meter[], which: 'first' | 'last', context?: string): number | undefined {
  const told = meters.flatMap(m => {
    const values = context === undefined ? m.sampledValue : m.sampledValue.filter(v => v.context === context)
    return readingOf(samplesOf201(values)).energyWh ?? []
  })
  return which === 'first' ? told[0] : told.at(-1)
}
