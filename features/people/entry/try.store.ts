// Tries of passwords and codes, and the networks from which a user signs in. A try is counted, and the count committed,
// before the password or code is checked: of two hundred simultaneous guesses, ten are checked.
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import { MOST_CODES_HERE, MOST_PASSWORDS_HERE, type PastTries, waitOf } from './try.rules.ts'

type Kind = 'password' | 'code' | 'request'
export type Try = { kind: Kind; username: string; network: string; now: Date }

/** A door is a network from which a user has signed in; a door that was not used for so long is forgotten. */
const DOOR_DAYS = 180
const isDoor = ({ username, network, now }: Pick<Try, 'username' | 'network' | 'now'>) => sql<boolean>`exists (
  select 1 from sign_in_door d join app_user u on u.id = d.user_id
  where lower(u.username) = lower(${username}) and d.network = ${network}
    and d.at > ${now}::timestamptz - make_interval(days => ${DOOR_DAYS}))`

async function seenBy(trx: Db | Trx, t: Try): Promise<PastTries> {
  const isPassword = t.kind === 'password'
  const since = (time: ReturnType<typeof sql>) => sql`at > ${t.now}::timestamptz - ${time}`
  const here = isPassword ? sql`kind = 'password' and username = lower(${t.username})` : sql`kind <> 'password'`
  const skipped = (isPassword ? MOST_PASSWORDS_HERE : MOST_CODES_HERE) - 1
  const span = isPassword ? sql`interval '15 minutes'` : sql`interval '1 day'`
  const { rows } = await sql<PastTries>`
    select (select at from sign_in_try where network = ${t.network} and ${here} and ${since(sql`interval '15 minutes'`)}
        order by at desc offset ${skipped} limit 1) as last_allowed_here,
      n.of_name, n.newest_of_name, ${isDoor(t)} as is_known
    from (select count(*) as of_name, max(at) as newest_of_name from sign_in_try
      where username = lower(${t.username}) and kind = ${t.kind} and ${since(span)}) n`.execute(trx)
  return rows[0] ?? { lastAllowedHere: null, ofName: 0, newestOfName: null, isKnown: false }
}

/**
 * Counts a try and returns its id, or the seconds until another may be made. Tries of the same username or network are
 * counted one after the other. Works alike whether the username exists or not.
 */
export async function begin(db: Db, t: Try): Promise<{ id: number; isKnown: boolean } | { waitSeconds: number }> {
  // A try that is refused already need not wait for the lock, so a flood of guesses takes no connections.
  const closed = waitOf(t.kind, await seenBy(db, t), t.now)
  if (closed > 0) return { waitSeconds: closed }
  return db.transaction().execute(async trx => {
    // Always in this order, so that no two wait for each other.
    for (const key of [`username ${t.username.toLowerCase()}`, `network ${t.network}`])
      await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in try of ${key}`}, 0))`.execute(trx)
    const seen = await seenBy(trx, t)
    const waitSeconds = waitOf(t.kind, seen, t.now)
    if (waitSeconds > 0) return { waitSeconds }
    const { rows } = await sql<{ id: number }>`
      with past as (
        select id from sign_in_try where at < ${t.now}::timestamptz - interval '15 minutes'
          and (kind = 'password' or at < ${t.now}::timestamptz - interval '1 day')
        order by at limit 100 for update skip locked),
      swept as (delete from sign_in_try where id in (select id from past))
      insert into sign_in_try (kind, username, network, at)
      values (${t.kind}, lower(${t.username}), ${t.network}, ${t.now}) returning id`.execute(trx)
    return { id: rows[0]?.id ?? 0, isKnown: seen.isKnown }
  })
}

/** Deletes a try that was right or was never checked. */
export const takeBack = (db: Db | Trx, id: number): Promise<unknown> =>
  db.deleteFrom('signInTry').where('id', '=', id).execute()

/** A right password: the tries here are forgotten, and the network is a door of the user's from now on. */
export async function cameIn(trx: Trx, userId: number, { username, network, now }: Omit<Try, 'kind'>): Promise<void> {
  await sql`delete from sign_in_try
    where username = lower(${username}) and kind = 'password' and network = ${network}`.execute(trx)
  await trx
    .insertInto('signInDoor')
    .values({ userId, network, at: now })
    .onConflict(c => c.columns(['userId', 'network']).doUpdateSet({ at: now }))
    .execute()
}

/** After a new password, the known networks of the user are unknown again. */
export const closeDoors = (trx: Trx, userId: number): Promise<unknown> =>
  trx.deleteFrom('signInDoor').where('userId', '=', userId).execute()
