// Price groups and their versions.
import type { ChoiceQuery, ListQuery } from '@wattdesk/base/paging'
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import { choiceSql, pageSql } from '#platform/db/list.ts'
import type { PriceDetail, PriceSnapshot } from './price.rules.ts'
import { addVersion } from './price-version.store.ts'

export type NewPriceGroup = {
  teamId: number
  name: string
  description?: string
  type: 'fixed' | 'variable'
  details: readonly PriceDetail[]
  /** The start of its first version; earlier sessions use this version too, as there is no other. */
  validFrom: Date
  /** The time of creation, if not now: for a group with a past. */
  createdAt?: Date
}

/** Makes a price group with its first version, tax and gateway terms taken from the team (D-TEAM-4). Returns its id. */
export async function create(db: Db | Trx, g: NewPriceGroup): Promise<number> {
  const team = await db
    .selectFrom('team')
    .select(['companyId', 'taxPpm', 'transactionPpm', 'pgChargesBearer'])
    .where('id', '=', g.teamId)
    // Their change comes before or after.
    .forShare()
    .executeTakeFirst()
  if (!team) throw new Error(`Price group ${g.name} was not made: its team does not exist`)
  const { priceGroupId } = await db
    .insertInto('priceGroup')
    .values({
      companyId: team.companyId,
      teamId: g.teamId,
      name: g.name,
      description: g.description ?? '',
      createdAt: g.createdAt,
      updatedAt: g.createdAt,
    })
    .returning('priceGroupId')
    .executeTakeFirstOrThrow()
  const content: PriceSnapshot = {
    priceGroupId,
    type: g.type,
    taxPpm: team.taxPpm,
    transactionPpm: team.transactionPpm,
    pgChargesBearer: team.pgChargesBearer,
    details: g.details,
  }
  await addVersion(db, { priceGroupId, validFrom: g.validFrom, content })
  return priceGroupId
}

/** Hides a price group; its versions stay with the sessions billed by them. False when it is hidden already. */
export const hide = async (db: Db | Trx, priceGroupId: number, at: Date): Promise<boolean> =>
  (
    await db
      .updateTable('priceGroup')
      .set({ deletedAt: at })
      .where('priceGroupId', '=', priceGroupId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows === 1n

/** Price groups of the company of a team, by name: what a charger of the company may take. And how many match. */
export async function choices(
  db: Db | Trx,
  teamId: number,
  asked: Pick<ListQuery, 'q' | 'page' | 'pageSize'> & Pick<ChoiceQuery, 'keys'>,
): Promise<{ data: { priceGroupId: number; name: string }[]; total: number }> {
  const { where } = choiceSql(asked, { key: sql`g.price_group_id`, columns: [sql`g.name`] })
  const from = sql`price_group g join team t on t.company_id = g.company_id
    where t.id = ${teamId} and g.deleted_at is null and ${where}`
  const [{ rows }, counted] = await Promise.all([
    sql<{ priceGroupId: number; name: string }>`select g.price_group_id, g.name from ${from}
      order by lower(g.name), g.price_group_id ${pageSql(asked)}`.execute(db),
    sql<{ n: number }>`select count(*) as n from ${from}`.execute(db),
  ])
  return { data: rows, total: counted.rows[0]?.n ?? 0 }
}

/** Those of `ids` that are price groups of a company, locked so that none is deleted until the transaction ends. */
export const lockPriceGroups = async (trx: Trx, companyId: number, ids: readonly number[]): Promise<number[]> =>
  (
    await sql<{ id: number }>`select price_group_id as id from price_group
      where price_group_id = any(${sql.val(ids)}::int[]) and company_id = ${companyId} and deleted_at is null
      order by 1 for share`.execute(trx)
  ).rows.map(r => r.id)
