// Judges the samples that a charger sent during a session. Impossible samples are dropped and counted, samples of the
// same second become one, and the registers that remain rise from the start register to the stop register.
import { secondOf } from '#fleet/stations/session-length.rules.ts'

/** The values that the charger reported at one time. `energyWh` is the register, not a difference. */
export type Sample = {
  readonly at: Date
  /** NaN: a register that cannot be, with which the whole sample is dropped. */
  readonly energyWh?: number | undefined
  /** The register that cannot be, as it was read. */
  readonly impossibleWh?: number | undefined
  /** A register without a unit, and whether it had decimals; missing where the charger told the unit. */
  readonly unitless?: 'whole' | 'fraction' | undefined
  readonly powerW?: number | undefined
  /** 'no': a limit of ours below 6 A; missing = 'yes'. */
  readonly offered?: 'yes' | 'no' | undefined
}
/** A state of the connector, as StatusNotification names it, from a time on. */
export type StatusAt = { readonly status: string; readonly at: Date }

/** A register reading that counts. */
export type Knot = { second: number; wh: number }
/** All samples of one second: the largest register, the lowest known power, the least power offered. */
export type Moment = { second: number; wh: number | undefined; watt: number | undefined; isLimited: boolean }

/** How many samples were dropped, by cause. */
export type DropCounts = {
  /** More energy than the connector can deliver in the time. */
  undeliverable: number
  belowStart: number
  aboveStop: number
  /** Below an earlier register. */
  backwards: number
  /** Before the start or after the stop. */
  outsideTime: number
}

/** The scale of registers without a unit: 1 reads them as Wh, 1000 as kWh. */
export type RegisterScale = 1 | 1000

/** A session that has ended. Registers in Wh, as read by the session's scale. */
export type MeteredSession = {
  samples: readonly Sample[]
  startedAt: Date
  stoppedAt: Date
  meterStartWh: number
  meterStopWh: number
  /** Samples that were dropped, by cause. */
  dropped: DropCounts
  registerScale: RegisterScale
  /** The most that the connector delivers; null where that is not known. */
  maxPowerW?: number | null
  /** States of the connector since the start. */
  statuses?: readonly StatusAt[]
}

const largest = (list: readonly (number | undefined)[]) => extreme(list, (a, b) => a > b)
const lowest = (list: readonly (number | undefined)[]) => extreme(list, (a, b) => a < b)
const extreme = (list: readonly (number | undefined)[], isBetter: (a: number, b: number) => boolean) => {
  let best: number | undefined
  for (const n of list) if (n !== undefined && (best === undefined || isBetter(n, best))) best = n
  return best
}

/**
 * Returns the samples of a session between its authoritative ends, as moments and as register knots, both by time.
 * Samples of one second are merged first. A sample is dropped and counted if its moment lies outside the session's
 * time, if its register lies below the start register or above the stop register, goes backwards, or is no number
 * (M-2.1). If a moment is dropped, its samples without a register stay. While the session runs, the second of the start
 * has the start register alone.
 */
export function knotsOf(samples: readonly Sample[], first: Knot, last: Knot, isRunning: boolean) {
  const drops: DropCounts = { undeliverable: 0, belowStart: 0, aboveStop: 0, backwards: 0, outsideTime: 0 }
  const list: Moment[] = []
  for (const { at, energyWh, powerW, offered } of samples) {
    const second = secondOf(at)
    const isSilent = energyWh === undefined || (isRunning && second === first.second && energyWh > last.wh)
    const wh = isSilent ? undefined : Math.round(energyWh)
    // A time that is no number lies within nothing.
    if (!(second >= first.second && second <= last.second)) drops.outsideTime++
    else if (Number.isNaN(wh)) drops.undeliverable++
    else list.push({ second, wh, watt: Number.isFinite(powerW) ? powerW : undefined, isLimited: offered === 'no' })
  }
  list.sort((a, b) => a.second - b.second)
  const knots: Knot[] = [first]
  const moments: Moment[] = []
  let highest = first.wh
  for (let i = 0, end = 0; i < list.length; i = end) {
    const second = list[i]?.second ?? 0
    while (list[end]?.second === second) end++
    const same = list.slice(i, end)
    const wh = largest(same.map(s => s.wh))
    const isDropped = wh !== undefined && (wh < highest || wh > last.wh)
    // Samples without a register stay, or a late sample of the same second would lower the running amount.
    const kept = isDropped ? same.filter(s => s.wh === undefined) : same
    if (isDropped)
      drops[wh > last.wh ? 'aboveStop' : wh < first.wh ? 'belowStart' : 'backwards'] += same.length - kept.length
    if (kept.length === 0) continue
    // As the contactor closes nothing flows yet: what follows is told by the registers.
    const watt = second === first.second ? undefined : lowest(kept.map(s => s.watt))
    moments.push({ second, wh: isDropped ? undefined : wh, watt, isLimited: kept.some(s => s.isLimited) })
    if (wh === undefined || isDropped || second === first.second || second === last.second) continue
    highest = wh
    knots.push({ second, wh })
  }
  knots.push(last)
  const dropped = drops.undeliverable + drops.belowStart + drops.aboveStop + drops.backwards + drops.outsideTime
  return { knots, moments, dropped, drops }
}
