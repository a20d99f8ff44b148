// The driver of a tag, and the chargers to which the tag is tied.
import { sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { recordReads } from '#platform/records/reads.ts'
import type { TagCharger, TagUser } from './tag.contract.ts'
import { tagChargerFields } from './tag.fields.ts'

export const users = async (db: Db, tagPk: number): Promise<TagUser[]> =>
  (
    await sql<TagUser>`select d.id as user_pk, d.email, d.first_name, d.last_name
      from ocpp_tag t join driver d on d.id = t.driver_id where t.ocpp_tag_pk = ${tagPk}`.execute(db)
  ).rows

const reads = recordReads<object>()({
  fields: tagChargerFields,
  from: sql`ocpp_tag_charger a join charger c using (chargepoint_pk) left join charger_state s using (chargepoint_pk)`,
  alias: 'c',
  id: sql`c.chargepoint_id`,
  cursor: { text: sql`c.chargepoint_id` },
  joined: { last_heartbeat_timestamp: sql`s.last_heartbeat_at` },
  where: sql`c.deleted_at is null`,
  order: 'chargepoint_id',
})
/** The chargers of a tag that lie within the scope, by their ids. */
export const chargers = async (db: Db | Trx, scope: Scope, tagPk: number): Promise<TagCharger[]> =>
  (await reads.rows(db, sql`a.ocpp_tag_pk = ${tagPk} and ${within(scope, 'c')}`)).map(reads.shown)

/**
 * The keys of those of these chargers at which a tag can be valid: in the scope, and of the tag's company or below its
 * team.
 */
export const chargersToTie = async (
  trx: Trx,
  scope: Scope,
  tag: { companyId: number; teamId: number },
  ids: readonly string[],
): Promise<Map<string, number>> => {
  const { rows } = await sql<{ id: string; pk: number }>`
    select c.chargepoint_id as id, c.chargepoint_pk as pk from charger c join team m on m.id = c.team_id
    where c.chargepoint_id = any(${sql.val(ids)}::text[]) and c.deleted_at is null and ${within(scope, 'c')}
      and (c.company_id = ${tag.companyId} or ${tag.teamId} = any(m.path))`.execute(trx)
  return new Map(rows.map(r => [r.id, r.pk]))
}

/** Unties a tag from a charger; without any it is valid at all of its team and below. */
export const detach = (trx: Trx, tagPk: number, chargepointPk: number): Promise<unknown> =>
  sql`delete from ocpp_tag_charger where ocpp_tag_pk = ${tagPk} and chargepoint_pk = ${chargepointPk}`.execute(trx)
