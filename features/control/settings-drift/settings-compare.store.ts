// Compares what chargers told with what they are to have, and keeps the keys that differ: for any number of chargers in
// one statement (CAMP-07). A key that a template names is judged by the template alone; any other by the value that was
// last set. An exception takes a key out.
import { sql } from 'kysely'
import { countConfigDiffers } from '#fleet/stations/charger-notice.store.ts'
import { chargerSinceInCompany } from '#fleet/stations/charger-since.store.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import { ints } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { appliedSql, belowTeamOf, ofThese, wantedSql } from './wanted-settings.store.ts'

/** The value has been taken, and counts from the next start on, which has not come. */
const waits = sql`(h.outcome = 'RebootRequired' and (c.last_boot_at is null or c.last_boot_at < h.ended_at))`

/** Compares chargers anew, in the transaction of what has changed; at most a few hundred at once. */
export async function compareSettings(trx: Trx, pks: readonly number[], at: Date): Promise<void> {
  // Two that compare a charger follow each other; a charger that was never read has nothing to compare.
  await sql`select from charger_config_read where chargepoint_pk = any(${ints(pks)}) order by chargepoint_pk for update`.execute(
    trx,
  )
  await sql`with ${appliedSql(ofThese(pks))}, ${wantedSql},
    hand as (select w.chargepoint_pk, w.key, w.spelling, w.value, w.outcome, w.set_at, w.ended_at
      from c join charger_config_wish w using (chargepoint_pk)
      where w.is_taken and w.value is not null and w.set_at >= ${chargerSinceInCompany(sql`c.chargepoint_pk`)}),
    both_of as (select chargepoint_pk, key, coalesce(w.spelling, h.spelling) as spelling, w.written, w.template_id,
        case when w.template_id is null then 'Set by hand' else w.level end as level,
        case when w.template_id is null then h.value else w.value end as wished, h.value as set_value, h.outcome, h.set_at, h.ended_at
      from wanted w full join hand h using (chargepoint_pk, key)),
    judged as (select c.chargepoint_pk, h.key, c.company_id, c.team_id, h.spelling, h.template_id, h.level, h.wished, t.value as told,
        case when t.key is null then 'Unknown to it'
          when ${waits} and same_setting(h.set_value, h.wished) then 'After a restart' else 'Differs' end as state,
        case when h.template_id is null then h.set_at else ${at}::timestamptz end as since
      from c join both_of h using (chargepoint_pk)
        left join charger_config t on t.chargepoint_pk = c.chargepoint_pk and t.key = h.key
        left join charger_config_read r on r.chargepoint_pk = c.chargepoint_pk
      where h.level <> 'Never touched' and not same_setting(t.value, h.wished)
        and (t.key is not null or (h.level = 'Required' and r.read_at is not null))
        -- Set, and not told since.
        and not (h.template_id is null and not ${waits} and t.read_at < h.ended_at)
        and not exists (select from settings_exception e where e.chargepoint_pk = c.chargepoint_pk
          and e.company_id = c.company_id and (e.key is null or e.key in (h.key, h.written)))),
    gone as (delete from settings_drift d where d.chargepoint_pk = any(${ints(pks)})
      and not exists (select from judged j where j.chargepoint_pk = d.chargepoint_pk and j.key = d.key))
    insert into settings_drift as d (chargepoint_pk, key, company_id, team_id, spelling, template_id, level, wished, told, state,
      counts, since)
    select chargepoint_pk, key, company_id, team_id, spelling, template_id, level, wished, told, state,
      level <> 'Wished' and state <> 'After a restart', since from judged
    on conflict (chargepoint_pk, key) do update set company_id = excluded.company_id, team_id = excluded.team_id,
      spelling = excluded.spelling, template_id = excluded.template_id, level = excluded.level, wished = excluded.wished,
      told = excluded.told, state = excluded.state, counts = excluded.counts,
      since = case when d.template_id is not null and excluded.template_id is not null and d.wished = excluded.wished
        then d.since else excluded.since end
    where (d.company_id, d.team_id, d.spelling, d.template_id, d.level, d.wished, d.told, d.state) is distinct from
      (excluded.company_id, excluded.team_id, excluded.spelling, excluded.template_id, excluded.level, excluded.wished,
        excluded.told, excluded.state) or (excluded.template_id is null and d.since <> excluded.since)`.execute(trx)
  await countConfigDiffers(trx, pks, at)
}

/** Takes up to `most` chargers that wait to be compared, in the order of their numbers; none: nobody waits. */
export const takeWaiting = async (trx: Trx, most: number): Promise<number[]> =>
  (
    await sql<{ pk: number }>`with gone as (delete from settings_check where chargepoint_pk in
        (select distinct chargepoint_pk from settings_check order by 1 limit ${most}) returning chargepoint_pk)
      select distinct chargepoint_pk as pk from gone order by 1`.execute(trx)
  ).rows.map(r => r.pk)

/** The chargers that a template reaches now wait to be compared. */
export const checkTemplate = (trx: Trx, templateId: number): Promise<unknown> =>
  sql`with ${appliedSql(belowTeamOf(templateId), sql`p.template_id = ${templateId}`)} insert into settings_check (chargepoint_pk) select chargepoint_pk from applied`.execute(
    trx,
  )

/** How many chargers of a scope wait to be compared. */
export const countWaiting = async (db: Db, scope: Scope): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*) as n from (select distinct chargepoint_pk from settings_check) k
      join charger c using (chargepoint_pk) where c.deleted_at is null and ${within(scope, 'c')}`.execute(db)
  ).rows[0]?.n ?? 0
