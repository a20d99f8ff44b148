// Price groups as screens show and change them: the list, one group with its present prices, its versions over time.
import { percentFromPpm } from '@wattdesk/base/money'
import type { ChoiceQuery, ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { gatewayName } from '#office/reference/reference.rules.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Columns, endSql, filtersSql, joined, type Keyed, keysSql, searchSql } from '#platform/db/list.ts'
import { type ListRows, pageOrExportRows } from '#platform/http/exports.ts'
import type { PriceSnapshot } from './price.rules.ts'
import { GROUP_TYPES } from './price.words.ts'
import { slotReply } from './price-detail.rules.ts'
import { MOST_VERSIONS, type PriceGroup, type PriceVersion } from './price-group.contract.ts'
import { heldVersionFirst } from './price-version.store.ts'

export type PriceGroupRow = {
  priceGroupId: number
  companyId: number
  teamId: number
  teamName: string
  name: string
  description: string
  createdAt: Date
  updatedAt: Date
  currency: string
  paymentGatewayId: number
  content: PriceSnapshot
}

const columns: Columns = {
  priceGroupId: { sql: sql`g.price_group_id::text`, type: 'text' },
  name: { sql: sql`g.name`, type: 'text' },
  description: { sql: sql`g.description`, type: 'text' },
  priceGroupType: { sql: sql`v.content->>'type'`, type: 'text' },
  create_time: { sql: sql`g.created_at`, type: 'date' },
  update_time: { sql: sql`g.updated_at`, type: 'date' },
}
/** Groups that are not deleted, with the version that holds at `at`. */
const from = (at: Date) => sql`price_group g join team t on t.id = g.team_id
  join team co on co.id = g.company_id join company c on c.company_id = g.company_id
  cross join lateral (select v.content from price_group_version v where v.price_group_id = g.price_group_id
    order by ${heldVersionFirst(sql`${at}::timestamptz`)} limit 1) v`
const SHOWN = sql`g.price_group_id, g.company_id, g.team_id, t.name as team_name, g.name, g.description, g.created_at,
  g.updated_at, co.currency, c.payment_gateway_id, v.content`

type Asked = ListQuery & Pick<ChoiceQuery, 'keys'>
const narrowed = (scope: Scope, query: Asked): RawBuilder<boolean> =>
  joined(
    [
      within(scope, 'g'),
      sql<boolean>`g.deleted_at is null`,
      keysSql(query, sql`g.price_group_id`),
      searchSql(query.q, [sql`g.name`, sql`g.description`], [[sql`v.content->>'type'`, GROUP_TYPES]]),
      filtersSql(query.filters, columns, query.tz),
    ],
    'AND',
  )

/** One page of a scope, the newest first unless sorted otherwise; prices are those that hold at `at`. */
export const list = (db: Db, scope: Scope, query: Asked, at: Date): Promise<ListRows<PriceGroupRow>> =>
  pageOrExportRows(
    db,
    query,
    sql<
      PriceGroupRow & Keyed
    >`select g.price_group_id as cursor_key, ${SHOWN} from ${from(at)} where ${narrowed(scope, query)}
      ${endSql(query, '-create_time', columns, { number: sql`g.price_group_id` })}`,
  )
export const count = async (db: Db, scope: Scope, query: Asked, at: Date): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${from(at)} where ${narrowed(scope, query)}`.execute(db)).rows[0]
    ?.n ?? 0

/** A group within the scope that is not deleted, with the prices that hold at `at`. */
export const get = async (
  db: Db | Trx,
  scope: Scope,
  priceGroupId: number,
  at: Date,
): Promise<PriceGroupRow | undefined> =>
  (
    await sql<PriceGroupRow>`select ${SHOWN} from ${from(at)}
      where g.price_group_id = ${priceGroupId} and g.deleted_at is null and ${within(scope, 'g')}`.execute(db)
  ).rows[0]

/**
 * Locks the team of a price group and then the group itself until the transaction ends. A new version takes over the
 * team's payment terms, and a change of these terms takes the same locks in the same order, so the two never overlap.
 * Returns the moment of the change: `now`, asked once the group is locked, or the start of the newest version where a
 * node whose clock is ahead has just made one.
 */
export async function lock(trx: Trx, priceGroupId: number, now: () => Date): Promise<Date> {
  await sql`select from team where id = (select team_id from price_group where price_group_id = ${priceGroupId})
    for share`.execute(trx)
  await sql`select from price_group where price_group_id = ${priceGroupId} for update`.execute(trx)
  const at = now()
  const { rows } = await sql<{ newest: Date | null }>`select max(valid_from) as newest from price_group_version
    where price_group_id = ${priceGroupId} and valid_from between ${at} and ${at}::timestamptz + interval '1 minute'`.execute(
    trx,
  )
  return rows[0]?.newest ?? at
}

/** How many connectors of chargers that are not deleted take their prices from a group. */
export const connectorsOf = async (trx: Trx, priceGroupId: number): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*) as n from connector n join charger c using (chargepoint_pk)
      where n.price_group_id = ${priceGroupId} and c.deleted_at is null`.execute(trx)
  ).rows[0]?.n ?? 0

