// Calls with an `Idempotency-Key` as they are kept for 24 hours (KEY-04).
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'

/** Who calls, as 'user 5' or 'key 7', and the key of the call. */
export type CallKey = { caller: string; key: string }
/** One attempt to carry a call out. */
export type Attempt = CallKey & { attempt: string }
/** What is kept of a call. `status`, `answer` and `etag` are null as long as it has not been answered. */
export type KeptCall = {
  fingerprint: Buffer
  isDone: boolean
  aliveAt: Date
  status: number | null
  answer: Buffer | null
  etag: string | null
}

const KEPT_MS = 86_400_000
/** An attempt that shows no sign of life for so long has ended with its process. */
export const LOST_MS = 30_000
const ago = (now: Date, ms: number) => new Date(now.getTime() - ms)
const is = ({ caller, key }: CallKey): RawBuilder<boolean> => sql`caller = ${caller} and key = ${key}`

/**
 * Begins an attempt: the first of its key, or one in place of an attempt that ended with its process before it changed
 * anything. False where the key is taken.
 */
export async function begin(db: Db, a: Attempt & { fingerprint: Buffer }, now: Date): Promise<boolean> {
  const { rows } = await sql`insert into repeated_call as c (caller, key, fingerprint, attempt, alive_at, begun_at)
    values (${a.caller}, ${a.key}, ${a.fingerprint}, ${a.attempt}, ${now}, ${now})
    on conflict (caller, key) do update set fingerprint = excluded.fingerprint, attempt = excluded.attempt,
      alive_at = excluded.alive_at, begun_at = excluded.begun_at, is_done = false, status = null, answer = null, etag = null
    where c.begun_at <= ${ago(now, KEPT_MS)} or (c.status is null and not c.is_done and c.alive_at <= ${ago(now, LOST_MS)}
      and c.fingerprint = excluded.fingerprint)
    returning 1`.execute(db)
  return rows.length > 0
}

export const read = async (db: Db, of: CallKey): Promise<KeptCall | undefined> =>
  (
    await sql<KeptCall>`select fingerprint, is_done, alive_at, status, answer, etag from repeated_call where ${is(of)}`.execute(
      db,
    )
  ).rows[0]

/**
 * Notes in the transaction of a change that the call is carried out. False where another attempt has taken over: then the
 * change must not be committed.
 */
export async function markDone(trx: Trx, a: Attempt): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update repeated_call set is_done = true where ${is(a)} and attempt = ${a.attempt}::uuid`.execute(trx)
  return numAffectedRows === 1n
}

type Answered = { status: number; answer: Buffer; etag: string | null }
export const keepAnswer = (db: Db, a: Attempt, { status, answer, etag }: Answered): Promise<unknown> =>
  sql`update repeated_call set status = ${status}, answer = ${answer}, etag = ${etag}
    where ${is(a)} and attempt = ${a.attempt}::uuid`.execute(db)

/** Forgets a call that changed nothing, so that it may come again. */
export const release = (db: Db, a: Attempt): Promise<unknown> =>
  sql`delete from repeated_call where ${is(a)} and attempt = ${a.attempt}::uuid and not is_done`.execute(db)

export const showLife = (db: Db, attempts: readonly string[], now: Date): Promise<unknown> =>
  sql`update repeated_call set alive_at = ${now} where attempt = any(${sql.val(attempts)}::uuid[]) and status is null`.execute(
    db,
  )

/** Forgets calls of more than 24 hours ago. */
export const forgetRepeatedCalls = (db: Db, now: Date): Promise<unknown> =>
  sql`delete from repeated_call where begun_at <= ${ago(now, KEPT_MS)}`.execute(db)
