// The last decision of a site as its page shows it (D-SITE-4): figures in A or kW, and the reasons in words.
import type { SiteLoad } from './load.contract.ts'
import { type ChargerFacts, phasesOfCharger, ratedOfCharger } from './load-facts.rules.ts'
import type { KeptPlan } from './load-kept.rules.ts'
import { limitText, loadText, shareText } from './load-reason.rules.ts'
import type { Member } from './load-site.rules.ts'
import { aged, inUnit, nothingStands, safeOf } from './load-standing.rules.ts'
import type { LoadUnit } from './load-units.contract.ts'
import { type PlanUnit, planUnitOf } from './load-units.rules.ts'

export type Viewed = {
  isOn: boolean
  unit: LoadUnit
  plan: KeptPlan | null
  plannedAt: Date | null
  members: readonly (Member & { id: string })[]
  points: readonly { at: Date; unit: PlanUnit; loadLimit: number; allowed: number; measured: number | null }[]
  now: Date
}

const STEPS: Readonly<Record<PlanUnit, number>> = { dA: 10, W: 1000 }
const figureOf = (unit: PlanUnit, steps: number): number => steps / STEPS[unit]
const maybe = (unit: PlanUnit, steps: number | null): number | null => (steps === null ? null : figureOf(unit, steps))

/** The figure without its unit: 92.0 of amperes, 7.36 of kW. */
const bare = (unit: PlanUnit, steps: number): string => figureOf(unit, steps).toFixed(unit === 'dA' ? 1 : 2)

/** What is proven of the sum, in one sentence. */
export function proofText({ unit, limit, allowed, atMost, exceeds }: KeptPlan): string {
  const sums = `Allowed ${bare(unit, allowed)} of ${loadText(unit, limit)}`
  if (exceeds === 'safe')
    return `${sums}: what chargers hold by themselves is more than the Load Value, so none gets more than its safe limit`
  if (atMost > limit)
    return `${sums}: chargers are being told less, and none is told more until the sum is within the limit`
  return `${sums}; at most ${loadText(unit, atMost).replace(/^\S+/, bare(unit, atMost))} whatever is answered`
}

/** What chargers hold that cannot be told less now. */
function heldOf(members: Viewed['members'], unit: PlanUnit, now: number): number {
  const held = (facts: ChargerFacts, standing: Member['standing']) => {
    const s = aged(
      inUnit(standing ?? nothingStands(unit), unit, { phases: phasesOfCharger(facts), isDc: facts.type === 'DC' }),
      now,
    )
    const isRefusing = s.pause?.kind === 'refused' && s.pause.until > now
    if (facts.isUsable && !isRefusing) return 0
    const connectorIds = facts.connectors.map(n => n.connectorId)
    return safeOf(s, { connectorIds, rated: ratedOfCharger(facts, unit) })
  }
  return members.reduce((sum, m) => sum + held(m.facts, m.standing), 0)
}

export function viewOf({ isOn, unit: loadUnit, plan: kept, plannedAt, members, points, now }: Viewed): SiteLoad {
  const unit = planUnitOf(loadUnit)
  // A plan in another unit is one of before the unit was changed.
  const plan = isOn && kept?.unit === unit ? kept : null
  const ids = new Map(members.map(m => [m.facts.pk, m.id]))
  const at = now.getTime()
  return {
    isOn,
    unit: unit === 'dA' ? 'A' : 'kW',
    plannedAt: plan && plannedAt ? plannedAt.toISOString() : null,
    limit: plan && figureOf(unit, plan.limit),
    allowed: plan && figureOf(unit, plan.allowed),
    atMost: plan && figureOf(unit, plan.atMost),
    measured: plan && maybe(unit, plan.measured),
    proof: plan ? proofText(plan) : '',
    isExceeded: plan !== null && plan.allowed > plan.limit,
    held: { A: figureOf('dA', heldOf(members, 'dA', at)), kW: figureOf('W', heldOf(members, 'W', at)) },
    chargers: (plan?.chargers ?? []).flatMap(c => {
      const id = ids.get(c.pk)
      if (id === undefined) return []
      return [
        {
          ...{ chargepoint_pk: c.pk, chargepoint_id: id, state: c.state },
          ...{
            limit: figureOf(unit, c.counted),
            safe: figureOf(unit, c.safe),
            why: c.note ?? limitText(c.reason, unit),
          },
          connectors: c.connectors.map(n => ({
            ...{ connectorId: n.connectorId, status: n.status },
            ...{
              share: figureOf(unit, n.share),
              draw: maybe(unit, n.draw),
              why: shareText(n.reason, { unit, now: at }),
            },
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
