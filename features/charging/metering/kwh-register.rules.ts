// Registers in kWh without a unit, of a charger that never samples its power (D-TXN-11). Read as Wh they make a thousandth of
// the energy: less than any car draws, over a time in which the connector said that a car was charging.
import { isDeliverable } from './deliverable.rules.ts'
import type { MeteredSession, StatusAt } from './sample.rules.ts'

/** 6 A at 230 V, the least that a charging car is offered (IEC 61851-1), on each phase. */
const LEAST_W = 6 * 230
/** More than this is no AC connector of a site: three phases of 32 A. */
const MOST_AC_W = 22_500
/** More than this takes three phases. */
const MOST_SINGLE_PHASE_W = 7700
/** A DC connector never trickles: the car ends the session. Most deliver some kW at least, the largest 150 kW on average. */
const MOST_DC_TOLD_W = 150
/** Fewer kWh may be a handful of Wh. */
const LEAST_ENERGY = 3
const FEW_SAMPLES = 3
const MINUTE_MS = 60_000
/** How long a session must last for each kind of evidence. */
const MINUTES = { fractions: 10, steps: 20, status: 30 } as const
/** A charger reports its state soon after the start, and the end of the draw soon before the stop. */
const EDGE_MS = 2 * MINUTE_MS

const isBusy = (status: string) => status === 'Charging' || status === 'Preparing'
/**
 * `interrupted`: the car or the charger paused or ended the draw before the stop; `charging`: the connector was in the state
 * Charging from the start on; `unknown`: its state was not reported.
 */
function stateOf({ startedAt, stoppedAt, statuses = [] }: MeteredSession): 'charging' | 'interrupted' | 'unknown' {
  const [from, to] = [startedAt.getTime(), stoppedAt.getTime()]
  const isWithin = ({ at }: StatusAt) => at.getTime() >= from && at.getTime() < to - EDGE_MS
  if (statuses.some(s => isWithin(s) && !isBusy(s.status))) return 'interrupted'
  return statuses.some(s => s.status === 'Charging' && s.at.getTime() <= from + EDGE_MS) ? 'charging' : 'unknown'
}

/** Whether the registers, read as Wh, tell less than any car draws, and read as kWh what the connector can deliver. */
function isThousandth(s: MeteredSession, energyWh: number, seconds: number): boolean {
  const toldW = (energyWh * 3600) / seconds
  const maxPowerW = s.maxPowerW ?? null
  const phases = (maxPowerW ?? 0) > MOST_SINGLE_PHASE_W ? 3 : 1
  const most = isDc(s) ? MOST_DC_TOLD_W : (LEAST_W * phases) / 100
  return toldW >= LEAST_W / 1000 && toldW < most && isDeliverable(energyWh * 1000, seconds, maxPowerW)
}
const isDc = ({ maxPowerW }: MeteredSession): boolean => (maxPowerW ?? 0) > MOST_AC_W

/** Whether the sampled registers rise all along, by steps that are possible as kWh. */
function isRisingAsKwh(s: MeteredSession): boolean {
  const sampled = s.samples.flatMap(({ at, energyWh }) => (energyWh === undefined ? [] : [{ at, wh: energyWh }]))
  const all = [{ at: s.startedAt, wh: s.meterStartWh }, ...sampled, { at: s.stoppedAt, wh: s.meterStopWh }].sort(
    (a, b) => a.at.getTime() - b.at.getTime(),
  )
  const isStep = (b: (typeof all)[number], i: number): boolean => {
    const a = all[i - 1] ?? b
    const seconds = (b.at.getTime() - a.at.getTime()) / 1000
    // Each register may be rounded by up to a kWh.
    return b.wh >= a.wh && isDeliverable((b.wh - a.wh - 1) * 1000, seconds, s.maxPowerW ?? null)
  }
  const half = (s.startedAt.getTime() + s.stoppedAt.getTime()) / 2
  const middle = all.findLast(r => r.at.getTime() <= half)?.wh ?? s.meterStartWh
  const isInBothHalves = middle > s.meterStartWh && middle < s.meterStopWh
  return all.every(isStep) && isInBothHalves && new Set(all.map(r => r.wh)).size > FEW_SAMPLES
}

/**
 * Why the registers of an ended session look like kWh, in words; undefined where they do not, or where too little is known.
 * Only for sessions in which no power was sampled. A register with a unit vouches for the others.
 */
export function kwhWithoutPower(session: MeteredSession): string | undefined {
  const registers = session.samples.filter(x => x.energyWh !== undefined)
  const energyWh = session.meterStopWh - session.meterStartWh
  const ms = session.stoppedAt.getTime() - session.startedAt.getTime()
  const hasUnit = registers.some(x => x.unitless === undefined)
  if (session.registerScale !== 1 || hasUnit || ms <= 0 || energyWh < LEAST_ENERGY) return undefined
  const state = stateOf(session)
  if (state === 'interrupted' || !isThousandth(session, energyWh, ms / 1000)) return undefined
  const lasts = (minutes: number) => ms >= minutes * MINUTE_MS
  const minutes = Math.round(ms / MINUTE_MS)
  const told = `${energyWh} Wh in ${minutes} minutes are less than any car draws`
  if (lasts(MINUTES.fractions) && registers.filter(x => x.unitless === 'fraction').length >= FEW_SAMPLES)
    return `${told}, and the registers have decimals`
  if (isDc(session) && lasts(MINUTES.steps) && registers.length >= FEW_SAMPLES && isRisingAsKwh(session))
    return `${told}, and the registers rise in small steps all along`
  return state === 'charging' && lasts(MINUTES.status) ? `${told}, and the connector was charging all along` : undefined
}
