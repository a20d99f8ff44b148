// The content of a MeterValue, read from its sampled values (OCPP 1.6 §7.43): missing fields mean the import register
// in Wh.
import type { RegisterScale } from './sample.rules.ts'

export type SampledValue = {
  value: string
  context?: string
  format?: string
  measurand?: string
  phase?: string
  location?: string
  unit?: string
}
/** A signed value stands beside its figure, as it came. */
export const isSigned = (s: SampledValue): boolean => s.format === 'SignedData'

/** One reading in base units; what was not sampled is undefined. */
export type Reading = {
  energyWh: number | undefined
  /** The register came without a unit, whole or with decimals; undefined where the charger told the unit. */
  unitless: 'whole' | 'fraction' | undefined
  powerW: number | undefined
  socPercent: number | undefined
  /** The most that the charger lets the car draw, as current in A or power in W. */
  offeredA: number | undefined
  offeredW: number | undefined
}

/** The energy register, which a sample without a measurand is. */
export const REGISTER = 'Energy.Active.Import.Register'
/** Powers of ten by the prefix of a unit. Chargers write kWh in any case; a small m is no prefix, for nobody counts in mWh. */
const PREFIXES: Readonly<Record<string, number>> = { '': 0, k: 3, K: 3, M: 6, G: 9 }
const METERED = /^([a-z]?)(wh|w|varh|var|vah|va)$/i
/** The power of ten of a unit; undefined where a unit of energy is none that is known. Units that no prefix changes have 0. */
function powerOfTen({ unit = '', measurand = REGISTER }: SampledValue): number | undefined {
  const [, prefix = '', base = ''] = METERED.exec(unit.trim()) ?? []
  const power = base === '' ? undefined : PREFIXES[prefix]
  if (!measurand.startsWith('Energy')) return power ?? 0
  return base.toLowerCase().endsWith('h') ? power : undefined
}
const DECIMAL = /^\s*([+-]?(?:\d+\.?\d*|\.\d+))(?:e([+-]?\d+))?\s*$/i
/** Beyond this no meter counts; what says so is noise. */
const MOST = 1e15
/** The value in base units; without a unit the value is taken times `scale`. Undefined: it cannot be read. */
const amount = (s: SampledValue, scale: RegisterScale): number | undefined => {
  const [, digits, exponent = '0'] = (!isSigned(s) && DECIMAL.exec(s.value)) || []
  if (digits === undefined) return undefined
  const power = s.unit === undefined ? Math.log10(scale) : powerOfTen(s)
  if (power === undefined) return undefined
  // The point is moved in the text: 1.0005 kWh times 1000 would be 1000.4999999999999 Wh.
  const n = Number(`${digits}e${Number(exponent) + power}`)
  return Math.abs(n) < MOST ? n : undefined
}
const isWhole = (s: SampledValue) => s.phase === undefined
const isHere = (s: SampledValue) => s.location === undefined || s.location === 'Outlet'

/** The figure of one measurand: the sum over all phases where the charger gives none for the whole. */
function figure(
  samples: readonly SampledValue[],
  measurand: string,
  byPhase: 'sum' | 'max',
  { most = MOST, registerScale = 1 }: { most?: number; registerScale?: RegisterScale } = {},
): number | undefined {
  let whole: number | undefined
  let elsewhere: number | undefined
  let phases: number | undefined
  for (const s of samples) {
    if ((s.measurand ?? REGISTER) !== measurand) continue
    const n = amount(s, registerScale)
    if (n === undefined || Math.abs(n) > most) continue
    if (!isWhole(s)) {
      if (/^L[123](-N)?$/.test(s.phase ?? ''))
        phases = phases === undefined ? n : byPhase === 'sum' ? phases + n : Math.max(phases, n)
    } else if (isHere(s)) whole ??= n
    else elsewhere ??= n
  }
  return whole ?? phases ?? elsewhere
}

/** No charger has a gigawatt. */
const MOST_W = 1e9

/** How the registers of one MeterValue were told, where none of them has a unit. */
function unitlessOf(samples: readonly SampledValue[]): Reading['unitless'] {
  const registers = samples.filter(s => (s.measurand ?? REGISTER) === REGISTER)
  if (registers.length === 0 || registers.some(s => s.unit !== undefined)) return undefined
  return registers.some(s => !Number.isInteger(amount(s, 1) ?? 0)) ? 'fraction' : 'whole'
}

/** The energy register of one MeterValue in whole Wh. */
export function energyOf(samples: readonly SampledValue[], registerScale: RegisterScale = 1): number | undefined {
  const energy = figure(samples, REGISTER, 'sum', { registerScale })
  return energy === undefined ? undefined : Math.round(energy)
}

/** Reads one MeterValue. Registers without a unit are read by `registerScale`. */
export function readingOf(samples: readonly SampledValue[], registerScale: RegisterScale = 1): Reading {
  return {
    energyWh: energyOf(samples, registerScale),
    unitless: unitlessOf(samples),
    powerW: figure(samples, 'Power.Active.Import', 'sum', { most: MOST_W }),
    socPercent: figure(samples, 'SoC', 'max', { most: 100 }),
    offeredA: figure(samples, 'Current.Offered', 'max'),
    offeredW: figure(samples, 'Power.Offered', 'sum'),
  }
}

/** Below 6 A nothing is offered to the car (IEC 61851-1; M-2.4). */
export const LEAST_OFFER_A = 6

/** A row of the meter values call (D-TXN-5). */
export type MeterRow = {
  measurand: string
  /** Where it was measured; null where that is not told. */
  location: string | null
  /** The value is signed data, and no figure. */
  isSigned: boolean
  value: string
  value_timestamp: string
  unit: string
}

const UNITS: readonly [prefix: string, unit: string][] = [
  ['Energy.Reactive', 'varh'],
  ['Energy', 'Wh'],
  ['Power.Reactive', 'var'],
  ['Power.Factor', ''],
  ['Power', 'W'],
  ['Current', 'A'],
  ['Voltage', 'V'],
  ['Temperature', 'Celsius'],
  ['SoC', 'Percent'],
  ['Frequency', 'Hertz'],
  ['RPM', 'RPM'],
]
const impliedUnit = (measurand: string, registerScale: RegisterScale): string =>
  registerScale === 1000 && measurand === REGISTER
    ? 'kWh'
    : (UNITS.find(([prefix]) => measurand.startsWith(prefix))?.[1] ?? '')
/** The sampled values as rows, with the units that the standard implies, or that a person has agreed to. */
export const meterRows = (at: Date, samples: readonly SampledValue[], registerScale: RegisterScale = 1): MeterRow[] =>
  samples.map(s => {
    const measurand = s.measurand ?? REGISTER
    return {
      measurand: s.phase ? `${measurand} ${s.phase}` : measurand,
      location: s.location ?? null,
      isSigned: isSigned(s),
      value: s.value,
      value_timestamp: at.toISOString(),
      unit: isSigned(s) ? '' : (s.unit ?? impliedUnit(measurand, registerScale)),
    }
  })
