// The link that verifies a user's mail address (D-AUTH-8). Only the hash of its token is stored.
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '#platform/db/db.ts'

const VALID_MS = 24 * 3_600_000
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** A token for a link, valid 24 hours. */
export async function newLinkToken(trx: Trx, userId: number, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + VALID_MS)
  await trx
    .insertInto('emailVerification')
    .values({ tokenHash: hashOf(token), userId, expiresAt })
    .execute()
  return token
}

export type Verified =
  | { status: 'true'; id: number; username: string; companyId: number }
  | { status: 'alreadyVerified' | 'false' }
/** Opens a link: the first time verifies the address; later times report `alreadyVerified`. */
export async function verify(trx: Trx, token: string, now: Date): Promise<Verified> {
  const hash = hashOf(token)
  const { rows } = await sql<{ id: number; username: string; companyId: number }>`
    with used as (
      update email_verification set used_at = ${now}
      where token_hash = ${hash} and used_at is null and expires_at > ${now} returning user_id)
    update app_user set is_verified = true from used where id = used.user_id
    returning id, username, company_id`.execute(trx)
  const user = rows[0]
  if (user) return { status: 'true', ...user }
  const before = await trx
    .selectFrom('emailVerification')
    .select('usedAt')
    .where('tokenHash', '=', hash)
    .executeTakeFirst()
  return { status: before?.usedAt ? 'alreadyVerified' : 'false' }
}
