// One decision for a balanced site (D-SITE-4): from the stored state of its chargers, the limits to send now, the other
// messages to chargers, and the memory for the next decision and for the site's page. Nothing is done here.
import {
  type ChargerFacts,
  drawOf,
  outsideOf,
  phasesOfCharger,
  planConnector,
  ratedOfCharger,
  SLACK,
  safeShares,
  wantOf,
} from './load-facts.rules.ts'
import {
  booted,
  isMixed,
  type Job,
  joined,
  LONGEST_CALL_MS,
  lapsesSoon,
  renewed,
  unmixed,
  unprepared,
  withoutEnded,
} from './load-job.rules.ts'
import { type KeptPlan, planWithLimits, type SeenCharger, type SumMemory, sumAfter } from './load-kept.rules.ts'
import { nextDrawWatch } from './load-overdraw.rules.ts'
import { highestStandingLimit, mostAllowed, planOf } from './load-plan.rules.ts'
import { keyOf, type Memory, nothingRemembered } from './load-plan-types.rules.ts'
import {
  aged,
  inUnit,
  isBusy,
  isUnlimited,
  LEASE_MS,
  type LoadStanding,
  missesSession,
  nothingStands,
  planCharger,
  type SentLimit,
  stateOf,
  toldSessions,
  valuesOf,
} from './load-standing.rules.ts'
import { limitOf, type PlanUnit, planUnitOf } from './load-units.rules.ts'
import type { LoadUnit } from './load-units.words.ts'

/** The memory of a site from one decision to the next. */
export type SiteMemory = {
  turns: Memory
  /** By connector: since when its car has had enough. */
  enough: Readonly<Record<string, number>>
  /** The energy taken since the clock hour began, up to `at`. */
  hour: { start: number; wh: number; at: number } | null
  /** Null: nothing was decided yet, or only in another unit. */
  sum: (SumMemory & { unit: PlanUnit }) | null
}
export const newMemory: SiteMemory = { turns: nothingRemembered, enough: {}, hour: null, sum: null }

export type Member = { facts: ChargerFacts; standing: LoadStanding | null }
export type Site = { value: number; unit: LoadUnit; members: readonly Member[]; memory: SiteMemory }
/** `unit`: the unit of the job's steps. */
type Begun = { pk: number; job: Job; token: string; unit: PlanUnit }
export type Decision = {
  plan: KeptPlan
  memory: SiteMemory
  /** The states of chargers to store before anything is sent. */
  standings: ReadonlyMap<number, LoadStanding>
  jobs: readonly Begun[]
}

const HOUR_MS = 3_600_000
/** After so long without a decision the energy taken meanwhile is unknown. */
const GAP_MS = 120_000

const sum = (of: readonly number[]): number => of.reduce((a, b) => a + b, 0)

/** `token`: a new name for each job, by which its sender is known. */
export function decide({
  value,
  unit: loadUnit,
  members,
  memory,
  now,
  token,
}: Site & { now: number; token: () => string }): Decision {
  const unit = planUnitOf(loadUnit)
  const enough: Record<string, number> = {}
  const seen = members.map(m => seenOf(m, { unit, memory, enough, now }))
  const watts = sum(
    members.flatMap(m =>
      m.facts.connectors.map(n => drawOf(m.facts.type, n, { unit: 'W', given: undefined, now }) ?? 0),
    ),
  )
  const hour = hourOf(memory.hour, watts, now)
  const limit = limitOf({ value, unit: loadUnit }, { now, usedWh: loadUnit === 'kWh' ? (hour?.wh ?? null) : null })
  const nominal = limitOf({ value, unit: loadUnit }, { now, usedWh: null })

  const jobs: Begun[] = []
  const begin = (c: SeenCharger, asked: Job) => {
    const clockMs = Math.abs(c.facts.clockOffsetSec) * 1000
    const job: Job =
      asked.do === 'limit'
        ? { ...asked, sent: { ...asked.sent, clockMs, sessions: toldSessions(c.s, c.facts.connectors) } }
        : asked
    c.job = job
    const name = token()
    c.s = { ...c.s, busy: { token: name, until: now + LONGEST_CALL_MS, connectionNo: c.facts.connectionNo } }
    if (job.do === 'limit') c.s = { ...c.s, limit: { ...c.s.limit, unanswered: [...c.s.limit.unanswered, job.sent] } }
    if (job.do === 'prepare' && c.s.safe.acknowledged !== null && !c.s.safe.unanswered.includes(job.share))
      c.s = { ...c.s, safe: { ...c.s.safe, unanswered: [...c.s.safe.unanswered, job.share] } }
    jobs.push({ pk: c.facts.pk, job, token: name, unit })
  }
  prepareFirst(seen, {
    shares: safeShares(
      members.map(m => m.facts),
      nominal,
      unit,
    ),
    limit,
    now,
    begin,
  })

  const chargers = seen.map(c =>
    planCharger(c.s, {
      pk: c.facts.pk,
      connectors: c.connectors,
      rated: c.rated,
      state: stateOf(c.s, c.facts, now),
      outside: outsideOf(c.facts, undefined, { unit, now }),
    }),
  )
  const plan = planOf({ limit, chargers, memory: memory.turns, now, slack: SLACK[unit] })
  const byPk = new Map(seen.map(c => [c.facts.pk, c]))
  for (const { pk, ...l } of plan.messages) {
    const c = byPk.get(pk)
    if (c) begin(c, { do: 'limit', sent: sentOf(c, l, now) })
  }
  for (const c of seen)
    if (
      !c.job &&
      c.s.limit.acknowledged &&
      stateOf(c.s, c.facts, now) === 'acknowledged' &&
      (lapsesSoon(c.s, now) || missesSession(c.s, c.facts.connectors))
    )
      begin(c, { do: 'limit', sent: renewed(c.s.limit.acknowledged, now) })

  const after = sumAfter(memory.sum?.unit === unit ? memory.sum : null, { limit, atMost: plan.atMost }, now)
  return {
    plan: planWithLimits(seen, plan, { unit, limit, above: after.above, now }),
    memory: { turns: plan.memory, enough, hour, sum: { ...after, unit } },
    standings: new Map(seen.map(c => [c.facts.pk, c.s])),
    jobs,
  }
}