/** The payment terms that a team has now. */
export const teamTerms = (trx: Trx, teamId: number) =>
  trx
    .selectFrom('team')
    .select(['taxPpm', 'transactionPpm', 'pgChargesBearer'])
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow()

/** Other words for a group; its prices are changed by a new version. */
export const update = (trx: Trx, priceGroupId: number, words: { name: string; description: string; updatedAt: Date }) =>
  trx.updateTable('priceGroup').set(words).where('priceGroupId', '=', priceGroupId).execute()

type VersionRow = { priceVersionId: number; validFrom: Date; madeAt: Date; content: PriceSnapshot; isHeld: boolean }
/** The versions of a group, the newest first; of several from the same moment only the one that counts. */
export const versions = async (db: Db, priceGroupId: number, at: Date): Promise<VersionRow[]> =>
  (
    await sql<VersionRow>`
      with held as (select v.price_version_id as id from price_group_version v where v.price_group_id = ${priceGroupId}
        order by ${heldVersionFirst(sql`${at}::timestamptz`)} limit 1)
      select distinct on (v.valid_from) v.price_version_id, v.valid_from, v.made_at, v.content,
        v.price_version_id = (select id from held) as is_held
      from price_group_version v where v.price_group_id = ${priceGroupId}
      order by v.valid_from desc, v.made_at desc, v.price_version_id desc limit ${MOST_VERSIONS}`.execute(db)
  ).rows

const termsReply = (s: PriceSnapshot) => ({
  taxPercent: percentFromPpm(s.taxPpm),
  transactionPercent: percentFromPpm(s.transactionPpm),
  pgChargesBearer: s.pgChargesBearer,
  priceGroupType: s.type,
  priceDetails: s.details.map(slotReply),
})

/** A group as replies carry it. */
export const priceGroupOf = (r: PriceGroupRow): PriceGroup => ({
  priceGroupId: r.priceGroupId,
  name: r.name,
  description: r.description,
  companyId: r.companyId,
  teamId: r.teamId,
  team_name: r.teamName,
  currency: r.currency,
  paymentGateway: gatewayName(r.paymentGatewayId) ?? '',
  paymentGatewayId: r.paymentGatewayId,
  create_time: r.createdAt.toISOString(),
  update_time: r.updatedAt.toISOString(),
  ...termsReply(r.content),
})

/** Versions as they travel, with when each ended. */
export const versionsOf = (rows: readonly VersionRow[]): PriceVersion[] => {
  const held = rows.findIndex(r => r.isHeld)
  return rows.map((r, i) => ({
    priceVersionId: r.priceVersionId,
    valid_from: r.validFrom.toISOString(),
    valid_until: rows[i - 1]?.validFrom.toISOString() ?? null,
    made_at: r.madeAt.toISOString(),
    state: i === held ? ('now' as const) : i < held || held === -1 ? ('to come' as const) : ('past' as const),
    ...termsReply(r.content),
  }))
}
