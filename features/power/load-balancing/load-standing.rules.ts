// The limits that may stand at a charger (D-SITE-4): limits acknowledged and limits sent without an answer, each with
// the time at which it lapses, and the safe limit under them. All figures are steps of one unit (load-units.rules.ts).
//
// A limit lies above the safe limit on the charger and ends by itself: a charger that is not heard falls back to its
// safe limit when its last limit has lapsed. All limits of one message lapse at the same moment, so that the connectors
// of a charger fall back together.

import { type DrawWatch, overdrawOf } from './load-overdraw.rules.ts'
import type { ChargerState, Limit, PlanCharger, PlanConnector } from './load-plan-types.rules.ts'
import type { PlanUnit } from './load-units.rules.ts'

/** values: the limit told to each connector; 0 is the whole charger, where it takes a single limit for all. */
export type SentLimit = Limit & {
  values: Readonly<Record<number, number>>
  /**
   * By connector, the running session that is told the value in a profile of its own (TxProfile) besides the default.
   */
  sessions?: Readonly<Record<number, number>>
  lapsesAt: number
  /** The charger's clock is known to be wrong: if it was set right meanwhile, the limit stands this much longer. */
  clockMs?: number
}
/**
 * How a charger takes limits. connectors: default profiles of sessions, one for each connector above one for all; each:
 * the same, with a safe profile for each connector too; station: profiles of the whole charger.
 */
export const CARRIERS = ['connectors', 'each', 'station'] as const
export type Carrier = (typeof CARRIERS)[number]
/** `transactionId`: the charger refused to limit this session; once the session has ended, the pause is over. */
type Pause = {
  kind: 'refused' | 'silent'
  until: number
  count: number
  note: string | null
  transactionId?: number
}
export type LoadStanding = {
  unit: PlanUnit
  /** Null: the charger has not taken a safe limit yet. */
  carrier: Carrier | null
  /** The units that the charger reports; empty where it reports none. */
  rateUnits: readonly ('A' | 'W')[]
  /** For each connector: told and taken; the resulting limit as read back; sent without an answer. */
  safe: { told: number | null; acknowledged: number | null; unanswered: readonly number[] }
  limit: { acknowledged: SentLimit | null; unanswered: readonly SentLimit[] }
  /** A job has the charger to itself, over this connection, until then at most. */
  busy: { token: string; until: number; connectionNo: number } | null
  pause: Pause | null
  /** The last boot taken into account, ms since 1970. */
  bootAt: number | null
  /** Since when the charger stands at its site with load balanced there, ms since 1970; null: not recorded yet. */
  joinedAt: number | null
  /** The charger has restarted, and has taken no limit since. */
  lost: Lost | null
  /** At its last boot the charger reported that it had lost its safe limit. */
  forgets: boolean
  /** How the safe limit was read back after the charger had taken it. */
  readBack: 'same' | 'other' | 'none'
  /** The charger's draw beside its limits, up to the last decision; null: nothing yet. */
  watch: DrawWatch | null
  /** Sessions for which the charger refused a profile of their own: only its default profiles limit them. */
  refusedSessions: readonly number[]
}
/**
 * boot: the remaining limits are unknown; forgotten: the charger reported the loss of its safe limit. `since`: its
 * boot.
 */
export type Lost = { why: 'boot' | 'forgotten'; since: number }
export const nothingStands = (unit: PlanUnit): LoadStanding => ({
  unit,
  carrier: null,
  rateUnits: [],
  safe: { told: null, acknowledged: null, unanswered: [] },
  limit: { acknowledged: null, unanswered: [] },
  busy: null,
  pause: null,
  bootAt: null,
  joinedAt: null,
  lost: null,
  forgets: false,
  readBack: 'none',
  watch: null,
  refusedSessions: [],
})

/** How long a limit stands without being sent again, and how long before its end it is sent again. */
export const LEASE_MS = 15 * 60_000
export const RENEW_MS = 8 * 60_000
/** A clock that is behind by this much counts as right: until then a lapsed limit still counts. */
const CLOCK_MS = 120_000
/** Returns up to when a limit may stand, ms since 1970. */
export const standsUntil = (limit: SentLimit): number => limit.lapsesAt + CLOCK_MS + (limit.clockMs ?? 0)

const sum = (of: readonly number[]): number => of.reduce((a, b) => a + b, 0)
const most = (of: readonly number[]): number => of.reduce((a, b) => Math.max(a, b), 0)

