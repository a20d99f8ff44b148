// Finds the value that each charger should have for each key. One template decides, by the precedence of
// docs/decisions/0067-drift-of-settings.md.
import { type RawBuilder, sql } from 'kysely'
import { ints, texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { SHARED_KEYS, SHARED_VARIABLES } from './standard-setting.rules.ts'

const plain = (column: RawBuilder<unknown>) => sql`lower(trim(coalesce(${column}, '')))`

/** Whether the template p is for the model of the charger c, of which `vendor` and `model` are in small letters. */
const fitsModel = sql`(p.model is null or (lower(p.vendor) = c.vendor and lower(p.model) = c.model))`

/**
 * Queries of a statement: `c`, the chargers that `which` leaves of charger x, with their team and model; `applied`, the
 * templates that reach each of them, with the rank and depth of their strongest assignment.
 */
export const appliedSql = (
  which: RawBuilder<unknown>,
  template: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`
  c as (select x.chargepoint_pk, x.company_id, x.team_id, t.path, ${plain(sql`s.vendor`)} as vendor, ${plain(sql`s.model`)} as model,
      s.last_boot_at, coalesce(s.ocpp_protocol like 'ocpp2%', false) as has_variables
    from charger x join team t on t.id = x.team_id join charger_state s using (chargepoint_pk)
    where x.deleted_at is null and ${which}),
  applied as (select c.chargepoint_pk, p.template_id, r.rank, r.depth, p.model is not null as is_for_one
    from c join settings_template p on p.team_id = any(c.path) and p.deleted_at is null and ${fitsModel} and ${template}
    cross join lateral (select * from (
        select 3 as rank, 0 as depth from settings_assignment a
          where a.template_id = p.template_id and a.chargepoint_pk = c.chargepoint_pk
        union all
        select 2, array_position(c.path, a.assigned_team_id) from settings_assignment a
          where a.template_id = p.template_id and a.assigned_team_id = any(c.path)
        union all
        select 1, array_position(c.path, p.team_id) where p.is_for_model) x
      order by x.rank desc, x.depth desc limit 1) r)`

/**
 * Further queries: `wanted`, for each charger of `c` and each key of its templates what the strongest of them says. To a charger
 * of OCPP 2.0.1 a key of 1.6 is the standard variable that means the same; `written`: the key as the template has it. Other keys
 * of the one protocol ask nothing of chargers of the other, which cannot have them.
 */
export const wantedSql: RawBuilder<unknown> = sql`
  wanted as (select distinct on (a.chargepoint_pk, w.key) a.chargepoint_pk, w.key, w.spelling, k.key as written, k.level, k.value,
      a.template_id, a.rank
    from applied a join c using (chargepoint_pk) join settings_template_key k using (template_id)
    left join unnest(${texts([...SHARED_KEYS])}, ${texts([...SHARED_VARIABLES])}) v (key, variable)
      on c.has_variables and v.key = k.key
    cross join lateral (select coalesce(lower(v.variable), k.key) as key, coalesce(v.variable, k.spelling) as spelling) w
    where case when c.has_variables then w.key like '%.%' else w.key !~ '^[a-z0-9]+ctrlr[^a-z0-9]' end
    order by a.chargepoint_pk, w.key, a.rank desc, a.depth desc, a.is_for_one desc, a.template_id, k.key)`

export type WantedKey = {
  key: string
  spelling: string
  level: 'Required' | 'Wished' | 'Never touched'
  value: string | null
  templateId: number
  template: string
  reach: 'Charge point' | 'Team' | 'Model'
  /** The charger tells the same. */
  isMet: boolean
}
/** The keys that templates set for one charger, each with its value and the template that decides. */
export const wantedOf = async (db: Db | Trx, pk: number): Promise<WantedKey[]> =>
  (
    await sql<WantedKey>`with ${appliedSql(sql`x.chargepoint_pk = ${pk}`)}, ${wantedSql}
      select w.key, w.spelling, w.level, w.value, w.template_id, p.name as template,
        (array['Model', 'Team', 'Charge point'])[w.rank] as reach, same_setting(o.value, w.value) as is_met
      from wanted w join settings_template p using (template_id) left join charger_config o using (chargepoint_pk, key)
      order by w.key`.execute(db)
  ).rows

/**
 * Returns for each charger, in the order of `pks`, the values that templates set for some keys. `keys` and the keys of the
 * maps are in small letters; null: the key is never touched. Keys with an exception are left out.
 */
export async function wantedValues(
  db: Db,
  pks: readonly number[],
  keys: readonly string[],
): Promise<ReadonlyMap<string, string | null>[]> {
  const { rows } = await sql<{ pk: number; key: string; value: string | null }>`
    with ${appliedSql(ofThese(pks))}, ${wantedSql}
    select w.chargepoint_pk as pk, w.written as key, case when w.level <> 'Never touched' then w.value end as value
    from wanted w join c using (chargepoint_pk)
    where w.written = any(${texts(keys)}) and not exists (select from settings_exception e
      where e.chargepoint_pk = w.chargepoint_pk and e.company_id = c.company_id and (e.key is null or e.key in (w.key, w.written)))`.execute(
    db,
  )
  const by = Map.groupBy(rows, r => r.pk)
  return pks.map(pk => new Map(by.get(pk)?.map(r => [r.key, r.value])))
}

export type ExceptedKey = {
  exceptionId: number
  key: string | null
  reason: string
  by: string | null
  createdAt: Date
}
/** The keys of a charger that are excepted; a key of null stands for all. */
export const exceptedOf = async (db: Db | Trx, pk: number): Promise<ExceptedKey[]> =>
  (
    await sql<ExceptedKey>`select e.exception_id, e.key, e.reason, u.username as by, e.created_at
      from settings_exception e join charger c using (chargepoint_pk, company_id) left join app_user u on u.id = e.created_by
      where e.chargepoint_pk = ${pk} order by e.key`.execute(db)
  ).rows

/** The number of chargers that a template reaches, those whose keys were read, and those that wait to be compared. */
export const reachOf = async (
  db: Db,
  templateId: number,
): Promise<{ chargers: number; read: number; waiting: number }> =>
  (
    await sql<{ chargers: number; read: number; waiting: number }>`
      with ${appliedSql(belowTeamOf(templateId), sql`p.template_id = ${templateId}`)}
      select count(*) as chargers, count(r.read_at) as read,
        count(*) filter (where exists (select from settings_check k where k.chargepoint_pk = a.chargepoint_pk)) as waiting
      from applied a left join charger_config_read r using (chargepoint_pk)`.execute(db)
  ).rows[0] ?? { chargers: 0, read: 0, waiting: 0 }

/** The charger x, of team t, stands in the team of a template or below it. */
export const belowTeamOf = (templateId: number): RawBuilder<unknown> =>
  sql`exists (select from settings_template p where p.template_id = ${templateId} and p.team_id = any(t.path))`

export const ofThese = (pks: readonly number[]): RawBuilder<unknown> => sql`x.chargepoint_pk = any(${ints(pks)})`
