// The sampled values of OCPP 2.0.1 in the form in which readings are kept and read, that of 1.6: texts with their unit. A
// signed value stands beside its figure as it came.
import { energyOf, REGISTER, type SampledValue } from './meter.rules.ts'

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

const isRegister201 = ({ measurand = REGISTER }: SampledValue201): boolean => measurand === REGISTER
const isEnergy = (measurand = REGISTER): boolean => measurand.startsWith('Energy.Active')

/** Energy without a unit is in Wh (2.0.1, UnitOfMeasure), never by the scale of a charger of 1.6. */
const unitOf = ({ measurand, unitOfMeasure }: SampledValue201): string | undefined =>
  unitOfMeasure?.unit ?? (isEnergy(measurand) ? 'Wh' : undefined)

/** The value as text, its point moved by the multiplier: a number of JSON may have an exponent of its own. */
function textOf({ value, unitOfMeasure }: SampledValue201): string {
  const text = String(value)
  const multiplier = unitOfMeasure?.multiplier ?? 0
  if (multiplier === 0 && !text.includes('e')) return text
  const [digits = '', exponent = '0'] = text.split('e')
  const moved = Number(exponent) + multiplier
  return moved === 0 ? digits : `${digits}e${moved}`
}

/** The samples of one meter value. A signed value is a sample of its own with format SignedData: its content as JSON. */
export function samplesOf201(values: readonly SampledValue201[]): SampledValue[] {
  const samples: SampledValue[] = []
  for (const v of values) {
    const sample = sampleOf(v)
    samples.push(sample)
    if (v.signedMeterValue !== undefined)
      samples.push({ ...sample, value: JSON.stringify(v.signedMeterValue), format: 'SignedData' })
  }
  return samples
}
/** Set field by field: every reading of every station comes by here. */
function sampleOf(v: SampledValue201): SampledValue {
  const words: Partial<SampledValue> = {}
  if (v.context !== undefined) words.context = v.context
  if (v.measurand !== undefined) words.measurand = v.measurand
  if (v.phase !== undefined) words.phase = v.phase
  if (v.location !== undefined) words.location = v.location
  const unit = unitOf(v)
  if (unit !== undefined) words.unit = unit
  return Object.assign(words, { value: textOf(v) })
}

export type Meter201 = { timestamp: string; sampledValue: readonly SampledValue201[] }
/** The energy registers of one message, Wh: null where a register was told that cannot be read, undefined where none was told. */
export type Registers201 = {
  first: number | null | undefined
  last: number | null | undefined
  /** Those with the contexts Transaction.Begin and Transaction.End. */
  begin: number | null | undefined
  end: number | null | undefined
  /** How many meter values tell a register. */
  count: number
}
/** Reads the energy registers that a message tells, in the order of their own times. */
export function registersOf201(meters: readonly Meter201[]): Registers201 {
  const byTime =
    meters.length < 2 ? meters : [...meters].sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp))
  const registers = byTime.map(m => m.sampledValue.filter(isRegister201)).filter(values => values.length > 0)
  const read = (values: readonly SampledValue201[] | undefined): number | null | undefined =>
    values && (energyOf(samplesOf201(values)) ?? null)
  const within = (context: string) =>
    registers.map(values => values.filter(v => v.context === context)).filter(values => values.length > 0)
  const first = read(registers[0])
  return {
    first,
    last: registers.length === 1 ? first : read(registers.at(-1)),
    begin: read(within('Transaction.Begin')[0]),
    end: read(within('Transaction.End').at(-1)),
    count: registers.length,
  }
}
