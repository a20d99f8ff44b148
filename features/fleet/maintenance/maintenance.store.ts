// Windows of planned maintenance: read, made, changed, begun and ended.
import { sql } from 'kysely'
import { ints } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import { type Scope, within } from '#platform/db/scope.ts'
import { recordReads } from '#platform/records/reads.ts'
import { recordWrites } from '#platform/records/writes.ts'
import { maintenanceFields } from './maintenance.fields.ts'
import type { MaintenanceState } from './maintenance.words.ts'

export type MaintenanceRow = Stored<'maintenanceWindow'> & {
  teamName: string
  plannedBy: string | null
  endedByName: string | null
  chargersCount: number
  refusedCount: number
  /** Those that are named one by one, for the audit log. */
  chargerNames: string[]
  siteNames: string[]
}

const reads = recordReads<MaintenanceRow>()({
  fields: maintenanceFields,
  from: sql`maintenance_window w join team t on t.id = w.team_id left join app_user u on u.id = w.created_by
    left join app_user e on e.id = w.ended_by`,
  alias: 'w',
  id: sql`w.maintenance_id`,
  joined: {
    team_name: sql`t.name`,
    planned_by: sql`u.username`,
    ended_by_name: sql`e.username`,
    chargers_count: sql`(select count(*) from maintenance_charger m where m.maintenance_id = w.maintenance_id)`,
    refused_count: sql`(select count(distinct p.chargepoint_pk) from maintenance_step p
      where p.maintenance_id = w.maintenance_id and p.state = 'rejected' and p.what <> 'reservation')`,
  },
  beside: sql`w.company_id, w.charger_pks, w.zone_ids, w.view_id,
    array(select c.chargepoint_id from charger c where c.chargepoint_pk = any(w.charger_pks) order by 1) as charger_names,
    array(select z.zone_name from charging_site z where z.zone_id = any(w.zone_ids) order by 1) as site_names`,
  order: '-starts_at',
})
export const { get, shown: shownFields, replyBy } = reads

export const { create, update, lock } = recordWrites<'maintenanceWindow'>({
  fields: maintenanceFields,
  insert: sql`insert into maintenance_window`,
  update: sql`update maintenance_window set`,
  from: sql`from maintenance_window`,
  id: sql`maintenance_id`,
})

/** Windows are planned and changed one after the other, so that no charger is planned twice for a time. */
export const holdPlans = (trx: Trx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('planned maintenance', 0))`.execute(trx)

export type Turned = { maintenanceId: number; teamId: number; from: MaintenanceState; to: MaintenanceState }
/** Brings the states of windows up to now; returns those that changed. What is ended by its time ended at its end. */
export const turnStates = async (trx: Trx, now: Date): Promise<Turned[]> =>
  (
    await sql<Turned>`
      with due as (select maintenance_id, state from maintenance_window
        where state in ('Planned', 'Running') and (ends_at <= ${now} or (state = 'Planned' and starts_at <= ${now}))
        order by 1 for update skip locked)
      update maintenance_window w set state = case when w.ends_at <= ${now} then 'Ended' else 'Running' end,
        ended_at = case when w.ends_at <= ${now} then w.ends_at end
      from due d where d.maintenance_id = w.maintenance_id
      returning w.maintenance_id, w.team_id, d.state as from, w.state as to`.execute(trx)
  ).rows

export type Overlap = { chargepointId: string; maintenanceId: number; reason: string; from: Date; to: Date; n: number }
/** The first planned time of one of the chargers that meets a time, with how many chargers are planned then. */
export const overlapOf = async (
  trx: Trx,
  pks: readonly number[],
  { from, to, but }: { from: Date; to: Date; but: number | null },
): Promise<Overlap | undefined> =>
  (
    await sql<Overlap>`select c.chargepoint_id, w.maintenance_id, w.reason, m.planned_from as from, m.planned_to as to,
        count(*) over () as n
      from maintenance_charger m join charger c using (chargepoint_pk) join maintenance_window w using (maintenance_id)
      where m.chargepoint_pk = any(${ints(pks)}) and m.planned_from < ${to} and m.planned_to > ${from}
        and m.planned_from < m.planned_to and m.maintenance_id is distinct from ${but}::int
      order by m.planned_from, c.chargepoint_id limit 1`.execute(trx)
  ).rows[0]

export type Known = { chargers: number; sites: number; atSites: number[] }
/** How many of the chargers and sites are of the scope, and the chargers of the scope that stand at the sites now. */
export async function knownOf(
  db: Db | Trx,
  scope: Scope,
  { chargers, sites }: { chargers: readonly number[]; sites: readonly number[] },
): Promise<Known> {
  const { rows } = await sql<Known>`select
    (select count(*) from charger c where c.deleted_at is null and c.chargepoint_pk = any(${ints(chargers)})
      and ${within(scope, 'c')}) as chargers,
    (select count(*) from charging_site z where z.zone_id = any(${ints(sites)}) and ${within(scope, 'z')}) as sites,
    coalesce((select array_agg(c.chargepoint_pk order by c.chargepoint_pk) from charger c
      where c.deleted_at is null and c.zone_id = any(${ints(sites)}) and ${within(scope, 'c')}), '{}') as at_sites`.execute(
    db,
  )
  return rows[0] ?? { chargers: 0, sites: 0, atSites: [] }
}

type Close = { state: 'Ended' | 'Cancelled'; at: Date; userId: number; endsAt: Date }
export const close = (trx: Trx, maintenanceId: number, c: Close): Promise<unknown> =>
  sql`update maintenance_window set state = ${c.state}, ended_at = ${c.at}, ended_by = ${c.userId}, ends_at = ${c.endsAt}
    where maintenance_id = ${maintenanceId}`.execute(trx)

/** The times of what was really done. */
export const correct = (
  trx: Trx,
  maintenanceId: number,
  { startsAt, endsAt, at }: { startsAt: Date; endsAt: Date; at: Date },
): Promise<unknown> =>
  sql`update maintenance_window set starts_at = ${startsAt}, ends_at = ${endsAt}, corrected_at = ${at},
      was_from = coalesce(was_from, starts_at), was_to = coalesce(was_to, ends_at)
    where maintenance_id = ${maintenanceId}`.execute(trx)
