// The allowed and measured sums of balanced sites over time, and the number with which each of their chargers counted
// (load_history, load_charger_history).
import { sql } from 'kysely'
import { ints, texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { KeptPlan } from './load-kept.rules.ts'

import type { PlanUnit } from './load-units.rules.ts'

const SITE_DAYS = 3
const CHARGER_DAYS = 90
const DAY_MS = 86_400_000

export type Point = { at: Date; unit: PlanUnit; loadLimit: number; allowed: number; measured: number | null }
/** Records the sums of plans; for each moment only the last plan. */
export const addPoints = (trx: Trx, plans: readonly { zoneId: number; plan: KeptPlan }[], at: Date): Promise<unknown> =>
  sql`insert into load_history (zone_id, at, unit, load_limit, allowed, at_most, measured)
    select x.zone_id, ${at}::timestamptz, x.unit, x.load_limit, x.allowed, x.at_most, x.measured
    from unnest(${ints(plans.map(p => p.zoneId))}, ${texts(plans.map(p => p.plan.unit))},
      ${ints(plans.map(p => p.plan.limit))}, ${ints(plans.map(p => p.plan.allowed))},
      ${ints(plans.map(p => p.plan.atMost))}, ${ints(plans.map(p => p.plan.measured))})
      x (zone_id, unit, load_limit, allowed, at_most, measured)
    on conflict (zone_id, at) do update set unit = excluded.unit, load_limit = excluded.load_limit,
      allowed = excluded.allowed, at_most = excluded.at_most, measured = excluded.measured`.execute(trx)

export type ChargerLine = { pk: number; zoneId: number; unit: PlanUnit; counted: number; safe: number; state: string }
/** Records numbers and states of chargers that have changed. */
export const addChargerLines = (trx: Trx, lines: readonly ChargerLine[], at: Date): Promise<unknown> =>
  sql`insert into load_charger_history (chargepoint_pk, at, zone_id, unit, counted, safe, state)
    select x.pk, ${at}::timestamptz, x.zone_id, x.unit, x.counted, x.safe, x.state
    from unnest(${ints(lines.map(l => l.pk))}, ${ints(lines.map(l => l.zoneId))}, ${texts(lines.map(l => l.unit))},
      ${ints(lines.map(l => l.counted))}, ${ints(lines.map(l => l.safe))}, ${texts(lines.map(l => l.state))})
      x (pk, zone_id, unit, counted, safe, state)
    on conflict (chargepoint_pk, at) do update set unit = excluded.unit, counted = excluded.counted,
      safe = excluded.safe, state = excluded.state, zone_id = excluded.zone_id`.execute(trx)

/** Returns the sums of a site since a moment, oldest first. */
export const pointsSince = async (db: Db, zoneId: number, since: Date): Promise<Point[]> =>
  (
    await sql<Point>`select at, unit, load_limit, allowed, measured from load_history
      where zone_id = ${zoneId} and at >= ${since} order by at`.execute(db)
  ).rows

/** Deletes lines past their time; returns how many. */
export async function dropOldLoads(trx: Trx, now: Date): Promise<number> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const { rows } = await sql<{ n: number }>`
    with a as (delete from load_history where at < ${before(SITE_DAYS)} returning 1),
    b as (delete from load_charger_history where at < ${before(CHARGER_DAYS)} returning 1)
    select ((select count(*) from a) + (select count(*) from b))::int as n`.execute(trx)
  return rows[0]?.n ?? 0
}
