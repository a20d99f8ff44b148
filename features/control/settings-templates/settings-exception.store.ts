// Exceptions from settings, each of a charger (CAMP-06).
import type { ListQuery } from '@wattdesk/base/paging'
import { sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import { recordReads } from '#platform/records/reads.ts'
import { settingsExceptionFields } from './settings-exception.fields.ts'

const ALL_KEYS = 'All keys'
export type SettingsExceptionRow = Stored<'settingsException'> & {
  chargepointId: string
  keyName: string
  byName: string | null
  teamName: string
}
const readsOf = (templateId?: number) =>
  recordReads<SettingsExceptionRow>()({
    fields: settingsExceptionFields,
    from: sql`settings_exception e join charger c using (chargepoint_pk) join team t on t.id = c.team_id
    left join app_user u on u.id = e.created_by`,
    alias: 'e',
    id: sql`e.exception_id`,
    joined: {
      chargepoint_id: sql`c.chargepoint_id`,
      key_name: sql`coalesce(e.spelling, ${sql.lit(ALL_KEYS)})`,
      by_name: sql`u.username`,
      team_name: sql`t.name`,
    },
    // Wherever the charger stands now.
    scoped: scope =>
      templateId === undefined
        ? within(scope, 'c')
        : sql<boolean>`${within(scope, 'c')} and (e.key is null
          or e.key in (select k.key from settings_template_key k where k.template_id = ${templateId}))`,
    where: sql`c.deleted_at is null and c.company_id = e.company_id`,
    order: 'chargepoint_id',
  })
const reads = readsOf()
export const { get, shown } = reads
/** Of a template: those that take one of its keys out. */
export const reply = (
  db: Db,
  scope: Scope,
  { templateId, ...query }: ListQuery & { templateId?: number | undefined },
) => readsOf(templateId).reply(db, scope, query)

type NewException = { pk: number; spelling: string | null; reason: string; userId: number; at: Date }
/** The exception is of the team in which the charger stands. */
export const add = async (trx: Trx, e: NewException): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into settings_exception (company_id, team_id, chargepoint_pk, key, spelling, reason, created_by, created_at)
    select company_id, team_id, chargepoint_pk, lower(${e.spelling}::text), ${e.spelling}::text, ${e.reason}, ${e.userId}, ${e.at}
    from charger where chargepoint_pk = ${e.pk} returning exception_id as id`.execute(trx)
  return (rows as [{ id: number }])[0].id
}
export const lock = (trx: Trx, exceptionId: number): Promise<unknown> =>
  sql`select from settings_exception where exception_id = ${exceptionId} for update`.execute(trx)
export const remove = (trx: Trx, exceptionId: number): Promise<unknown> =>
  sql`delete from settings_exception where exception_id = ${exceptionId}`.execute(trx)
