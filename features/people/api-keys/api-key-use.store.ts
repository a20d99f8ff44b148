// How often keys call (KEY-01): by days, and when and from where last.
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

export type KeyUse = { apiKeyId: number; day: string; calls: number; refused: number; lastAt: Date; lastFrom: string }

/** Adds up what was counted since the last time, in one statement each for the days and the keys. */
export async function addUse(db: Db, uses: readonly KeyUse[]): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as u ("apiKeyId" int, day date, calls int, refused int,
    "lastAt" timestamptz, "lastFrom" text)`
  await db.transaction().execute(async trx => {
    // In one order everywhere, so that nodes do not wait for each other crosswise.
    await sql`update api_key k set last_used_at = greatest(k.last_used_at, x.at), last_used_from = x.place
      from (select u."apiKeyId" as id, max(u."lastAt") as at, (array_agg(u."lastFrom" order by u."lastAt" desc))[1] as place
        from ${rows} join (select api_key_id from api_key order by api_key_id for no key update) l on l.api_key_id = u."apiKeyId"
        group by 1) x where k.api_key_id = x.id`.execute(trx)
    await sql`insert into api_key_day as d (api_key_id, day, calls, refused)
      select u."apiKeyId", u.day, u.calls, u.refused from ${rows} join api_key k on k.api_key_id = u."apiKeyId" order by 1, 2
      on conflict (api_key_id, day) do update set calls = d.calls + excluded.calls, refused = d.refused + excluded.refused`.execute(
      trx,
    )
  })
}

const KEPT_DAYS = 62
/** Forgets old days: the list shows thirty. */
export const forgetUse = (db: Db): Promise<unknown> =>
  sql`delete from api_key_day where day < now()::date - ${KEPT_DAYS}::int`.execute(db)
