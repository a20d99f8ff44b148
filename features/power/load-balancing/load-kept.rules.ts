// A decision of load balancing as it is stored for the site's page and compared with the next decision (D-SITE-4).
import { loadText } from '#fleet/chargers/load-figure.rules.ts'
import { type ChargerFacts, shownDraw } from './load-facts.rules.ts'
import type { Job } from './load-job.rules.ts'
import { type Overdraw, overdrawOf } from './load-overdraw.rules.ts'
import type { ChargerState, LimitReason, Plan, PlanConnector, ShareReason } from './load-plan-types.rules.ts'
import { minutesText } from './load-reason.rules.ts'
import {
  isBusy,
  isUnlimited,
  type LoadStanding,
  type Lost,
  safeOf,
  standsUntil,
  stateOf,
} from './load-standing.rules.ts'
import type { PlanUnit } from './load-units.rules.ts'

/** A charger while its site is decided on. `job`: the work begun with it. */
export type SeenCharger = {
  facts: ChargerFacts
  s: LoadStanding
  connectors: readonly PlanConnector[]
  rated: number
  job: Job | null
}

type KeptConnector = {
  connectorId: number
  status: string | null
  share: number
  draw: number | null
  reason: ShareReason
}
export type KeptCharger = {
  pk: number
  state: ChargerState | 'forgotten'
  /** The charger's number in the allowed sum. */
  counted: number
  safe: number
  reason: LimitReason
  /** The obstacle to its limit, in words. */
  note: string | null
  /** Since its last restart no limit is certain; plans stored by earlier releases lack this field. */
  lost?: Lost | null
  isUnlimited?: boolean
  /** The charger draws more than its limit. */
  overdraw?: Overdraw | null
  connectors: readonly KeptConnector[]
}
/** A decision as the site's page shows it. */
export type KeptPlan = {
  unit: PlanUnit
  limit: number
  allowed: number
  atMost: number
  measured: number | null
  safe: number
  exceeds: Plan['exceeds']
  /** Since when the chargers may take more than the limit; plans stored by earlier releases lack this field. */
  above?: Above | null
  chargers: readonly KeptCharger[]
}
/** `isLowered`: because the limit was lowered. `since`: ms since 1970. */
export type Above = { since: number; isLowered: boolean }
/** The sum of a site, remembered from one decision to the next. */
export type SumMemory = { limit: number; above: Above | null }
export const sumAfter = (
  before: SumMemory | null,
  { limit, atMost }: { limit: number; atMost: number },
  now: number,
): SumMemory => ({
  limit,
  above: atMost <= limit ? null : (before?.above ?? { since: now, isLowered: before !== null && limit < before.limit }),
})

const sum = (of: readonly number[]): number => of.reduce((a, b) => a + b, 0)

function noteOf({ s, facts, job, connectors, rated }: SeenCharger, now: number): string | null {
  if (s.pause && s.pause.until > now && s.pause.note) return s.pause.note
  const isTold = facts.isUsable && isBusy(s, facts, now)
  if (job?.do === 'prepare' || (isTold && s.limit.unanswered.length === 0))
    return 'It is being told its safe limit first'
  if (s.carrier === null && !facts.isUsable)
    return 'Not connected since load balancing is on: counts with its rated power'
  if (stateOf(s, facts, now) !== 'silent') return null
  const safe = safeOf(s, { connectorIds: connectors.map(n => n.connectorId), rated })
  const above = [s.limit.acknowledged, ...s.limit.unanswered].flatMap(l => (l && l.limit > safe ? [l] : []))
  if (above.length === 0) return null
  const limit = Math.max(...above.map(l => l.limit))
  const until = Math.max(...above.map(standsUntil))
  return `Does not answer: its last limit of ${loadText(s.unit, limit)} may stand for ${minutesText(until - now)} more; room is kept for it`
}

/** A restarted charger is shown as restarted, unless it refuses its messages or does not answer. */
function shownState({ s, facts }: SeenCharger, now: number): KeptCharger['state'] {
  const state = stateOf(s, facts, now)
  return s.lost === null || state === 'refused' || state === 'silent' ? state : 'forgotten'
}

function drawAt({ facts, connectors }: SeenCharger, i: number): number | null {
  const n = facts.connectors[i]
  return n ? shownDraw(n, connectors[i]?.draw ?? null) : null
}

/** Returns the plan with the limits at each charger. */
export function planWithLimits(
  seen: readonly SeenCharger[],
  plan: Plan,
  { unit, limit, above, now }: { unit: PlanUnit; limit: number; above: Above | null; now: number },
): KeptPlan {
  const draws = seen.flatMap(c =>
    c.facts.connectors.flatMap((n, i) => (n.transactionId === null ? [] : [drawAt(c, i)])),
  )
  const isTold = draws.length === 0 || draws.some(d => d !== null)
  const chargers = plan.chargers.map((p, i): KeptCharger => {
    const c = seen[i] as SeenCharger
    const whole = { connectorIds: c.connectors.map(n => n.connectorId), rated: c.rated }
    return {
      pk: p.pk,
      state: shownState(c, now),
      counted: p.counted,
      reason: p.reason,
      note: noteOf(c, now),
      safe: safeOf(c.s, whole),
      lost: c.s.lost,
      isUnlimited: isUnlimited(c.s),
      overdraw: overdrawOf(c.s.watch) ?? null,
      connectors: p.connectors.map((n, k) => ({
        ...n,
        status: c.facts.connectors[k]?.status ?? null,
        draw: drawAt(c, k),
      })),
    }
  })
  return {
    unit,
    limit,
    above,
    chargers,
    exceeds: plan.exceeds,
    allowed: plan.allowed,
    atMost: plan.atMost,
    measured: isTold ? sum(draws.map(d => d ?? 0)) : null,
    safe: sum(chargers.map(c => c.safe)),
  }
}
