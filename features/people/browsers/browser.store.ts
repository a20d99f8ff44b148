// The browsers in which people are signed in (MFA-03).
import { randomBytes } from 'node:crypto'
import { tokenHours } from '@wattdesk/base/session-user'
import { sql } from 'kysely'
import { hashOf } from '#platform/access/api-key.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'

type BrowserRow = Stored<'browser'>
export type SignedInBy = BrowserRow['signedInBy']
/** A browser as it signs in. `secret`: what it was given the last time. */
export type Coming = {
  userId: number
  secret: string | undefined
  agent: string
  network: string
  ip: string
  /** How the person proved who they are. */
  by: SignedInBy
  now: Date
}

const newSecret = (): string => randomBytes(32).toString('base64url')

/**
 * Signs a browser in. `secret` is what it is known by from now on; `isNew` tells that the person has signed in before, yet
 * never from this browser, nor from one of the same kind in a network of theirs. Comes before the network is noted.
 */
export async function signIn(
  trx: Trx,
  { userId, secret = newSecret(), agent, network, ip, by, now }: Coming,
): Promise<{ browserId: number; secret: string; isNew: boolean }> {
  const hash = hashOf(secret)
  const { rows } = await sql<{
    isNew: boolean
  }>`select exists (select from browser where user_id = ${userId}) and not exists (
      select from browser where user_id = ${userId} and (ended_by is null or ended_by <> 'ended')
        and (secret_hash = ${hash} or (agent = ${agent} and exists (select from sign_in_door d
          where d.user_id = ${userId} and d.network = ${network})))) as is_new`.execute(trx)
  const signed = await sql<{
    id: number
  }>`insert into browser as b (user_id, secret_hash, agent, network, signed_in_at, signed_in_from, used_at, used_from,
      proven_at, signed_in_by)
    values (${userId}, ${hash}, ${agent}, ${network}, ${now}, ${ip}, ${now}, ${ip}, ${now}, ${by})
    on conflict (user_id, secret_hash) where ended_at is null do update set agent = excluded.agent, network = excluded.network,
      signed_in_at = excluded.signed_in_at, signed_in_from = excluded.signed_in_from, used_at = excluded.used_at, used_from = excluded.used_from,
      proven_at = excluded.proven_at, signed_in_by = excluded.signed_in_by
    returning browser_id as id`.execute(trx)
  return { browserId: signed.rows[0]?.id ?? 0, secret, isNew: rows[0]?.isNew ?? false }
}

/** How the person at a browser signed in. */
export const signedInBy = async (db: Db | Trx, browserId: number): Promise<SignedInBy | undefined> =>
  (await db.selectFrom('browser').select('signedInBy').where('browserId', '=', browserId).executeTakeFirst())
    ?.signedInBy
/** The person at a browser has proved anew who they are. */
export const proven = (trx: Trx, browserId: number, now: Date): Promise<unknown> =>
  trx.updateTable('browser').set({ provenAt: now }).where('browserId', '=', browserId).execute()

/**
 * Until when the browser with this secret counts as a second factor of the person; undefined: it does not. A browser that was
 * ended from elsewhere never does, nor one of before the present password.
 */
export const trustOf = async (
  db: Db | Trx,
  { userId, secret, now }: { userId: number; secret: string | undefined; now: Date },
): Promise<Date | undefined> =>
  secret === undefined
    ? undefined
    : ((
        await sql<{ until: Date | null }>`select max(trusted_until) as until from browser
          where user_id = ${userId} and secret_hash = ${hashOf(secret)} and trusted_until > ${now}`.execute(db)
      ).rows[0]?.until ?? undefined)
/** Trusts a browser from now on until then. */
export const trust = (trx: Trx, browserId: number, until: Date): Promise<unknown> =>
  trx.updateTable('browser').set({ trustedUntil: until }).where('browserId', '=', browserId).execute()
/**
 * Trusts browsers of a person no more: all of them, or one, also under the lines of its earlier sign-ins. Returns what they
 * called themselves.
 */
