// One-time codes and how often they were asked for and tried (D-AUTH-5). Of a code only a hash is kept.
import { createHmac, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '../../server/db.ts'
import { CODE_MINUTES, MAX_WRONG_TRIES, RESEND_SECONDS } from './password.rules.ts'

/** Six digits; the first is no 0, so that it stays whole where it is taken for a number. */
export const newCode = (): string => String(randomInt(100_000, 1_000_000))

/** Tied to the user: two users with the same code have different hashes. */
export const hashOf = (userId: number, code: string): string =>
  createHmac('sha256', `code of user ${userId}`).update(code).digest('base64url')

type Code = { userId: number; hash: string; now: Date }

/** Keeps a new code in place of the old one. False for nobody, and within the minute after the last one was sent. */
export async function keep(db: Db | Trx, { userId, hash, now }: Code): Promise<boolean> {
  const { rows } = await sql`
    insert into reset_code (user_id, code_hash, sent_at, expires_at)
    select id, ${hash}, ${now}::timestamptz, ${now}::timestamptz + make_interval(mins => ${CODE_MINUTES})
    from app_user where id = ${userId}
    on conflict (user_id) do update set code_hash = excluded.code_hash, sent_at = excluded.sent_at,
      expires_at = excluded.expires_at, wrong_tries = 0, used_at = null
    where reset_code.sent_at <= ${now}::timestamptz - make_interval(secs => ${RESEND_SECONDS})
    returning user_id`.execute(db)
  return rows.length > 0
}

/**
 * Uses a code up: true once for the right one, in time and before too many wrong tries. One statement, so that of any
 * number of tries at the same moment each counts and at most one is right.
 */
export async function takeCode(db: Db | Trx, { userId, hash, now }: Code): Promise<boolean> {
  const { rows } = await sql<{ isRight: boolean }>`
    update reset_code set used_at = case when code_hash = ${hash} then ${now}::timestamptz end,
      wrong_tries = wrong_tries + (code_hash <> ${hash})::int
    where user_id = ${userId} and used_at is null and expires_at > ${now} and wrong_tries < ${MAX_WRONG_TRIES}
    returning used_at is not null as is_right`.execute(db)
  return rows[0]?.isRight ?? false
}

/** Ends the code under way: it lies in a mailbox that is no longer the user's. */
export const endCode = (trx: Trx, userId: number, now: Date): Promise<unknown> =>
  sql`update reset_code set used_at = ${now} where user_id = ${userId} and used_at is null`.execute(trx)

type Attempt = { username: string; address: string; now: Date }

/** Requests and wrong tries from this address in the last 15 minutes, and for this username in the last day. */
export const attemptsOf = async (db: Db, { username, address, now }: Attempt) =>
  (
    await sql<{ here: number; ofName: number }>`
    select (select count(*) from code_attempt where address = ${address} and at > ${now}::timestamptz - interval '15 minutes') as here,
      (select count(*) from code_attempt where username = lower(${username}) and at > ${now}::timestamptz - interval '1 day') as of_name`.execute(
      db,
    )
  ).rows[0] ?? { here: 0, ofName: 0 }

/** Counts a request or a wrong try, and sweeps those of days before. */
export async function addAttempt(db: Db | Trx, { username, address, now }: Attempt): Promise<void> {
  await sql`
    with swept as (delete from code_attempt where at < ${now}::timestamptz - interval '1 day')
    insert into code_attempt (username, address, at) values (lower(${username}), ${address}, ${now})`.execute(db)
}
