// Whether the energy of a session fits what its charger sampled (D-TXN-11). Registers in kWh without a unit, read as Wh, make
// a thousandth of the energy: samples in Wh then lie far above them, and power over time contradicts them.
import { kwhWithoutPower } from './kwh-register.rules.ts'
import type { MeteredSession } from './sample.rules.ts'

/** Why the energy does not fit, in words, and whether the registers look like kWh that were read as Wh. */
export type Misfit = { text: string; looksLikeKwh: boolean }

const HOUR_MS = 3_600_000
/** Samples further apart leave a time of which nothing is known (M-2.4). */
const GAP_MS = 15 * 60_000
/** Fewer dropped samples may be noise. */
const FEW_SAMPLES = 3
const TENFOLD = 10
/** Less energy than this contradicts nothing: powers are rounded, and a contactor takes its time. */
const LEAST_WH = 100
/** Registers of coarse meters rise by up to a whole kWh. */
const COARSEST_WH = 1000

type PowerAt = { ms: number; watt: number }
const powersOf = ({ samples, startedAt, stoppedAt }: MeteredSession): PowerAt[] =>
  samples
    .flatMap(s => (s.powerW !== undefined && Number.isFinite(s.powerW) ? [{ ms: s.at.getTime(), watt: s.powerW }] : []))
    .filter(p => p.ms >= startedAt.getTime() && p.ms <= stoppedAt.getTime())
    .sort((a, b) => a.ms - b.ms)

/**
 * The energy that the sampled power tells, in Wh. `leastWh` counts only the time between samples at most 15 minutes apart;
 * `mostWh` counts the whole session, each part by the higher of its two powers. Undefined where no power was measured.
 */
function energyByPower(s: MeteredSession): { leastWh: number; mostWh: number; count: number } | undefined {
  const powers = powersOf(s)
  if (!powers.some(p => p.watt > 0)) return undefined
  let least = 0
  let most = 0
  for (const [i, b] of powers.entries()) {
    const a = powers[i - 1] ?? { ms: s.startedAt.getTime(), watt: b.watt }
    const ms = b.ms - a.ms
    if (i > 0 && ms <= GAP_MS) least += (ms * (a.watt + b.watt)) / 2
    most += ms * Math.max(a.watt, b.watt)
  }
  const last = powers.at(-1) as PowerAt
  most += (s.stoppedAt.getTime() - last.ms) * last.watt
  return { leastWh: Math.max(0, least / HOUR_MS), mostWh: Math.max(0, most / HOUR_MS), count: powers.length }
}

const registersOf = (s: MeteredSession): number[] => [
  s.meterStartWh,
  s.meterStopWh,
  ...s.samples.flatMap(x => (x.energyWh !== undefined && Number.isFinite(x.energyWh) ? [x.energyWh] : [])),
]
/** By how much the register rises at once, in Wh: the highest power of ten that divides every register. */
function stepOf(registers: readonly number[]): number {
  let step = 1
  while (step < COARSEST_WH && registers.every(wh => wh % (step * 10) === 0)) step *= 10
  return step
}

/** Whether power over time tells a thousand times the energy, as far as whole kWh can show. */
const isThousandfold = (energyWh: number, byPowerWh: number): boolean =>
  byPowerWh >= (Math.max(1, energyWh) - 1) * 500 && byPowerWh <= (energyWh + 1) * 2000

/** Whether the sampled registers run, in Wh, where the start and the stop register would run as kWh. */
function areSamplesThousandfold({ samples, meterStartWh, meterStopWh }: MeteredSession): boolean {
  const sampled = samples.flatMap(x => x.impossibleWh ?? (Number.isFinite(x.energyWh) ? (x.energyWh ?? []) : []))
  const high = sampled.filter(wh => wh > meterStopWh)
  return (
    high.length >= FEW_SAMPLES &&
    high.length * 2 > sampled.length &&
    high.every(wh => wh >= (meterStartWh - 1) * 1000 && wh <= (meterStopWh + 1) * 1000) &&
    Math.max(...high) >= (meterStopWh - 1) * 500
  )
}

const kwhText = (wh: number): string => `${(wh / 1000).toLocaleString('en-IN', { maximumFractionDigits: 3 })} kWh`

/** Why a session's energy does not fit its samples; undefined where it does, or where too little was sampled to tell. */
export function misfitOf(session: MeteredSession): Misfit | undefined {
  const energyWh = session.meterStopWh - session.meterStartWh
  const power = energyByPower(session)
  const isTooLow =
    power !== undefined &&
    power.leastWh > TENFOLD * energyWh &&
    power.leastWh - energyWh > Math.max(LEAST_WH, 2 * stepOf(registersOf(session)))
  const isTooHigh =
    power !== undefined && power.count >= FEW_SAMPLES && energyWh > LEAST_WH && energyWh > TENFOLD * power.mostWh
  const withoutPower = power === undefined ? kwhWithoutPower(session) : undefined
  const looksLikeKwh =
    withoutPower !== undefined ||
    (session.registerScale === 1 &&
      (isTooLow ? isThousandfold(energyWh, power.leastWh) : areSamplesThousandfold(session)))
  const texts: string[] = withoutPower === undefined ? [] : [withoutPower]
  if (isTooLow || isTooHigh)
    texts.push(
      `power over time gives ${kwhText(isTooLow ? power.leastWh : power.mostWh)}, the registers give ${kwhText(energyWh)}`,
    )
  const { undeliverable, belowStart, aboveStop, backwards } = session.dropped
  const impossible = undeliverable + belowStart + aboveStop + backwards
  if (impossible >= FEW_SAMPLES && impossible * 2 > session.samples.length)
    texts.push(`${impossible} of ${session.samples.length} readings were impossible`)
  if (looksLikeKwh) texts.push('the registers look like kWh without a unit')
  if (texts.length === 0) return undefined
  const text = texts.join('; ')
  return { text: `${text[0]?.toUpperCase()}${text.slice(1)}`, looksLikeKwh }
}
