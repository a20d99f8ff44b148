// The last decision of a site for its page (D-SITE-4): figures in A or kW, and the reasons in words.
import { loadText } from '#fleet/chargers/load-figure.rules.ts'
import { outsideText } from '#fleet/stations/outside-limit.rules.ts'
import type { SiteLoad } from './load.contract.ts'
import { outsideOf, ratedOfCharger } from './load-facts.rules.ts'
import type { KeptPlan } from './load-kept.rules.ts'
import { limitText, lostText, shareText, spanText } from './load-reason.rules.ts'
import { type Member, standingLimitsNow } from './load-site.rules.ts'
import { safeOf } from './load-standing.rules.ts'
import { type PlanUnit, planUnitOf } from './load-units.rules.ts'
import type { LoadUnit } from './load-units.words.ts'
import { namesText } from './load-words.rules.ts'

export type Viewed = {
  isOn: boolean
  unit: LoadUnit
  plan: KeptPlan | null
  plannedAt: Date | null
  members: readonly (Member & { id: string })[]
  points: readonly { at: Date; unit: PlanUnit; loadLimit: number; allowed: number; measured: number | null }[]
  now: Date
  /** How a charger names its connectors. */
  evseOf: (pk: number, connectorId: number) => { evseId: number | null; evseConnectorId: number | null }
}

const STEPS: Readonly<Record<PlanUnit, number>> = { dA: 10, W: 1000 }
const figureOf = (unit: PlanUnit, steps: number): number => steps / STEPS[unit]
const maybe = (unit: PlanUnit, steps: number | null): number | null => (steps === null ? null : figureOf(unit, steps))

const REST =
  'Only a charger that restarts and forgets its limit may take more, until it has taken its limit again; the others are told less meanwhile.'
type Told = { idOf: (pk: number) => string | undefined; now: number }
/** Returns which chargers draw more than their limits, in words; undefined where none does. */
function overdrawText({ unit, chargers }: KeptPlan, { idOf, now }: Told): string | undefined {
  const over = chargers.flatMap(c => (c.overdraw ? [{ id: idOf(c.pk), ...c.overdraw }] : []))
  const [first] = over
  if (!first) return undefined
  const span = spanText(now - Math.min(...over.map(o => o.since)))
  const names = namesText(over.flatMap(o => o.id ?? []))
  return over.length === 1
    ? `${names} has drawn more than its limit for ${span}, ${loadText(unit, first.draw)} instead of ${loadText(unit, first.limit)}, and counts with what it draws.`
    : `${names} have drawn more than their limits for up to ${span} and count with what they draw.`
}

/** Returns how certain it is that the sum stays within the limit, in words. `idOf`: the id of a charger. */
export function proofText(plan: KeptPlan, told: Told): string {
  const over = overdrawText(plan, told)
  return over === undefined ? sumText(plan, told) : `${over} ${sumText(plan, told, true)}`
}
function sumText(
  { unit, limit, allowed, atMost, exceeds, above, chargers }: KeptPlan,
  { idOf, now }: Told,
  isOverdrawn = false,
): string {
  const [loadValue, most] = [`Load Value of ${loadText(unit, limit)}`, loadText(unit, atMost)]
  const since = above ? ` for ${spanText(now - above.since)} now` : ''
  const lost = chargers.flatMap(c => (c.lost ? [{ id: idOf(c.pk), since: c.lost.since }] : []))
  if (lost.length > 0) {
    const span = spanText(now - Math.min(...lost.map(l => l.since)))
    const names = namesText(lost.flatMap(l => l.id ?? []))
    const who =
      lost.length === 1
        ? `${names} restarted ${span} ago and has taken no limit since, so it may charge at full power.`
        : `${names} restarted up to ${span} ago and have taken no limits since, so they may charge at full power.`
    return atMost > limit
      ? `${who} The chargers may take ${most} together, above the ${loadValue}${since}: until those have taken a limit, no charger is told more.`
      : `${who} Even so the chargers cannot take more than ${most} together, within the ${loadValue}.`
  }
  if (isOverdrawn && atMost > limit)
    return `The chargers may take ${most} together, above the ${loadValue}${since}: the others are told less, down to their safe limits.`
  if (exceeds === 'safe')
    return `The chargers may take ${most} together, above the ${loadValue}${since}: some are not connected or refuse limits and may take too much by themselves. No charger gets more than its safe limit until that is over.`
  if (atMost > limit)
    return `The chargers may still take ${most} together, above the ${loadValue}${since}${above?.isLowered ? ', which was lowered' : ''}: they are being told less, and none is told more until they are within it.`
  const sums = `The chargers may take ${loadText(unit, allowed)} together, within the ${loadValue}.`
  const late = `Counted with limits that are not answered yet or may still stand at silent chargers, it is ${most} at most.`
  return atMost > allowed ? `${sums} ${late} ${REST}` : `${sums} ${REST}`
}

