// Versions of price groups, only added to and never changed. Each version holds from a moment on; of two versions from
// the same moment the one made later counts (M-2.2).
import { type RawBuilder, sql } from 'kysely'
import { recordAtFirst } from '#platform/db/dated.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { PriceSnapshot } from './price.rules.ts'

/** The order in which the version `v` that holds at a moment comes first; before the first one, the first. */
export const heldVersionFirst = (at: RawBuilder<unknown>): RawBuilder<unknown> =>
  recordAtFirst(sql`v.valid_from`, at, sql`v.made_at`, sql`v.price_version_id`)

/** The version of prices that a connector had at a moment; null where it had none. */
export const connectorVersionAt = (
  pk: RawBuilder<unknown>,
  connectorId: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
): RawBuilder<number | null> => sql<number | null>`(
  select v.price_version_id from price_group_version v where v.price_group_id = (
    select h.price_group_id from connector_price_history h where h.chargepoint_pk = ${pk} and h.connector_id = ${connectorId}
    order by ${recordAtFirst(sql`h.since`, at, sql`h.history_id`)} limit 1)
  order by ${heldVersionFirst(at)} limit 1)`

/** Adds a version that holds from `validFrom` on, replacing an earlier one from the same moment. Returns its id. */
export async function addVersion(
  db: Db | Trx,
  v: { priceGroupId: number; validFrom: Date; content: PriceSnapshot },
): Promise<number> {
  const { priceVersionId } = await db
    .insertInto('priceGroupVersion')
    .values({ priceGroupId: v.priceGroupId, validFrom: v.validFrom, content: JSON.stringify(v.content) })
    .returning('priceVersionId')
    .executeTakeFirstOrThrow()
  return priceVersionId
}

/** The version of a group that holds at a moment; undefined for a group without any. */
export async function versionAt(
  db: Db | Trx,
  priceGroupId: number,
  at: Date,
): Promise<{ priceVersionId: number; content: PriceSnapshot } | undefined> {
  const { rows } = await sql<{ priceVersionId: number; content: PriceSnapshot }>`
    select v.price_version_id, v.content from price_group_version v where v.price_group_id = ${priceGroupId}
    order by ${heldVersionFirst(sql`${at}::timestamptz`)} limit 1`.execute(db)
  return rows[0]
}
