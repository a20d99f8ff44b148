// Settings templates: their keys, and the teams and chargers that they are assigned to (CAMP-06).
import { sql } from 'kysely'
import { reachOf } from '#control/settings-drift/wanted-settings.store.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import { ints } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import { recordReads } from '#platform/records/reads.ts'
import { recordWrites } from '#platform/records/writes.ts'
import { storedKeys, type TemplateKey } from './settings-keys.contract.ts'
import type { SettingsPlaces, SettingsTemplate, TemplateReach } from './settings-template.contract.ts'
import { settingsTemplateFields } from './settings-template.fields.ts'

export type SettingsTemplateRow = Stored<'settingsTemplate'> & {
  teamName: string
  keyCount: number
  reaches: string
  drifting: number
  keyText: string
  teams: number[]
  chargers: number[]
  teamNames: string[]
  chargerNames: string[]
}

const counted = (column: 'assigned_team_id' | 'chargepoint_pk') =>
  sql`(select count(${sql.ref(`a.${column}`)}) from settings_assignment a where a.template_id = p.template_id)`
const part = (column: 'assigned_team_id' | 'chargepoint_pk', one: string, many: string) =>
  sql`(case ${counted(column)} when 0 then null when 1 then ${sql.lit(`1 ${one}`)} else ${counted(column)} || ${sql.lit(` ${many}`)} end)`
const reads = recordReads<SettingsTemplateRow>()({
  fields: settingsTemplateFields,
  from: sql`settings_template p join team t on t.id = p.team_id`,
  alias: 'p',
  id: sql`p.template_id`,
  joined: {
    team_name: sql`t.name`,
    key_count: sql`(select count(*) from settings_template_key k where k.template_id = p.template_id)`,
    reaches: sql`coalesce(nullif(concat_ws(', ', case when p.is_for_model then 'All of the model' end,
      ${part('assigned_team_id', 'team', 'teams')}, ${part('chargepoint_pk', 'charge point', 'charge points')}), ''), 'Nobody')`,
    drifting: sql`(select count(distinct d.chargepoint_pk) from settings_drift d where d.template_id = p.template_id and d.counts)`,
  },
  beside: sql`p.company_id, p.is_for_model,
    -- As text, so that no name in them is changed on the way.
    coalesce((select json_agg(json_build_object('key', k.spelling, 'level', k.level, 'value', k.value) order by k.place)
      from settings_template_key k where k.template_id = p.template_id), '[]')::text as key_text,
    array(select a.assigned_team_id from settings_assignment a where a.template_id = p.template_id
      and a.assigned_team_id is not null order by 1) as teams,
    array(select a.chargepoint_pk from settings_assignment a join charger c using (chargepoint_pk) where a.template_id = p.template_id
      and c.deleted_at is null order by 1) as chargers,
    array(select o.name from settings_assignment a join team o on o.id = a.assigned_team_id
      where a.template_id = p.template_id and o.company_id = p.company_id order by 1) as team_names,
    array(select c.chargepoint_id from settings_assignment a join charger c using (chargepoint_pk)
      where a.template_id = p.template_id and c.company_id = p.company_id and c.deleted_at is null order by 1) as charger_names`,
  where: sql`p.deleted_at is null`,
  order: 'name',
})
export const { get } = reads
export const shown = (row: SettingsTemplateRow): SettingsTemplate => ({
  ...reads.shown(row),
  keys: JSON.parse(row.keyText),
  is_for_model: row.isForModel,
  teams: row.teams,
  chargers: row.chargers,
})
export const reply = reads.replyBy(shown)

export const { create, update, lock } = recordWrites<'settingsTemplate'>({
  fields: settingsTemplateFields,
  insert: sql`insert into settings_template`,
  update: sql`update settings_template set`,
  from: sql`from settings_template`,
  id: sql`template_id`,
})

