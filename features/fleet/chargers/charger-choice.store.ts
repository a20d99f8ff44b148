// Chargers that a person has chosen from the list: by their keys, or all that a search and filters leave, as they are
// at this moment (D-BULK-1).
import type { ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import { ints } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { matchingSql, orderOf } from './charger-list.store.ts'

type Asked = Pick<ListQuery, 'q' | 'filters' | 'sort' | 'tz'>
/** Either `ids` or `matching`. */
export type Choice = {
  ids?: readonly number[] | undefined
  matching?: (Asked & { except?: readonly number[] | undefined }) | undefined
}

/** Now, and the zone of business days. */
type At = { now: Date; zone: string }
/** The chosen chargers of a scope, of `charger c`, in the order of the list or as they were picked. */
function chosen({ ids = [], matching }: Choice, scope: Scope, { now, zone }: At) {
  if (!matching) {
    // A charger that was picked twice counts once.
    const picked = sql`unnest(${ints([...new Set(ids)])}) with ordinality k (pk, place)`
    return {
      from: sql`${picked} join charger c on c.chargepoint_pk = k.pk join charger_state s on s.chargepoint_pk = c.chargepoint_pk`,
      where: joinedWhere(scope, sql<boolean>`true`),
      order: sql`order by k.place`,
    }
  }
  const asked = { ...matching, zone }
  const { from, where } = matchingSql(asked, now)
  const kept = sql<boolean>`${where} and not c.chargepoint_pk = any(${ints(matching.except ?? [])})`
  return { from, where: joinedWhere(scope, kept), order: orderOf(asked, now) }
}
const joinedWhere = (scope: Scope, more: RawBuilder<boolean>) =>
  sql<boolean>`c.deleted_at is null and ${within(scope, 'c')} and ${more}`

/** Returns at most `most` of the chosen chargers; callers ask for one more than they allow, to notice too many. */
export async function choose(
  db: Db | Trx,
  scope: Scope,
  choice: Choice,
  { most, ...at }: At & { most: number },
): Promise<{ pk: number; id: string }[]> {
  const { from, where, order } = chosen(choice, scope, at)
  return (
    await sql<{ pk: number; id: string }>`select c.chargepoint_pk as pk, c.chargepoint_id as id
      from ${from} where ${where} ${order} limit ${most}`.execute(db)
  ).rows
}

export type Counted = { count: number; offline: number; charging: number }
/** How many they are, and of them without a connection and with a running session. */
export async function countChosen(db: Db, scope: Scope, choice: Choice, at: At): Promise<Counted> {
  const { from, where } = chosen(choice, scope, at)
  const { rows } = await sql<Counted>`select count(*) as count, count(*) filter (where not s.connected) as offline,
      count(*) filter (where exists (select from transaction x where x.chargepoint_pk = c.chargepoint_pk and x.stopped_at is null))
        as charging
    from ${from} where ${where}`.execute(db)
  return rows[0] ?? { count: 0, offline: 0, charging: 0 }
}

/** True where one of the chargers belongs to the company of the price group. */
export async function isPriceGroupOf(db: Db | Trx, priceGroupId: number, pks: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{
    is: boolean
  }>`select exists (select from price_group g join charger c on c.company_id = g.company_id
    where g.price_group_id = ${priceGroupId} and g.deleted_at is null and c.chargepoint_pk = any(${ints(pks)})) as is`.execute(
    db,
  )
  return rows[0]?.is ?? false
}
