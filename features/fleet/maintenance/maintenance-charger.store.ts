// The chargers of planned maintenances: which they are, their planned times, and when the product began and ended the
// maintenance at each.
import { type RawBuilder, sql } from 'kysely'
import { ints } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import { recordReads } from '#platform/records/reads.ts'
import { SETTING_BACK_MINUTES, type StepKind, type StepState } from './maintenance.words.ts'
import { maintenanceChargerFields } from './maintenance-charger.fields.ts'

type ShownStep = {
  what: StepKind
  number: number
  state: StepState
  note: string | null
  toldMs: number | null
  evse: string | null
}
export type MaintenanceChargerRow = Stored<'maintenanceCharger'> & {
  chargepointId: string
  chargepointName: string | null
  siteName: string | null
  steps: ShownStep[] | null
  isConnected: boolean
}
/**
 * The chargers of one maintenance, which its reader has found within a scope. `placeWords`: how a connector is named, of a row
 * that has chargepoint_pk and connector_id.
 */
export const chargersOf = (maintenanceId: number, placeWords: (alias: string) => RawBuilder<string>) =>
  recordReads<MaintenanceChargerRow>()({
    fields: maintenanceChargerFields,
    from: sql`maintenance_charger m join charger c using (chargepoint_pk) left join charging_site z on z.zone_id = c.zone_id
      left join charger_state s on s.chargepoint_pk = c.chargepoint_pk`,
    alias: 'm',
    id: sql`m.chargepoint_pk`,
    joined: {
      chargepoint_id: sql`c.chargepoint_id`,
      chargepoint_name: sql`c.chargepoint_name`,
      site_name: sql`z.zone_name`,
    },
    beside: sql`coalesce(s.connected, false) as is_connected, (select json_agg(json_build_object('what', p.what, 'number', p.number,
        'state', p.state, 'note', p.note, 'toldMs', floor(extract(epoch from p.told_at) * 1000), 'evse',
        case when p.what <> 'reservation' then substring(${placeWords('p')} from '^EVSE.*') end) order by p.step_id)
      from (select *, number as connector_id from maintenance_step) p where p.maintenance_id = m.maintenance_id and p.chargepoint_pk = m.chargepoint_pk) as steps`,
    scoped: () => sql<boolean>`m.maintenance_id = ${maintenanceId}`,
    order: 'chargepoint_id',
  })

export const pksOf = async (db: Db | Trx, maintenanceId: number): Promise<number[]> =>
  (
    await sql<{
      pk: number
    }>`select chargepoint_pk as pk from maintenance_charger where maintenance_id = ${maintenanceId}
      order by 1`.execute(db)
  ).rows.map(r => r.pk)

type Times = { from: Date; to: Date }
/** Sets the chargers of a maintenance that has not begun, each for its whole time. */
export async function setChargers(trx: Trx, maintenanceId: number, pks: readonly number[], t: Times): Promise<void> {
  await sql`delete from maintenance_charger where maintenance_id = ${maintenanceId}
    and not chargepoint_pk = any(${ints(pks)})`.execute(trx)
  await sql`insert into maintenance_charger (maintenance_id, chargepoint_pk, company_id, planned_from, planned_to)
    select ${maintenanceId}, c.chargepoint_pk, c.company_id, ${t.from}, ${t.to} from charger c
    where c.chargepoint_pk = any(${ints(pks)}) order by c.chargepoint_pk
    on conflict (maintenance_id, chargepoint_pk) do update set planned_from = excluded.planned_from,
      planned_to = excluded.planned_to`.execute(trx)
}

/** Sets the end of the chargers that have not finished. */
export const setEnd = (trx: Trx, maintenanceId: number, to: Date): Promise<unknown> =>
  sql`update maintenance_charger set planned_to = greatest(planned_from, ${to}::timestamptz)
    where maintenance_id = ${maintenanceId} and finished_at is null`.execute(trx)

/** A maintenance that never begins: no time of its chargers is planned any more. */
export const dropTimes = (trx: Trx, maintenanceId: number, at: Date): Promise<unknown> =>
  sql`update maintenance_charger set planned_to = planned_from, finished_at = ${at}, left_why = 'Cancelled'
    where maintenance_id = ${maintenanceId} and finished_at is null`.execute(trx)

/**
 * Corrects the past time of the chargers that took part, to what was really done; uptime is added up anew from the earliest
 * moment that changed.
 */
export const correctTimes = (trx: Trx, maintenanceId: number, t: Times): Promise<unknown> =>
  sql`update maintenance_charger set planned_from = ${t.from}, planned_to = ${t.to},
      recount_from = least(recount_from, planned_from, ${t.from}::timestamptz)
    where maintenance_id = ${maintenanceId} and left_why is null and planned_from < planned_to`.execute(trx)

export type DueCharger = { maintenanceId: number; pk: number }
const due = async (db: Db, where: RawBuilder<unknown>, most: number): Promise<DueCharger[]> =>
  (
    await sql<DueCharger>`select m.maintenance_id, m.chargepoint_pk as pk from maintenance_charger m
      join charger c using (chargepoint_pk)
      where m.finished_at is null and ${where} order by m.planned_from, m.maintenance_id, m.chargepoint_pk limit ${most}`.execute(
      db,
    )
  ).rows
const hasLeft = sql`(c.deleted_at is not null or c.company_id <> m.company_id)`
/** Chargers at which a maintenance is to begin. */
export const dueToBegin = (db: Db, now: Date, most: number) =>
  due(db, sql`m.begun_at is null and m.planned_from <= ${now}`, most)
