// One-time codes (D-AUTH-5). Only the hash of a code is stored.
import { createHmac, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import { CODE_MINUTES, MAX_WRONG_TRIES, RESEND_SECONDS } from './reset-code.rules.ts'

/** Six digits; the first is never 0, so that the code stays whole where it is read as a number. */
export const newCode = (): string => String(randomInt(100_000, 1_000_000))

/** Tied to the user: two users with the same code have different hashes. */
export const hashOf = (userId: number, code: string): string =>
  createHmac('sha256', `code of user ${userId}`).update(code).digest('base64url')

type Code = { userId: number; hash: string; now: Date }

/**
 * Stores a new code in place of the old one. False for an unknown user, and within a minute after the last code was
 * sent.
 */
export async function saveResetCode(db: Db | Trx, { userId, hash, now }: Code): Promise<boolean> {
  const { rows } = await sql`
    insert into reset_code (user_id, code_hash, sent_at, expires_at)
    select id, ${hash}, ${now}::timestamptz, ${now}::timestamptz + make_interval(mins => ${CODE_MINUTES})
    from app_user where id = ${userId}
    on conflict (user_id) do update set code_hash = excluded.code_hash, sent_at = excluded.sent_at,
      expires_at = excluded.expires_at, wrong_tries = 0, wrong_tries_at_door = 0, used_at = null
    where reset_code.sent_at <= ${now}::timestamptz - make_interval(secs => ${RESEND_SECONDS})
    returning user_id`.execute(db)
  return rows.length > 0
}

/**
 * Uses a code up: true once, for the right code, in time and before too many wrong tries. `isKnown`: the user has
 * signed in from this network before; tries from known networks and from others are counted apart, so that neither use
 * up the other's. This is a single statement, so that of simultaneous tries each counts and at most one succeeds.
 */
export async function takeCode(
  db: Db | Trx,
  { userId, hash, now, isKnown }: Code & { isKnown: boolean },
): Promise<boolean> {
  const { rows } = await sql<{ isRight: boolean }>`
    update reset_code set used_at = case when code_hash = ${hash} then ${now}::timestamptz end,
      wrong_tries = wrong_tries + (code_hash <> ${hash} and not ${isKnown}::boolean)::int,
      wrong_tries_at_door = wrong_tries_at_door + (code_hash <> ${hash} and ${isKnown}::boolean)::int
    where user_id = ${userId} and used_at is null and expires_at > ${now}
      and case when ${isKnown}::boolean then wrong_tries_at_door else wrong_tries end < ${MAX_WRONG_TRIES}
    returning used_at is not null as is_right`.execute(db)
  return rows[0]?.isRight ?? false
}

/** Ends the open code, because it is in a mailbox that is no longer the user's. */
export const endCode = (trx: Trx, userId: number, now: Date): Promise<unknown> =>
  trx.updateTable('resetCode').set({ usedAt: now }).where('userId', '=', userId).where('usedAt', 'is', null).execute()
