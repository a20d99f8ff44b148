// Finds a charger by its name in a path or a body (D-GEN-4): chargepoint_pk, the number of the charger, or
// chargepoint_id, the text its operator gave it. Both readings are tried; the path decides which comes first where a
// text could be either.
import { type RawBuilder, sql } from 'kysely'
import { type Scope, scopeIfHeld, type Who, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'

const MAX_KEY = 2_147_483_647
/** Returns the number that a charger's key may be; null where the text is no such number, and so equals no key. */
const keyIn = (text: string): number | null =>
  /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_KEY ? Number(text) : null
const isKey = (alias: string, text: string) =>
  sql<boolean>`(${sql.ref(`${alias}.chargepoint_pk`)} = ${keyIn(text)}::int) is true`
const isId = (alias: string, text: string) => sql<boolean>`${sql.ref(`${alias}.chargepoint_id`)} = ${text}`

export type First = 'key' | 'id'
/** True for the rows that `text` may name, in the table `alias`: chargers, or rows with both names of a charger. */
export const isCharger = (alias: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.chargepoint_pk`)} = ${keyIn(text)}::int or ${isId(alias, text)})`
/** Orders the rows found by `isCharger`. */
export const bestFirst = (alias: string, text: string, first: First = 'key'): RawBuilder<unknown> =>
  sql`${first === 'key' ? isKey(alias, text) : isId(alias, text)} desc`

type Way = { first?: First; deleted?: boolean }
/**
 * Returns the key of a charger; undefined outside the scope. `deleted`: also finds deleted chargers, for their history.
 */
export async function chargerKey(
  db: Db | Trx,
  scope: Scope,
  text: string,
  { first = 'key', deleted = false }: Way = {},
): Promise<number | undefined> {
  const there = deleted ? sql<boolean>`true` : sql<boolean>`c.deleted_at is null`
  const { rows } = await sql<{ pk: number }>`
    select c.chargepoint_pk as pk from charger c where ${there} and ${within(scope, 'c')} and ${isCharger('c', text)}
    order by ${bestFirst('c', text, first)}, c.deleted_at nulls first limit 1`.execute(db)
  return rows[0]?.pk
}

/**
 * The scope of chargers whose list the caller may see; undefined: only the chargers of the dashboard's map (D-GEN-6).
 */
export const viewedScope = (db: Db, who: Who, teamId: number): Promise<Scope | undefined> =>
  scopeIfHeld(db, who, teamId, 'ChargerPoint.view')