export const distrust = async (trx: Trx, userId: number, only?: number): Promise<string[]> =>
  (
    await sql<{ agent: string }>`update browser set trusted_until = null
      where user_id = ${userId} and trusted_until is not null and (${only ?? null}::int is null
        or secret_hash = (select secret_hash from browser where browser_id = ${only ?? null}::int and user_id = ${userId}))
      returning agent`.execute(trx)
  ).rows.map(r => r.agent)
/** The person came in without a proof that counts for dangerous acts: the first one asks. */
export const unproven = (trx: Trx, browserId: number): Promise<unknown> =>
  trx
    .updateTable('browser')
    .set({ provenAt: new Date(0) })
    .where('browserId', '=', browserId)
    .execute()

/** Shown for so long; the newest first, at most so many. */
const SHOWN_DAYS = 90
const MOST = 200
/** A token of a browser that has signed in since then may still count. */
const since = (now: Date) => new Date(now.getTime() - tokenHours * 3_600_000)
export type ShownBrowser = BrowserRow & { isSignedIn: boolean; isTrusted: boolean }
export const listOf = async (db: Db | Trx, userId: number, now: Date): Promise<ShownBrowser[]> =>
  (
    await sql<ShownBrowser>`select b.*, b.ended_at is null and b.signed_in_at > ${since(now)} as is_signed_in,
        coalesce(b.trusted_until > ${now}, false) as is_trusted from browser b
      where b.user_id = ${userId} order by b.ended_at is not null, b.used_at desc, b.browser_id desc limit ${MOST}`.execute(
      db,
    )
  ).rows

type EndedBy = NonNullable<BrowserRow['endedBy']>
/**
 * Ends browsers of a person that have not ended: one, or all but `but`. A browser that signs out stays remembered; those that
 * are ended from elsewhere do not, nor with all others the ones that have signed out, and a new password ends all trust. Returns what they called themselves.
 */
export async function end(
  trx: Trx,
  { userId, only, but, how, now }: { userId: number; only?: number; but?: number | undefined; how: EndedBy; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{
    agent: string
    secretHash: Buffer
  }>`update browser set ended_at = ${now}, ended_by = ${how}
      where user_id = ${userId} and ended_at is null and (${only ?? null}::int is null or browser_id = ${only ?? null}::int)
        and browser_id is distinct from ${but ?? null}::int returning agent, secret_hash`.execute(trx)
  if (how === 'password') await distrust(trx, userId)
  else if (how === 'ended')
    await sql`update browser set trusted_until = null
      where user_id = ${userId} and trusted_until is not null
        and (secret_hash = any(${sql.val(rows.map(r => r.secretHash))}::bytea[]) or (${only ?? null}::int is null
          and secret_hash is distinct from (select secret_hash from browser where browser_id = ${but ?? null}::int)))`.execute(
      trx,
    )
  return rows.map(r => r.agent)
}

export type BrowserUse = { browserId: number; at: Date; from: string }
/** When and from where browsers called last, in one statement. */
export async function addUse(db: Db, uses: readonly BrowserUse[]): Promise<void> {
  await sql`update browser b set used_at = greatest(b.used_at, u.at), used_from = u."from"
    from (select browser_id from browser join jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) x ("browserId" int) on x."browserId" = browser_id
      order by browser_id for no key update of browser) l
    join jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as u ("browserId" int, at timestamptz, "from" text) on u."browserId" = l.browser_id
    where b.browser_id = l.browser_id`.execute(db)
}

/** Forgets browsers that nobody has signed in from for 90 days, and of one person all but the newest 200. */
export const forgetBrowsers = (db: Db, now: Date): Promise<unknown> =>
  sql`delete from browser where browser_id in (select browser_id from (
      select browser_id, signed_in_at, row_number() over (partition by user_id order by browser_id desc) as place from browser) x
    where x.signed_in_at < ${now}::timestamptz - make_interval(days => ${SHOWN_DAYS}) or (x.place > ${MOST} and x.signed_in_at < ${since(now)}))`.execute(
    db,
  )
