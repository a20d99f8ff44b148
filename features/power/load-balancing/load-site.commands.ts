// Decides for balanced sites (D-SITE-4), each under its lock: the limits that may stand at chargers from now on are
// committed before any of them is sent, so that a crash forgets no limit. Returns the jobs to carry out.
import { randomUUID } from 'node:crypto'
import type { Services } from '#office/installation/services.ts'
import type { Trx } from '#platform/db/db.ts'
import * as store from './load.store.ts'
import type { ChargerFacts } from './load-facts.rules.ts'
import * as history from './load-history.store.ts'
import type { Job } from './load-job.rules.ts'
import type { KeptPlan } from './load-kept.rules.ts'
import { isSuspect, LOOK_AGAIN_MS } from './load-overdraw.rules.ts'
import { decide, newMemory } from './load-site.rules.ts'
import type { PlanUnit } from './load-units.rules.ts'

/** A job for a charger, as the charger stood when it was decided. */
export type Task = { facts: ChargerFacts; job: Job; token: string; unit: PlanUnit; zoneId: number }

/** The plan of a site as far as people see it change. */
const seenOf = (p: KeptPlan | null): string =>
  p === null
    ? ''
    : JSON.stringify([
        p.limit,
        p.allowed,
        p.atMost,
        p.exceeds,
        p.above !== null,
        p.chargers.map(c => [c.pk, c.state, c.counted, c.note, c.overdraw?.since, c.connectors.map(n => n.share)]),
      ])

/** `isDue`: the sums are written down though nothing has changed. */
export async function planSites(services: Services, zoneIds: readonly number[], isDue: boolean): Promise<Task[]> {
  const at = services.now()
  const { tasks, told } = await services.db.transaction().execute(trx => plan(trx, zoneIds, { at, isDue }))
  if (services.bus.isHeard())
    for (const { zoneId, companyId, teamId, plan: p } of told)
      services.bus.publish({
        companyId,
        event: { type: 'load', at: at.toISOString(), teamId, zoneId, measured: p.measured, allowed: p.allowed },
      })
  return tasks
}

type Told = store.HeldSite & { plan: KeptPlan }
async function plan(
  trx: Trx,
  zoneIds: readonly number[],
  { at, isDue }: { at: Date; isDue: boolean },
): Promise<{ tasks: Task[]; told: Told[] }> {
  const sites = await store.holdSites(trx, zoneIds)
  if (sites.length === 0) return { tasks: [], told: [] }
  const members = await store.membersOf(
    trx,
    sites.map(s => s.zoneId),
  )
  const tasks: Task[] = []
  const kept: store.StoredPlan[] = []
  const standings: Parameters<typeof store.savePlans>[1]['standings'][number][] = []
  const lines: history.ChargerLine[] = []
  const told: Told[] = []
  const points: { zoneId: number; plan: KeptPlan }[] = []
  for (const site of sites) {
    const { zoneId } = site
    const of = members.get(zoneId) ?? []
    const d = decide({
      ...site,
      members: of,
      memory: { ...newMemory, ...site.memory },
      now: at.getTime(),
      token: randomUUID,
    })
    const isSoon = [...d.standings.values()].some(s => isSuspect(s.watch, at.getTime()))
    const dueAt = isSoon ? new Date(at.getTime() + LOOK_AGAIN_MS) : null
    kept.push({ zoneId, plan: d.plan, memory: d.memory, dueAt })
    const before = new Map(of.map(m => [m.facts.pk, m]))
    for (const [pk, standing] of d.standings)
      if (JSON.stringify(before.get(pk)?.standing) !== JSON.stringify(standing))
        standings.push({ pk, zoneId, standing })
    for (const { pk, ...begun } of d.jobs) {
      const facts = before.get(pk)?.facts
      if (facts) tasks.push({ ...begun, facts, zoneId })
    }
    const known = new Map(site.plan?.chargers.map(c => [c.pk, c]))
    for (const { pk, counted, safe, state } of d.plan.chargers) {
      const k = known.get(pk)
      if (k?.counted !== counted || k.state !== state || k.safe !== safe)
        lines.push({ pk, zoneId, unit: d.plan.unit, counted, safe, state })
    }
    const hasChanged = seenOf(site.plan) !== seenOf(d.plan)
    if (isDue || hasChanged) points.push({ zoneId, plan: d.plan })
    if (hasChanged || site.plan?.measured !== d.plan.measured) told.push({ ...site, plan: d.plan })
  }
  await store.savePlans(trx, { sites: kept, standings, at })
  if (points.length > 0) await history.addPoints(trx, points, at)
  if (lines.length > 0) await history.addChargerLines(trx, lines, at)
  return { tasks, told }
}
