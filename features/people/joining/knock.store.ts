// Chargers that were refused because their id is unknown: one row for each id, however often the charger knocks.
import { sql } from 'kysely'
import { bigints, booleans, texts, times } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'

export type Knock = {
  chargepointId: string
  /** The time of the newest knock. */
  at: Date
  /** The number of knocks since the last write. */
  count: number
  address: string
  protocols: string | null
  userAgent: string | null
  isEncrypted: boolean
  hasCredentials: boolean
}

/**
 * The most ids that are kept. Further ones push out the ids silent for longest, so a flood of invented ids fills
 * nothing.
 */
const MOST_KEPT = 10_000
const KEPT_DAYS = 30

/** Adds knocks; each id may occur only once in a call. */
export async function addKnocks(db: Db, knocks: readonly Knock[]): Promise<void> {
  await sql`
    insert into knock as k (chargepoint_id, first_at, last_at, refused, address, protocols, user_agent, is_encrypted, has_credentials)
    select id, at, at, count, address, protocols, agent, encrypted, credentials
    from unnest(${texts(knocks.map(k => k.chargepointId))}, ${times(knocks.map(k => k.at))},
      ${bigints(knocks.map(k => k.count))}, ${texts(knocks.map(k => k.address))}, ${texts(knocks.map(k => k.protocols))},
      ${texts(knocks.map(k => k.userAgent))}, ${booleans(knocks.map(k => k.isEncrypted))},
      ${booleans(knocks.map(k => k.hasCredentials))})
      x (id, at, count, address, protocols, agent, encrypted, credentials)
    order by id
    on conflict (chargepoint_id) do update set last_at = greatest(k.last_at, excluded.last_at),
      refused = k.refused + excluded.refused, address = excluded.address, protocols = excluded.protocols,
      user_agent = excluded.user_agent, is_encrypted = excluded.is_encrypted, has_credentials = excluded.has_credentials`.execute(
    db,
  )
}

/** Deletes knocks that are too old, and the oldest beyond the limit; returns how many. */
export async function dropOldKnocks(trx: Trx, now: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with gone as (delete from knock where last_at < ${new Date(now.getTime() - KEPT_DAYS * 86_400_000)}
      or chargepoint_id in (select chargepoint_id from knock order by last_at desc offset ${MOST_KEPT}) returning 1)
    select count(*)::int as n from gone`.execute(trx)
  return rows[0]?.n ?? 0
}