/**
 * Returns the energy since the clock hour began, adding the power measured now for the time since the decision before.
 */
function hourOf(before: SiteMemory['hour'], watts: number, now: number): SiteMemory['hour'] {
  const start = now - (now % HOUR_MS)
  if (!before || before.at > now || now - before.at > GAP_MS)
    return before?.start === start ? { ...before, at: now } : { start, wh: 0, at: now }
  const since = Math.max(start, before.at)
  const wh = (before.start === start ? before.wh : 0) + (watts * (now - since)) / HOUR_MS
  return { start, wh, at: now }
}

/**
 * Returns the limits that may stand at a charger now: without lapsed ones, after its boots and its arrival at the site.
 */
export function standingLimitsNow({ facts, standing }: Member, unit: PlanUnit, now: number): LoadStanding {
  const stored: LoadStanding = { ...nothingStands(unit), ...standing }
  const s = inUnit(stored, unit, { phases: phasesOfCharger(facts), isDc: facts.type === 'DC' })
  return withoutEnded(booted(joined(aged(s, now), facts.joinedAt), facts.bootAt, now), facts.connectors)
}

function seenOf(
  { facts, standing }: Member,
  { unit, memory, enough, now }: { unit: PlanUnit; memory: SiteMemory; enough: Record<string, number>; now: number },
): SeenCharger {
  const s = standingLimitsNow({ facts, standing }, unit, now)
  const connectors = facts.connectors.map(n => {
    const key = keyOf(facts.pk, n.connectorId)
    const { wants, enoughSince } = wantOf(n, memory.enough[key] ?? null, now)
    if (enoughSince !== null) enough[key] = enoughSince
    const given = s.limit.acknowledged?.shares[n.connectorId]
    return planConnector(facts.type, n, {
      unit,
      wants,
      draw: drawOf(facts.type, n, { unit, given, now }),
      outside: outsideOf(facts, n, { unit, now }),
    })
  })
  const rated = ratedOfCharger(facts, unit)
  return { facts, s: { ...s, watch: watchOf(s, { facts, connectors, rated, now }) }, connectors, rated, job: null }
}

/** Returns the memory of the charger's draw beside its limits; null while no limit is certain to stand there. */
function watchOf(
  s: LoadStanding,
  { facts, connectors, rated, now }: Pick<SeenCharger, 'facts' | 'connectors' | 'rated'> & { now: number },
): LoadStanding['watch'] {
  if (isUnlimited(s)) return null
  const running = facts.connectors.flatMap((n, i) =>
    n.transactionId === null ? [] : [{ draw: connectors[i]?.draw ?? null, at: n.meteredAt }],
  )
  const told = running.flatMap(({ draw, at }) => (draw === null || at === null ? [] : [{ draw, at }]))
  const limit = mostAllowed(planCharger(s, { pk: facts.pk, connectors, rated, state: 'unknown' }))
  const measured = {
    drawing: told.length,
    draw: sum(told.map(t => t.draw)),
    isPartial: told.length < running.length,
    at: told.length === 0 ? null : Math.min(...told.map(t => t.at)),
  }
  return nextDrawWatch(s.watch, { limit, measured, unit: s.unit, now })
}

/**
 * Begins jobs for chargers that need their safe limit first, or whose connectors may have been told different limits.
 */
function prepareFirst(
  seen: readonly SeenCharger[],
  {
    shares,
    limit,
    now,
    begin,
  }: { shares: ReadonlyMap<number, number>; limit: number; now: number; begin: (c: SeenCharger, job: Job) => void },
): void {
  const standing = (c: SeenCharger) =>
    highestStandingLimit(
      planCharger(c.s, { pk: c.facts.pk, connectors: c.connectors, rated: c.rated, state: 'unknown' }),
    )
  let room = limit - sum(seen.map(standing))
  for (const c of seen) {
    const { facts, s } = c
    if (!facts.isUsable || isBusy(s, facts, now) || (s.pause && s.pause.until > now)) continue
    const share = shares.get(facts.pk) ?? 0
    const why = unprepared(s, share)
    if (why === 'safe' && s.safe.acknowledged !== null && share > Math.max(s.safe.acknowledged, ...s.safe.unanswered)) {
      // A higher safe limit is a raise like any other: it needs room.
      const before = standing(c)
      const after = Math.max(before, Math.min(c.rated, share * Math.max(1, facts.connectors.length)))
      if (after - before > room) continue
      room -= after - before
    }
    // After a boot nothing is raised: the former safe limit is installed again.
    if (why) begin(c, { do: 'prepare', why, share: why === 'boot' ? Math.min(share, s.safe.told ?? share) : share })
    else if (isMixed(s, facts.connectors.length)) begin(c, { do: 'limit', sent: unmixed(s, now) })
  }
}

const sentOf = (
  c: SeenCharger,
  { limit, shares }: { limit: number; shares: Readonly<Record<number, number>> },
  now: number,
): SentLimit => ({
  limit,
  shares,
  lapsesAt: now + LEASE_MS,
  values: valuesOf(
    c.s,
    { limit, shares },
    c.facts.connectors.map(n => n.connectorId),
  ),
})
