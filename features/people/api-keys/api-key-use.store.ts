// How often keys call (KEY-01): by days, when and from where last, and what was refused last.
import { sql } from 'kysely'
import * as audit from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/db.ts'
import { apiKeyRecord } from './api-key.contract.ts'

type Place = { at: Date; from: string }
export type KeyUse = {
  apiKeyId: number
  day: string
  calls: number
  refused: number
  /** Null: all calls were refused because the key itself does not count. */
  used: Place | null
  refusal: (Place & { why: string }) | null
}

/** Adds up what was counted since the last time, in one statement each for the days and the keys. */
export async function addUse(db: Db, uses: readonly KeyUse[]): Promise<void> {
  const flat = uses.map(({ apiKeyId, day, calls, refused, used, refusal }) => ({
    apiKeyId,
    day,
    calls,
    refused,
    usedAt: used?.at,
    usedFrom: used?.from,
    refusedAt: refusal?.at,
    refusedFrom: refusal?.from,
    refusedWhy: refusal?.why.slice(0, 300),
  }))
  const rows = sql`jsonb_to_recordset(${JSON.stringify(flat)}::jsonb) as u ("apiKeyId" int, day date, calls int, refused int,
    "usedAt" timestamptz, "usedFrom" text, "refusedAt" timestamptz, "refusedFrom" text, "refusedWhy" text)`
  const last = (what: string, by: string) => sql.raw(`(array_agg(u."${what}" order by u."${by}" desc nulls last))[1]`)
  await db.transaction().execute(async trx => {
    // In one order everywhere, so that nodes do not wait for each other crosswise.
    await sql`update api_key k set
        last_used_at = greatest(k.last_used_at, x.used_at),
        last_used_from = case when x.used_at >= coalesce(k.last_used_at, '-infinity') then x.used_from else k.last_used_from end,
        last_refused_at = greatest(k.last_refused_at, x.refused_at),
        last_refused_from = case when x.refused_at >= coalesce(k.last_refused_at, '-infinity') then x.refused_from
          else k.last_refused_from end,
        last_refused_why = case when x.refused_at >= coalesce(k.last_refused_at, '-infinity') then x.refused_why
          else k.last_refused_why end
      from (select u."apiKeyId" as id, max(u."usedAt") as used_at, ${last('usedFrom', 'usedAt')} as used_from,
          max(u."refusedAt") as refused_at, ${last('refusedFrom', 'refusedAt')} as refused_from,
          ${last('refusedWhy', 'refusedAt')} as refused_why
        from ${rows} join (select api_key_id from api_key order by api_key_id for no key update) l on l.api_key_id = u."apiKeyId"
        group by 1) x where k.api_key_id = x.id`.execute(trx)
    await sql`insert into api_key_day as d (api_key_id, day, calls, refused)
      select u."apiKeyId", u.day, u.calls, u.refused from ${rows} join api_key k on k.api_key_id = u."apiKeyId" order by 1, 2
      on conflict (api_key_id, day) do update set calls = d.calls + excluded.calls, refused = d.refused + excluded.refused`.execute(
      trx,
    )
  })
}

/** A call whose key itself did not count: from an address that is not allowed, revoked, at its end. */
export type RefusedKey = { apiKeyId: number; from: string; at: Date; why: string }
const HOUR_MS = 3_600_000
/** Notes in the audit log that keys were refused: once an hour for each key and address, however often they call. */
export async function noteRefusals(db: Db, refusals: readonly RefusedKey[]): Promise<void> {
  for (const { apiKeyId, from, at, why } of refusals)
    await db.transaction().execute(async trx => {
      const { rows } = await sql<{ name: string; teamId: number }>`
        select name, team_id from api_key where api_key_id = ${apiKeyId} for no key update`.execute(trx)
      const recordId = `${apiKeyRecord.prefix}${apiKeyId}`
      const since = new Date(at.getTime() - HOUR_MS)
      const noted = await sql`select from audit_entry where feature = 'Integration' and record_id = ${recordId}
        and action = 'refused' and ip = ${from} and at > ${since}`.execute(trx)
      const [key] = rows
      if (!key || noted.rows.length > 0) return
      const by = { ...audit.byProduct(`API key ${key.name}`), ip: from }
      await audit.note(trx, by, {
        action: 'refused',
        feature: 'Integration',
        recordId,
        teamId: key.teamId,
        after: { asked: why },
      })
    })
}

const KEPT_DAYS = 62
/** Forgets old days: the list shows thirty. */
export const forgetUse = (db: Db): Promise<unknown> =>
  sql`delete from api_key_day where day < now()::date - ${KEPT_DAYS}::int`.execute(db)