/** Chargers at which a maintenance is to end: by its time, or because the charger is no longer there. */
export const dueToEnd = (db: Db, now: Date, most: number) =>
  due(db, sql`m.begun_at is not null and (m.planned_to <= ${now} or ${hasLeft})`, most)

export type HeldCharger = {
  plannedFrom: Date
  plannedTo: Date
  begunAt: Date | null
  finishedAt: Date | null
  chargepointId: string
  companyId: number
  teamId: number
  hasLeft: boolean
  setsInoperative: boolean
  reason: string
  driverText: string | null
  byHand: boolean
  wholeStatus: string | null
  connectors: { connectorId: number; status: string | null }[] | null
}
/** Locks a charger of a maintenance that has not finished, with what is known of it; undefined where another node has it. */
export async function holdCharger(trx: Trx, { maintenanceId, pk }: DueCharger): Promise<HeldCharger | undefined> {
  const held =
    await sql`select from maintenance_charger where maintenance_id = ${maintenanceId} and chargepoint_pk = ${pk}
    and finished_at is null for update skip locked`.execute(trx)
  if (held.rows.length === 0) return undefined
  const { rows } = await sql<HeldCharger>`
    select m.planned_from, m.planned_to, m.begun_at, m.finished_at, c.chargepoint_id, c.company_id, c.team_id,
      ${hasLeft} as has_left, w.sets_inoperative, w.reason, w.driver_text,
      coalesce(s.maintenance_by_hand, false) as by_hand, s.whole_status,
      (select json_agg(json_build_object('connectorId', n.connector_id, 'status', n.status) order by n.connector_id)
        from connector n where n.chargepoint_pk = c.chargepoint_pk) as connectors
    from maintenance_charger m join charger c using (chargepoint_pk) join maintenance_window w using (maintenance_id)
      left join charger_state s on s.chargepoint_pk = c.chargepoint_pk
    where m.maintenance_id = ${maintenanceId} and m.chargepoint_pk = ${pk}`.execute(trx)
  return rows[0]
}

export const markBegun = (trx: Trx, { maintenanceId, pk }: DueCharger, at: Date): Promise<unknown> =>
  sql`update maintenance_charger set begun_at = ${at} where maintenance_id = ${maintenanceId} and chargepoint_pk = ${pk}`.execute(
    trx,
  )

/** `why`: the charger has left; its planned time ends now. */
export const markFinished = (
  trx: Trx,
  { maintenanceId, pk }: DueCharger,
  at: Date,
  why: string | null,
): Promise<unknown> =>
  sql`update maintenance_charger set finished_at = ${at}, left_why = ${why},
      planned_to = case when ${why}::text is null then planned_to
        when begun_at is null then planned_from else greatest(planned_from, least(planned_to, ${at}::timestamptz)) end
    where maintenance_id = ${maintenanceId} and chargepoint_pk = ${pk}`.execute(trx)

/** The product did not run in all of its time, which counts as planned nevertheless. */
export const finishUnbegun = (trx: Trx, { maintenanceId, pk }: DueCharger, at: Date, why: string): Promise<unknown> =>
  sql`update maintenance_charger set finished_at = ${at}, left_why = ${why}
    where maintenance_id = ${maintenanceId} and chargepoint_pk = ${pk}`.execute(trx)

/**
 * The time until a charger that a maintenance took out of service is back, once it was told so, belongs to the planned time:
 * `SETTING_BACK_MINUTES` at most, and none of the next maintenance. Uptime is added up anew from the end on.
 */
export const keepSettingBack = (db: Db, now: Date): Promise<unknown> =>
  sql`with due as (
      select m.maintenance_id, m.chargepoint_pk, w.ends_at, l.least_at, least(l.least_at, (select min(h.changed_at) from station_status_history h
          where h.chargepoint_pk = m.chargepoint_pk and h.from_status = 'maintenance' and h.to_status <> 'maintenance'
            and h.changed_at > w.ends_at)) as back_at
      from maintenance_charger m join maintenance_window w using (maintenance_id)
        cross join lateral (select least(w.ends_at + make_interval(mins => ${SETTING_BACK_MINUTES}), (select min(o.planned_from)
          from maintenance_charger o where o.chargepoint_pk = m.chargepoint_pk and o.maintenance_id <> m.maintenance_id
            and o.planned_from >= w.ends_at and o.planned_from < o.planned_to)) as least_at) l
      where m.finished_at > ${now}::timestamptz - make_interval(mins => ${2 * SETTING_BACK_MINUTES}) and m.left_why is null
        and m.planned_to = w.ends_at and m.planned_from < m.planned_to
        and exists (select from maintenance_step b where b.maintenance_id = m.maintenance_id and b.chargepoint_pk = m.chargepoint_pk
          and b.what = 'back' and b.tries > 0)
        and (select h.to_status from station_status_history h where h.chargepoint_pk = m.chargepoint_pk
          and h.changed_at <= w.ends_at order by h.changed_at desc, h.id desc limit 1) = 'maintenance')
    update maintenance_charger m set planned_to = d.back_at, recount_from = least(m.recount_from, d.ends_at)
    from due d where m.maintenance_id = d.maintenance_id and m.chargepoint_pk = d.chargepoint_pk
      and d.back_at > d.ends_at and (d.back_at < d.least_at or d.least_at <= ${now})`.execute(db)
