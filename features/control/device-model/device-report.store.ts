// Reports of device models as their parts come, in any order, twice, or never the last: one statement for the parts of many
// stations. A part that an older report told changes nothing of a newer one.
import { sql } from 'kysely'
import { booleans, ints, jsons, texts, times } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { ToldAttribute } from './device-model.rules.ts'

/** The most attributes of variables that are kept of a station; twice as many while a new report takes the place of an old one. */
export const MOST_KEPT = 20_000
/** The most places at which parts of a report may be missing: each costs room in its row, which is written with every part. */
export const MOST_GAPS = 500

export type ReportPart = {
  pk: number
  requestId: number
  seqNo: number
  isLast: boolean
  generatedAt: Date
  at: Date
  told: readonly ToldAttribute[]
  /** How many attributes are kept of the station; null: they are counted, which takes longer the more there are. */
  kept: number | null
}
/**
 * The report after the part was stored; `isEnded`: all of its parts are there now, for the first time; `kept`: how many
 * attributes are kept of the station now.
 */
export type StoredReport = { reportId: number; isWhole: boolean; isEnded: boolean; kept: number }

/** Stores parts of reports, one of a station at most; undefined for a part that would leave one hole too many. */
export async function saveParts(db: Db, parts: readonly ReportPart[]): Promise<(StoredReport | undefined)[]> {
  const told = parts.flatMap(p => p.told.map(t => ({ pk: p.pk, ...t })))
  const { rows } = await sql<StoredReport & { pk: number }>`
    with part as (
      select p.*, coalesce(r.is_whole, false) as is_whole, coalesce(r.seen @> p.seq_no, false) as is_known,
        coalesce(r.device_report_id < (select max(d.device_report_id) from device_report d
          where d.chargepoint_pk = p.pk and d.is_whole and d.ended_at is not null), false) as is_old,
        coalesce(r.told, 0) as told, coalesce(p.known, (select count(*) from device_variable v where v.chargepoint_pk = p.pk)) as kept
      from unnest(${ints(parts.map(p => p.pk))}, ${ints(parts.map(p => p.requestId))}, ${ints(parts.map(p => p.seqNo))},
        ${booleans(parts.map(p => p.isLast))}, ${times(parts.map(p => p.generatedAt))}, ${times(parts.map(p => p.at))},
        ${ints(parts.map(p => p.kept))}) as p (pk, request_id, seq_no, is_last, generated_at, at, known)
      left join device_report r on r.chargepoint_pk = p.pk and r.request_id = p.request_id
      where r.seen is null or r.seen && int4range(p.seq_no - 1, p.seq_no + 2)
        or (select count(*) from unnest(r.seen)) < ${MOST_GAPS}
    ), told as (
      select x.*, v.chargepoint_pk is not null as is_known,
        row_number() over (partition by x.pk, v.chargepoint_pk is null order by x.n) as nth
      from unnest(${ints(told.map(t => t.pk))}, ${texts(told.map(t => t.component))}, ${texts(told.map(t => t.componentInstance))},
          ${ints(told.map(t => t.evseId))}, ${ints(told.map(t => t.connectorId))}, ${texts(told.map(t => t.variable))},
          ${texts(told.map(t => t.variableInstance))}, ${texts(told.map(t => t.attribute))}, ${texts(told.map(t => t.value))},
          ${texts(told.map(t => t.mutability))}, ${booleans(told.map(t => t.persistent))}, ${booleans(told.map(t => t.constant))},
          ${jsons(told.map(t => t.characteristics))}) with ordinality
        as x (pk, component, component_instance, evse_id, connector_id, variable, variable_instance, attribute, value, mutability,
          persistent, constant, characteristics, n)
      join part p on p.pk = x.pk and not p.is_known and not p.is_old
      left join device_variable v on v.chargepoint_pk = x.pk and (v.component, v.component_instance, v.evse_id, v.connector_id,
          v.variable, v.variable_instance, v.attribute)
        = (x.component, x.component_instance, x.evse_id, x.connector_id, x.variable, x.variable_instance, x.attribute)
    ), fitting as (
      select t.*, t.is_known or t.nth <= case when p.is_whole then least(${MOST_KEPT} - p.told, 2 * ${MOST_KEPT} - p.kept)
        else ${MOST_KEPT} - p.kept end as fits
      from told t join part p using (pk)
    ),
    report as (
      insert into device_report as r (chargepoint_pk, request_id, is_whole, first_at, last_at, generated_at, seen, last_seq, told, left_out)
      select p.pk, p.request_id, false, p.at, p.at, p.generated_at, int4multirange(int4range(p.seq_no, p.seq_no + 1)),
        case when p.is_last then p.seq_no end, coalesce(f.told, 0), coalesce(f.left_out, 0)
      from part p left join (select pk, count(*) filter (where fits) as told, count(*) filter (where not fits) as left_out
        from fitting group by pk) f using (pk)
      on conflict (chargepoint_pk, request_id) do update set first_at = coalesce(r.first_at, excluded.first_at),
        last_at = excluded.last_at, generated_at = greatest(r.generated_at, excluded.generated_at),
        seen = r.seen + excluded.seen, last_seq = greatest(r.last_seq, excluded.last_seq),
        told = r.told + excluded.told, left_out = r.left_out + excluded.left_out
      returning r.*
    ), kept as (
      insert into device_variable as v (chargepoint_pk, component, component_instance, evse_id, connector_id, variable,
        variable_instance, attribute, value, mutability, persistent, constant, characteristics, device_report_id, seq_no, told_at)
      select f.pk, f.component, f.component_instance, f.evse_id, f.connector_id, f.variable, f.variable_instance, f.attribute,
        f.value, f.mutability, f.persistent, f.constant, f.characteristics, r.device_report_id, p.seq_no, p.at
      from fitting f join part p using (pk) join report r on r.chargepoint_pk = f.pk and r.request_id = p.request_id
      where f.fits
      on conflict (chargepoint_pk, component, component_instance, evse_id, connector_id, variable, variable_instance, attribute)
      do update set value = excluded.value, mutability = excluded.mutability, persistent = excluded.persistent,
        constant = excluded.constant, characteristics = excluded.characteristics,
        device_report_id = excluded.device_report_id, seq_no = excluded.seq_no, told_at = excluded.told_at
      where (v.device_report_id, v.seq_no) < (excluded.device_report_id, excluded.seq_no)
      -- A row that was there before has the number of this transaction as its xmax.
      returning v.chargepoint_pk as pk, v.xmax = 0 as is_new
    )
    select r.chargepoint_pk as pk, r.device_report_id as report_id, r.is_whole,
      r.ended_at is null and r.last_seq is not null and r.seen @> int4range(0, r.last_seq + 1) as is_ended,
      (p.kept + (select count(*) from kept k where k.pk = r.chargepoint_pk and k.is_new))::int as kept
    from report r join part p on p.pk = r.chargepoint_pk`.execute(db)
  const byPk = new Map(rows.map(r => [r.pk, r]))
  return parts.map(p => byPk.get(p.pk))
}