export const remove = (trx: Trx, templateId: number, at: Date): Promise<unknown> =>
  trx.updateTable('settingsTemplate').set({ deletedAt: at }).where('templateId', '=', templateId).execute()

export const countOf = async (trx: Trx, teamId: number): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*) as n from settings_template where deleted_at is null
      and company_id = (select company_id from team where id = ${teamId})`.execute(trx)
  ).rows[0]?.n ?? 0

/** Templates of a company are written one after the other, so that two that ask for different values cannot pass each other. */
export const lockTemplates = (trx: Trx, teamId: number): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('settings templates ' || company_id, 0)) from team where id = ${teamId}`.execute(
    trx,
  )

/** Replaces the keys of a template. */
export async function keepKeys(trx: Trx, templateId: number, keys: readonly TemplateKey[]): Promise<void> {
  await sql`delete from settings_template_key where template_id = ${templateId}`.execute(trx)
  await sql`insert into settings_template_key (template_id, key, place, spelling, level, value)
    select ${templateId}, x.key, x.n, x.spelling, x.level, x.value
    from rows from (json_to_recordset(${JSON.stringify(storedKeys(keys))}::json)
      as (key text, spelling text, level text, value text)) with ordinality as x (key, spelling, level, value, n)`.execute(
    trx,
  )
}

type Assigned = { teams: readonly number[]; chargers: readonly number[] }
/** Replaces the teams and chargers that a template is assigned to. */
export async function keepAssignments(trx: Trx, templateId: number, { teams, chargers }: Assigned): Promise<void> {
  await sql`delete from settings_assignment where template_id = ${templateId}`.execute(trx)
  await sql`insert into settings_assignment (template_id, assigned_team_id, chargepoint_pk)
    select ${templateId}::int, x, null::int from unnest(${ints(teams)}) x
    union all select ${templateId}::int, null, x from unnest(${ints(chargers)}) x`.execute(trx)
}

/** Whether the chargers of the scope have a model. */
export const hasModel = async (trx: Trx, scope: Scope, vendor: string, model: string): Promise<boolean> =>
  (
    await sql`select from charger c join charger_state s using (chargepoint_pk) where c.deleted_at is null and ${within(scope, 'c')}
      and lower(trim(s.vendor)) = ${vendor.trim().toLowerCase()} and lower(trim(s.model)) = ${model.trim().toLowerCase()}
      limit 1`.execute(trx)
  ).rows.length > 0

/** How many of the teams are of the scope. */
export const countTeams = async (trx: Trx, teams: readonly number[], teamId: number): Promise<number> =>
  (
    await sql<{
      n: number
    }>`select count(*) as n from team where id = any(${ints(teams)}) and ${teamId} = any(path)`.execute(trx)
  ).rows[0]?.n ?? 0

type Fitting = { pk: number; id: string; isOther: boolean }
/** Those of the chargers that the scope has; `isOther`: it has told another model. */
export const assignable = async (
  trx: Trx,
  scope: Scope,
  pks: readonly number[],
  model: { vendor: string | null; model: string | null },
): Promise<Fitting[]> =>
  (
    await sql<Fitting>`select c.chargepoint_pk as pk, c.chargepoint_id as id, coalesce(${model.model}::text is not null
        and (lower(trim(s.vendor)), lower(trim(s.model))) <> (lower(trim(${model.vendor}::text)), lower(trim(${model.model}::text))), false)
        as is_other
      from charger c join charger_state s using (chargepoint_pk) where c.deleted_at is null
      and c.chargepoint_pk = any(${ints(pks)}) and ${within(scope, 'c')}`.execute(trx)
  ).rows

