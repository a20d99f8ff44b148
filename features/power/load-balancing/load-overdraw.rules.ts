// The chargers that draw more than the limit they acknowledged (D-SITE-4). Only samples of a meter count: a charger
// draws too much once samples a minute apart, taken while no higher limit could stand there, are all above the limit.
import { SLACK } from './load-facts.rules.ts'
import type { PlanUnit } from './load-units.rules.ts'

/** How long the samples must lie above the limit. */
const OVERDRAW_MS = 60_000
/** Amperes are worked out at 230 V; the supply may have a tenth more. */
const VOLTAGE_SHARE = 0.1

/** The memory of a charger's draw between two decisions, in steps of one unit; times in ms since 1970. */
export type DrawWatch = {
  /** The most that may stand at the charger. */
  limit: number
  /** Since when no higher limit may stand there. */
  limitSince: number
  /** The samples above the limit: when the first and the last were taken, and the draw in the last. */
  above: { first: number; last: number; draw: number } | null
}
/** A charger that draws more than its limit. `since`: ms since 1970. */
export type Overdraw = { since: number; draw: number; limit: number }

/** The sum of the meters of all running sessions of a charger. */
export type Measured = {
  /** Sessions whose meters report a power. */
  drawing: number
  draw: number
  /** When the oldest of their last samples was taken, ms since 1970; null: no meter reports. */
  at: number | null
  /** The meter of another running session reports nothing. */
  isPartial: boolean
}

/** Returns the most that counts as keeping to a limit. */
const mostOf = (limit: number, drawing: number, unit: PlanUnit): number =>
  limit + Math.max(SLACK[unit] * Math.max(1, drawing), limit * VOLTAGE_SHARE)

/** Returns the memory after a decision at `now`, while no more than `limit` may stand at the charger. */
export function nextDrawWatch(
  before: DrawWatch | null,
  { limit, measured, unit, now }: { limit: number; measured: Measured; unit: PlanUnit; now: number },
): DrawWatch {
  const isLowered = before === null || limit < before.limit
  const limitSince = isLowered ? now : before.limitSince
  const { draw, at, drawing, isPartial } = measured
  const known = before?.above ?? null
  // A session whose meter has fallen silent may draw on.
  if (at === null || draw <= mostOf(limit, drawing, unit)) return { limit, limitSince, above: isPartial ? known : null }
  // A sample above a former limit is above this limit too; a sample from before the lowering says nothing of later.
  if (!known && at <= limitSince) return { limit, limitSince, above: null }
  return { limit, limitSince, above: { first: known?.first ?? at, last: Math.max(at, known?.last ?? at), draw } }
}

/** Samples above a limit are looked at so often until they tell for sure. */
export const LOOK_AGAIN_MS = 5000
/** Whether a charger's samples lie above its limit, not yet for long enough: its next samples decide soon. */
export const isSuspect = (watch: DrawWatch | null, now: number): boolean =>
  watch?.above != null && overdrawOf(watch) === undefined && now - watch.above.first < 2 * OVERDRAW_MS

/** The charger draws more than its limit; undefined: it does not, or not for long enough. */
export function overdrawOf(watch: DrawWatch | null): Overdraw | undefined {
  if (!watch?.above) return undefined
  const { first, last, draw } = watch.above
  return last - first >= OVERDRAW_MS ? { since: first, draw, limit: watch.limit } : undefined
}