/** Drops lapsed limits. */
export function aged(standing: LoadStanding, now: number): LoadStanding {
  const stands = (l: SentLimit) => standsUntil(l) > now
  const { acknowledged: a, unanswered } = standing.limit
  if ((a === null || stands(a)) && unanswered.every(stands)) return standing
  return { ...standing, limit: { acknowledged: a && stands(a) ? a : null, unanswered: unanswered.filter(stands) } }
}

/**
 * Converts to another unit, rounded to the more dangerous value: amperes from watts as if on one phase, watts from
 * amperes on all phases.
 */
export function inUnit(
  standing: LoadStanding,
  unit: PlanUnit,
  { phases, isDc }: { phases: 1 | 3; isDc: boolean },
): LoadStanding {
  if (standing.unit === unit) return standing
  const to = (x: number) => (unit === 'W' ? Math.ceil(x * 23 * phases) : Math.ceil(x / (23 * (isDc ? 3 : 1))))
  const all = (of: Readonly<Record<number, number>>) =>
    Object.fromEntries(Object.entries(of).map(([k, x]) => [k, to(x)]))
  const sent = (l: SentLimit): SentLimit => ({ ...l, limit: to(l.limit), shares: all(l.shares), values: all(l.values) })
  return {
    ...standing,
    unit,
    watch: null,
    safe: {
      told: standing.safe.told === null ? null : to(standing.safe.told),
      acknowledged: standing.safe.acknowledged === null ? null : to(standing.safe.acknowledged),
      unanswered: standing.safe.unanswered.map(to),
    },
    limit: {
      acknowledged: standing.limit.acknowledged && sent(standing.limit.acknowledged),
      unanswered: standing.limit.unanswered.map(sent),
    },
  }
}

type Whole = { connectorIds: readonly number[]; rated: number }
/** True where no limit is certain to stand at the charger. */
export const isUnlimited = (standing: LoadStanding): boolean =>
  standing.carrier === null || standing.safe.acknowledged === null || standing.lost !== null
/**
 * Returns the highest fallback: the rated power until the charger has taken a safe limit, and again from each boot on.
 */
export function safeOf(standing: LoadStanding, { connectorIds, rated }: Whole): number {
  if (isUnlimited(standing)) return rated
  return Math.min(
    rated,
    Math.max(standing.safe.acknowledged ?? 0, most(standing.safe.unanswered)) * Math.max(1, connectorIds.length),
  )
}

/** Returns the limit of a charger before its restart, as long as it has not reported a loss. */
function beforeRestart(s: LoadStanding, { connectorIds, rated }: Whole): number | undefined {
  if (s.lost?.why !== 'boot' || s.carrier === null || s.safe.acknowledged === null) return undefined
  const whole = { connectorIds, rated }
  const limits = [s.limit.acknowledged, ...s.limit.unanswered].flatMap(l => (l ? plannedLimit(s, l, whole).limit : []))
  return Math.min(rated, Math.max(safeOf({ ...s, lost: null }, whole), most(limits)))
}

/** Returns a limit as the planner counts it; a connector that is missing in the limit counts with its safe limit. */
function plannedLimit(s: LoadStanding, l: SentLimit, { connectorIds }: Whole): Limit {
  const safe = Math.max(s.safe.acknowledged ?? 0, most(s.safe.unanswered))
  const whole =
    0 in l.values ? 0 : sum([...Object.values(l.values), ...connectorIds.map(id => (id in l.values ? 0 : safe))])
  return { limit: Math.max(l.limit, whole), shares: l.shares }
}

export type Usable = { isUsable: boolean; connectionNo: number }
export const isBusy = (standing: LoadStanding, { connectionNo, isUsable }: Usable, now: number): boolean =>
  standing.busy !== null && isUsable && standing.busy.connectionNo === connectionNo && standing.busy.until > now
const isPaused = (s: LoadStanding, now: number): boolean => s.pause !== null && s.pause.until > now

/** Returns the state of the charger for the planner. */
export function stateOf(standing: LoadStanding, usable: Usable, now: number): ChargerState {
  if (!usable.isUsable) return 'silent'
  if (isBusy(standing, usable, now)) return 'waiting'
  if (standing.pause && isPaused(standing, now)) return standing.pause.kind
  return standing.limit.acknowledged === null || standing.limit.unanswered.length > 0 ? 'unknown' : 'acknowledged'
}

