// Tables that are cut into parts by time: made ahead, and dropped whole where rows have a last day.
import { sql } from 'kysely'
import type { Db, Trx } from './db.ts'

const DAY_MS = 86_400_000
/** Frames are kept 90 days (D-LOG-4). */
const FRAME_DAYS = 90
/** Part width in days; migrations/0003 makes the first ones alike. */
const PARTS = { ocpp_frame_row: 7, meter_value: 28, connector_status_history: 28 } as const

/** Makes the parts from `since` to two ahead. */
export async function makeParts(db: Db, since = new Date()): Promise<void> {
  for (const [table, days] of Object.entries(PARTS))
    await sql`select make_parts(${table}, make_interval(days => ${days}), ${since})`.execute(db)
}

/** Drops the parts of the frame log that end before the retention. Answers how many. */
export async function dropOldFrames(db: Db | Trx, now: Date): Promise<number> {
  const last = new Date(now.getTime() - (FRAME_DAYS + PARTS.ocpp_frame_row) * DAY_MS)
  const text = last.toISOString().slice(0, 10).replaceAll('-', '')
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'ocpp_frame_row'::regclass and c.relname ~ '^ocpp_frame_row_[0-9]{8}$'
      and c.relname < ${`ocpp_frame_row_${text}`}`.execute(db)
  for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(db)
  return rows.length
}