/** Takes note that all of a report is there; after a whole report goes what it lacks. False where that was noted before. */
export async function endReport(trx: Trx, pk: number, { reportId, isWhole }: StoredReport, at: Date): Promise<boolean> {
  const { rows } = await sql`update device_report set ended_at = ${at}
    where device_report_id = ${reportId} and ended_at is null returning 1`.execute(trx)
  if (rows.length === 0) return false
  if (isWhole)
    await sql`delete from device_variable where chargepoint_pk = ${pk} and device_report_id < ${reportId}`.execute(trx)
  await dropOldReports(trx, pk)
  return true
}
const KEPT_REPORTS = 10
/** Stations number reports of their own accord too, which nobody asked for and nobody looks at for long. */
const dropOldReports = (db: Db | Trx, pk: number): Promise<unknown> =>
  sql`delete from device_report where chargepoint_pk = ${pk} and device_report_id not in (select device_report_id
    from device_report where chargepoint_pk = ${pk} order by device_report_id desc limit ${KEPT_REPORTS})`.execute(db)

/** Notes that a whole report is asked for; returns the number under which its parts are to come. */
export async function openReport(db: Db, pk: number, at: Date): Promise<number> {
  await dropOldReports(db, pk)
  const { rows } = await sql<{ requestId: number }>`
    insert into device_report (chargepoint_pk, request_id, is_whole, asked_at)
    select ${pk}::int, coalesce(max(request_id), 0) + 1, true, ${at}::timestamptz
      from device_report where chargepoint_pk = ${pk} and asked_at is not null
    on conflict (chargepoint_pk, request_id) do update set device_report_id = default, is_whole = true,
      asked_at = excluded.asked_at, first_at = null, last_at = null, generated_at = null, seen = '{}', last_seq = null,
      told = 0, left_out = 0, ended_at = null, refusal = null
    returning request_id`.execute(db)
  return (rows as [{ requestId: number }])[0].requestId
}

/** Notes why a station gives no report; one whose parts have come is left. */
export const refuseReport = (db: Db, pk: number, requestId: number, refusal: string): Promise<unknown> =>
  sql`update device_report set refusal = ${refusal.slice(0, 200)}
    where chargepoint_pk = ${pk} and request_id = ${requestId} and first_at is null`.execute(db)

export type ReportRow = {
  requestId: number
  isWhole: boolean
  askedAt: Date | null
  lastAt: Date | null
  endedAt: Date | null
  seen: string
  lastSeq: number | null
  leftOut: number
  refusal: string | null
}
/** The report that was asked for or began last. */
export const lastReport = async (db: Db, pk: number): Promise<ReportRow | undefined> =>
  (
    await sql<ReportRow>`select request_id, is_whole, asked_at, last_at, ended_at, seen::text as seen, last_seq, left_out, refusal
      from device_report where chargepoint_pk = ${pk} order by device_report_id desc limit 1`.execute(db)
  ).rows[0]
/** When the last whole report has ended. */
export const wholeAt = async (db: Db, pk: number): Promise<Date | null> =>
  (
    await sql<{ at: Date | null }>`select max(ended_at) as at from device_report
      where chargepoint_pk = ${pk} and is_whole`.execute(db)
  ).rows[0]?.at ?? null