/** Returns the charger for the planner. */
export const planCharger = (
  standing: LoadStanding,
  {
    pk,
    connectors,
    rated,
    state,
    outside,
  }: {
    pk: number
    connectors: readonly PlanConnector[]
    rated: number
    state: ChargerState
    outside?: number | undefined
  },
): PlanCharger => {
  const whole = { connectorIds: connectors.map(n => n.connectorId), rated }
  return {
    pk,
    connectors,
    state,
    safe: safeOf(standing, whole),
    most: rated,
    outside,
    isUnlimited: isUnlimited(standing),
    acknowledged: standing.limit.acknowledged && plannedLimit(standing, standing.limit.acknowledged, whole),
    unanswered: standing.limit.unanswered.map(l => plannedLimit(standing, l, whole)),
    overdraw: overdrawOf(standing.watch)?.draw,
    beforeRestart: beforeRestart(standing, whole),
  }
}

/** A connector with its running session, if any. */
export type RunningSession = { connectorId: number; transactionId: number | null; isDoubtful?: boolean }
/** Returns the running sessions that are told their limits in profiles of their own, by connector. */
export const toldSessions = (
  standing: LoadStanding,
  connectors: readonly RunningSession[],
): Readonly<Record<number, number>> =>
  standing.carrier === 'station'
    ? {}
    : Object.fromEntries(
        connectors.flatMap(({ connectorId, transactionId, isDoubtful }) =>
          transactionId === null || isDoubtful || standing.refusedSessions.includes(transactionId)
            ? []
            : [[connectorId, transactionId]],
        ),
      )
/** True where a running session has no profile of its own yet. */
export const missesSession = (standing: LoadStanding, connectors: readonly RunningSession[]): boolean =>
  Object.entries(toldSessions(standing, connectors)).some(
    ([id, transactionId]) => standing.limit.acknowledged?.sessions?.[Number(id)] !== transactionId,
  )
/**
 * Returns the value told to each profile of the charger for a limit; the rest goes to connectors without a car, up to
 * the safe limit.
 */
export function valuesOf(
  standing: LoadStanding,
  { limit, shares }: Limit,
  connectorIds: readonly number[],
): Readonly<Record<number, number>> {
  if (standing.carrier === 'station') return { 0: limit }
  const safe = standing.safe.acknowledged ?? 0
  let left = limit - sum(Object.values(shares))
  return Object.fromEntries(
    connectorIds.map(id => {
      if (id in shares) return [id, shares[id] ?? 0]
      const own = left >= safe ? safe : 0
      left -= own
      return [id, own]
    }),
  )
}

/**
 * Returns the least that each connector may have among all limits that may stand: sending this raises nothing,
 * whichever limit stands. Where no limit is acknowledged, or the last one has lapsed, the safe limit may stand.
 */
export function lowestStandingLimit(standing: LoadStanding): Pick<SentLimit, 'limit' | 'shares' | 'values'> {
  const { acknowledged, unanswered } = standing.limit
  const safe = acknowledged === null ? (standing.safe.acknowledged ?? 0) : Number.POSITIVE_INFINITY
  const all = [...(acknowledged ? [acknowledged] : []), ...unanswered]
  const least = (of: readonly Readonly<Record<number, number>>[]) => {
    const ids = new Set(of.flatMap(Object.keys).map(Number))
    return Object.fromEntries([...ids].map(id => [id, Math.min(safe, ...of.map(v => v[id] ?? 0))]))
  }
  const values = least(all.map(l => l.values))
  const shares = least(all.map(l => l.shares))
  return { values, shares, limit: sum(Object.values(values)) }
}

/**
 * Returns the order in which the connectors of a charger are told: first those left with less than their safe limit,
 * whose limits must not lapse before the others', then the lowered, then the raised. Each waits for the answer of the
 * connector before, so that the connectors together never have more than before or after.
 */
export function inOrder(
  standing: LoadStanding,
  values: Readonly<Record<number, number>>,
): readonly (readonly [number, number])[] {
  const safe = standing.safe.acknowledged ?? 0
  const before = standing.limit.acknowledged?.values
  const rank = (id: number, value: number) => (value < safe ? 0 : value <= (before?.[id] ?? safe) ? 1 : 2)
  return Object.entries(values)
    .map(([id, value]) => [Number(id), value] as const)
    .sort(([a, x], [b, y]) => rank(a, x) - rank(b, y) || a - b)
}