const standingOf = ({ facts, standing }: Member, unit: PlanUnit, now: number) => {
  const s = standingLimitsNow({ facts, standing }, unit, now)
  const whole = { connectorIds: facts.connectors.map(n => n.connectorId), rated: ratedOfCharger(facts, unit) }
  return { s, whole, safe: safeOf(s, whole) }
}
/** The sum of the safe limits of chargers that cannot be told less now. */
const heldOf = (members: Viewed['members'], unit: PlanUnit, now: number): number =>
  members.reduce((sum, m) => {
    const { s, safe } = standingOf(m, unit, now)
    const isRefusing = s.pause?.kind === 'refused' && s.pause.until > now
    return sum + (m.facts.isUsable && !isRefusing ? 0 : safe)
  }, 0)
/** The sum if all chargers restart, and those that have forgotten their limits before forget them again. */
const restartOf = (members: Viewed['members'], unit: PlanUnit, now: number): number =>
  members.reduce((sum, m) => {
    const { s, whole, safe } = standingOf(m, unit, now)
    return sum + (s.forgets ? whole.rated : safe)
  }, 0)

/** Returns words for the number of a charger that cannot be told anything, where the number is not its safe limit. */
function standsText({ reason, counted, safe, isUnlimited }: KeptPlan['chargers'][number], unit: PlanUnit): string {
  if (reason.why !== 'refused' && reason.why !== 'does not answer') return ''
  const did = reason.why === 'refused' ? 'Refused its limit' : 'Does not answer'
  if (isUnlimited) return `${did}: counts with its rated power`
  return reason.why === 'refused' && counted > safe ? `${did}: ${loadText(unit, counted)} may still stand there` : ''
}

function outsideViewOf({ facts }: Member, unit: PlanUnit, now: number): SiteLoad['chargers'][number]['outsideLimits'] {
  return (facts.outside ?? []).map(o => {
    const n = facts.connectors.find(c => (c.evseId ?? c.connectorId) === o.evseId)
    const limit = o.evseId > 0 && !n ? undefined : outsideOf({ ...facts, outside: [o] }, n, { unit, now })
    return {
      evseId: o.evseId === 0 ? null : o.evseId,
      source: o.source,
      since: new Date(o.since).toISOString(),
      isGridCritical: o.isGridCritical,
      limit: maybe(unit, limit ?? null),
      text: outsideText(o, now),
    }
  })
}

export function viewOf({
  isOn,
  unit: loadUnit,
  plan: kept,
  plannedAt,
  members,
  points,
  now,
  evseOf,
}: Viewed): SiteLoad {
  const unit = planUnitOf(loadUnit)
  // A plan in another unit was made before the unit was changed.
  const plan = isOn && kept?.unit === unit ? kept : null
  const byPk = new Map(members.map(m => [m.facts.pk, m]))
  const at = now.getTime()
  return {
    isOn,
    unit: unit === 'dA' ? 'A' : 'kW',
    plannedAt: plan && plannedAt ? plannedAt.toISOString() : null,
    limit: plan && figureOf(unit, plan.limit),
    allowed: plan && figureOf(unit, plan.allowed),
    atMost: plan && figureOf(unit, plan.atMost),
    measured: plan && maybe(unit, plan.measured),
    proof: plan ? proofText(plan, { idOf: pk => byPk.get(pk)?.id, now: at }) : '',
    isExceeded: plan !== null && plan.allowed > plan.limit,
    aboveSince: plan?.above ? new Date(plan.above.since).toISOString() : null,
    held: { A: figureOf('dA', heldOf(members, 'dA', at)), kW: figureOf('W', heldOf(members, 'W', at)) },
    restart: {
      A: figureOf('dA', restartOf(members, 'dA', at)),
      kW: figureOf('W', restartOf(members, 'W', at)),
      forgetful: members.flatMap(m => (m.standing?.forgets ? m.id : [])),
    },
    chargers: (plan?.chargers ?? []).flatMap(c => {
      const member = byPk.get(c.pk)
      if (!member) return []
      return [
        {
          chargepoint_pk: c.pk,
          chargepoint_id: member.id,
          state: c.state,
          limit: figureOf(unit, c.counted),
          safe: figureOf(unit, c.safe),
          isUnlimited: c.isUnlimited ?? false,
          overdraw: c.overdraw
            ? {
                since: new Date(c.overdraw.since).toISOString(),
                draw: figureOf(unit, c.overdraw.draw),
                limit: figureOf(unit, c.overdraw.limit),
              }
            : null,
          outsideLimits: outsideViewOf(member, unit, at),
          restartedAt: c.lost ? new Date(c.lost.since).toISOString() : null,
          why: c.lost
            ? lostText(c.lost, c.state, { power: loadText(unit, c.safe), now: at })
            : c.overdraw
              ? limitText(c.reason, unit)
              : (c.note ?? (standsText(c, unit) || limitText(c.reason, unit))),
          connectors: c.connectors.map(n => ({
            connectorId: n.connectorId,
            ...evseOf(c.pk, n.connectorId),
            status: n.status,
            share: figureOf(unit, n.share),
            draw: maybe(unit, n.draw),
            why: shareText(n.reason, { unit, now: at }),
          })),
        },
      ]
    }),
    history: points
      .filter(p => p.unit === unit)
      .map(p => ({
        at: p.at.toISOString(),
        limit: figureOf(unit, p.loadLimit),
        allowed: figureOf(unit, p.allowed),
        measured: maybe(unit, p.measured),
      })),
  }
}
