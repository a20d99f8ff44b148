// What keeps growing tables in shape: parts made ahead, parts past their time dropped, from the start and every hour.
import { sql } from 'kysely'
import * as audit from '../features/audit/audit.store.ts'
import * as outbox from '../features/mail/mail.store.ts'
import { endAbandonedTasks } from '../features/remote-operations/task.jobs.ts'
import { decideOverdue } from '../features/sessions/session-review.commands.ts'
import { foldTotals } from '../features/sessions/transaction-list.store.ts'
import { renewStaleFigures } from '../features/sessions/usage.store.ts'
import { removeUnnamed } from '../features/uploads/upload.commands.ts'
import { act } from '../platform/audit/act.ts'
import type { Db, Trx } from '../platform/db/db.ts'
import type { House } from '../platform/house.ts'

const HOUR_MS = 3_600_000
/** What waits to be folded is added up by every list. */
const FOLD_MS = 10_000
/** A task that nobody ends any more is shown as open until then. */
const TASKS_MS = 15_000
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
  const last = new Date(now.getTime() - (FRAME_DAYS + PARTS.ocpp_frame_row) * 24 * HOUR_MS)
  const text = last.toISOString().slice(0, 10).replaceAll('-', '')
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'ocpp_frame_row'::regclass and c.relname ~ '^ocpp_frame_row_[0-9]{8}$'
      and c.relname < ${`ocpp_frame_row_${text}`}`.execute(db)
  for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(db)
  return rows.length
}

/** Takes out what is past its time, kind by kind, each with an entry of the audit log that says how much it was. */
export async function dropOld(house: House): Promise<void> {
  const kinds: Record<string, (trx: Trx, now: Date) => Promise<number>> = {
    'audit entries': audit.dropOld,
    'parts of the log of frames': dropOldFrames,
    mails: outbox.dropOld,
  }
  for (const [kind, drop] of Object.entries(kinds))
    await act(house, async trx => {
      const count = await drop(trx, house.now())
      if (count === 0) return
      const entry = { action: 'drop', feature: 'Settings', teamId: null, after: { [kind]: count } }
      await audit.write(trx, audit.byProduct('Retention'), entry)
    })
}

/** Runs now, then every hour, what cannot wait so long more often; the returned function ends it. */
export async function startUpkeep(house: House): Promise<() => void> {
  const once = async () => {
    await makeParts(house.db)
    await dropOld(house)
    await removeUnnamed(house)
    const renewed = await renewStaleFigures(house.db)
    if (renewed > 0) house.log.warn({ renewed }, 'Figures of hours that could not be written are worked out anew')
    const decided = await decideOverdue(house)
    if (decided > 0) house.log.info({ decided }, 'Sessions to review that nobody decided are settled')
  }
  await once()
  const failed = (error: unknown) => house.log.error({ err: error }, 'Upkeep failed')
  const timers = [
    setInterval(() => void once().catch(failed), HOUR_MS),
    setInterval(() => void foldTotals(house.db).catch(failed), FOLD_MS),
    setInterval(() => void endAbandonedTasks(house).catch(failed), TASKS_MS),
  ]
  for (const timer of timers) timer.unref()
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
