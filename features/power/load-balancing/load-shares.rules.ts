// The share of each car: equal shares, never less than the least with which a car charges; power unused for 60 seconds
// goes to the others, and comes back as soon as the car takes all that is left to it (D-SITE-4).
import { keyOf, type Memory, type PlanCharger, type Remembered } from './load-plan-types.rules.ts'
import { mostOf, type Turns, wantingOf } from './load-turns.rules.ts'

export const UNUSED_MS = 60_000

type Use = Pick<Remembered, 'lowSince' | 'cap'>
/**
 * Returns the cap of a car by its draw. `given`: its standing share, undefined where none stands. `slack`: how far the
 * draw may lie under the share; a limited car keeps twice the slack above its draw, so that a higher demand shows.
 */
export function useOf(
  before: Use,
  {
    draw,
    given,
    least,
    slack,
    now,
  }: { draw: number | null; given: number | undefined; least: number; slack: number; now: number },
): Use {
  if (draw === null || given === undefined || given < least) return { lowSince: null, cap: before.cap }
  const held = before.cap === null ? given : Math.min(given, before.cap)
  // The car takes all it may: a cap set by use alone is lifted.
  if (draw >= held - slack) return { lowSince: null, cap: null }
  const cap = Math.max(least, Math.ceil(draw / slack) * slack + 2 * slack)
  if (cap >= held) return { lowSince: null, cap: before.cap }
  const since = before.lowSince === null || before.lowSince > now ? now : before.lowSince
  return now - since >= UNUSED_MS ? { lowSince: null, cap } : { lowSince: since, cap: before.cap }
}

type Sharer = { key: string; connectorId: number; least: number; most: number }
const shareAt = (s: Sharer, level: number): number => Math.max(s.least, Math.min(s.most, level))
const sumAt = (sharers: readonly Sharer[], level: number): number =>
  sharers.reduce((sum, s) => sum + shareAt(s, level), 0)

/**
 * Returns the highest whole level up to `most` at which `fits` holds; `fits` must hold at 0 and never above a failure.
 */
function highest(most: number, fits: (level: number) => boolean): number {
  let [low, high] = [0, Math.max(0, most)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

export type Shares = {
  /** For each charger its limit: at least its safe limit. */
  limits: ReadonlyMap<number, number>
  /** For each connector with a car its share; 0 where the car waits. */
  shares: ReadonlyMap<string, number>
  /** Up to this level all shares are equal. */
  level: number
}
/**
 * Returns the shares of the granted connectors; the limits add up to no more than `limit`. `caps`: by the use of each.
 */
export function sharesOf(
  chargers: readonly PlanCharger[],
  { limit, granted, caps }: { limit: number; granted: Turns['granted']; caps: ReadonlyMap<string, number | null> },
): Shares {
  const sites = chargers.map(charger => {
    const sharers = wantingOf([charger])
      .filter(w => granted.has(w.key))
      .map(
        ({ key, connector: c }): Sharer => ({
          key,
          connectorId: c.connectorId,
          least: c.least,
          most: Math.max(c.least, Math.min(c.most, caps.get(key) ?? c.most)),
        }),
      )
    const top = sharers.reduce((most, s) => Math.max(most, s.most), 0)
    // A charger gives its cars together at most its rated power, or what others leave it, however much the site has left.
    const own = highest(top, level => sumAt(sharers, level) <= mostOf(charger))
    return { charger, sharers, own }
  })
  const limitAt = ({ charger, sharers, own }: (typeof sites)[number], level: number) =>
    Math.max(charger.safe, sumAt(sharers, Math.min(level, own)))
  const top = sites.reduce((most, s) => Math.max(most, s.own), 0)
  const level = highest(top, l => sites.reduce((sum, s) => sum + limitAt(s, l), 0) <= limit)
  const shares = new Map<string, number>()
  for (const { charger, sharers, own } of sites) {
    for (const c of charger.connectors) if (c.wants) shares.set(keyOf(charger.pk, c.connectorId), 0)
    for (const s of sharers) shares.set(s.key, shareAt(s, Math.min(level, own)))
  }
  return { limits: new Map(sites.map(s => [s.charger.pk, limitAt(s, level)])), shares, level }
}

/** Returns the cap of each connector with demand, by its use. */
export function usesOf(
  chargers: readonly PlanCharger[],
  { memory, slack, now }: { memory: Memory; slack: number; now: number },
): ReadonlyMap<string, Use> {
  return new Map(
    wantingOf(chargers).map(({ key, charger, connector }) => {
      const before = memory.connectors[key] ?? { lowSince: null, cap: null }
      const given = charger.acknowledged?.shares[connector.connectorId]
      return [key, useOf(before, { draw: connector.draw, given, least: connector.least, slack, now })]
    }),
  )
}
