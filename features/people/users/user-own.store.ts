// Changes that users make to themselves: the password, and their personal data.
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'

/**
 * Sets a password and raises the session version, which ends every older token; returns the new version. The user came
 * by a link or code from the mailbox, or was signed in, so the mail address counts as verified. `byCodeAt`: when a mailed code
 * has put the password in place of another.
 */
export async function setPassword(
  trx: Trx,
  userId: number,
  passwordHash: string,
  byCodeAt: Date | null = null,
): Promise<number> {
  const changed = await trx
    .updateTable('appUser')
    .set(eb => ({ passwordHash, passwordByCodeAt: byCodeAt, ver: eb('ver', '+', 1), isVerified: true }))
    .where('id', '=', userId)
    .returning('ver')
    .executeTakeFirst()
  if (!changed) throw new Error(`User ${userId} has gone`)
  return changed.ver
}

/** Removes the password and raises the session version, which ends every older token. */
export const clearPassword = (trx: Trx, userId: number): Promise<unknown> =>
  trx
    .updateTable('appUser')
    .set(eb => ({ passwordHash: null, ver: eb('ver', '+', 1) }))
    .where('id', '=', userId)
    .execute()

const NAMED = ['firstName', 'lastName', 'email', 'language', 'country'] as const
const MAY_STAY = ['phone', 'street', 'houseNumber', 'zipcode', 'city'] as const
/** The columns that users edit of themselves. */
const OWN = [...NAMED, ...MAY_STAY] as const
export type Fields = Pick<Stored<'appUser'>, (typeof OWN)[number]>

/** The columns of a user that the user edits; undefined when gone. */
export const fieldsOf = (db: Db | Trx, userId: number): Promise<Fields | undefined> =>
  db.selectFrom('appUser').select(OWN).where('id', '=', userId).executeTakeFirst()

export type OwnChange = Pick<Fields, (typeof NAMED)[number]> & {
  [k in (typeof MAY_STAY)[number]]?: string | null | undefined
}

/**
 * Writes the user's own fields. For optional fields, an empty text is stored as null, and a missing value stays. A
 * taken mail address causes the database's unique violation.
 */
export async function changeOwn(trx: Trx, userId: number, f: OwnChange): Promise<void> {
  const set: Partial<Fields> = {}
  for (const name of NAMED) set[name] = f[name]
  for (const name of MAY_STAY) if (f[name] !== undefined) set[name] = f[name] || null
  await trx.updateTable('appUser').set(set).where('id', '=', userId).execute()
}