/** Keys of a template that chargers of its model tell as read only, and none as writable: of the team and those below. */
export const toldReadOnly = async (trx: Trx, templateId: number): Promise<string[]> =>
  (
    await sql<{ key: string }>`select k.key from settings_template_key k join settings_template p using (template_id)
        join team t on p.team_id = any(t.path) join charger c on c.team_id = t.id and c.deleted_at is null
        join charger_state s using (chargepoint_pk)
        join charger_config o on o.chargepoint_pk = c.chargepoint_pk and o.key = k.key
      where k.template_id = ${templateId} and k.level <> 'Never touched'
        and (p.model is null or (lower(trim(s.vendor)), lower(trim(s.model))) = (lower(p.vendor), lower(p.model)))
      group by k.key having bool_and(o.is_readonly)`.execute(trx)
  ).rows.map(r => r.key)

export type Conflict = { key: string; name: string; value: string | null; level: string; target: string }
/** Another template of the same strength that says something else of a key for the same team, charger or model. */
export const conflictOf = async (trx: Trx, templateId: number): Promise<Conflict | undefined> =>
  (
    await sql<Conflict>`select k.key, o.name, ok.value, ok.level, coalesce(
          (select 'team ' || t.name from settings_assignment a join settings_assignment b using (assigned_team_id)
              join team t on t.id = a.assigned_team_id
            where a.template_id = p.template_id and b.template_id = o.template_id limit 1),
          (select 'charge point ' || c.chargepoint_id from settings_assignment a join settings_assignment b using (chargepoint_pk)
              join charger c using (chargepoint_pk)
            where a.template_id = p.template_id and b.template_id = o.template_id limit 1),
          case when p.is_for_model and o.is_for_model and p.team_id = o.team_id then 'model ' || p.vendor || ' ' || p.model end) as target
      from settings_template p join settings_template_key k using (template_id)
        join settings_template o on o.company_id = p.company_id and o.template_id <> p.template_id and o.deleted_at is null
          and lower(o.vendor) is not distinct from lower(p.vendor) and lower(o.model) is not distinct from lower(p.model)
        join settings_template_key ok on ok.template_id = o.template_id and ok.key = k.key
          and (ok.level <> k.level or not (ok.value is null or same_setting(ok.value, k.value)))
      where p.template_id = ${templateId}
        and (exists (select from settings_assignment a join settings_assignment b using (assigned_team_id)
            where a.template_id = p.template_id and b.template_id = o.template_id)
          or exists (select from settings_assignment a join settings_assignment b using (chargepoint_pk)
            where a.template_id = p.template_id and b.template_id = o.template_id)
          or (p.is_for_model and o.is_for_model and p.team_id = o.team_id))
      order by k.place, o.template_id limit 1`.execute(trx)
  ).rows[0]

/** Whom a template reaches, and how they stand. */
export async function reach(db: Db, templateId: number): Promise<TemplateReach> {
  const reached = await reachOf(db, templateId)
  const { rows: keys } = await sql<TemplateReach['keys'][number]>`select spelling as key,
      count(*) filter (where state = 'Differs') as differ, count(*) filter (where state = 'Unknown to it') as unknown,
      count(*) filter (where state = 'After a restart') as restart
    from settings_drift where template_id = ${templateId} group by 1 order by count(*) desc, 1`.execute(db)
  const { rows } = await sql<{ n: number }>`select count(distinct chargepoint_pk) as n from settings_drift
    where template_id = ${templateId} and counts`.execute(db)
  return { ...reached, drifting: rows[0]?.n ?? 0, keys }
}

/** The models and teams that a template of a team may be for. */
export async function places(db: Db, scope: Scope): Promise<SettingsPlaces> {
  const { rows: models } = await sql<SettingsPlaces['models'][number]>`select s.vendor, s.model, count(*) as chargers
    from charger c join charger_state s using (chargepoint_pk)
    where c.deleted_at is null and ${within(scope, 'c')} and s.vendor is not null and s.model is not null
    group by 1, 2 order by count(*) desc, 1, 2 limit 500`.execute(db)
  const { rows: teams } = await sql<SettingsPlaces['teams'][number]>`select t.id, t.name from team t
    where ${scope.teamId} = any(t.path) order by t.name, t.id limit 1000`.execute(db)
  return { models, teams }
}
