// One-time codes for payments from the wallet, stored as hashes; the drivers behind a phone or mail address; and the
// tokens of browsers. Codes for unknown contacts are stored like any other, so that neither the time nor the text of a
// reply tells them apart.
import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { phoneForm } from '@wattdesk/base/identifiers'
import { sql } from 'kysely'
import { holdsTagAt } from '#fleet/tags/tag-driver.store.ts'
import type { Seal } from '#platform/access/seal.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { CODE_MINUTES } from './pay.words.ts'

const MOST_TRIES = 5
/** The next code of a contact comes no sooner. */
const RESEND_SECONDS = 60
/** Codes sent to a contact within `CODE_MINUTES`, whatever networks request them. */
const MOST_CODES = 5
const TOKEN_MINUTES = 15

export type Contact = { phone?: string | undefined; email?: string | undefined }
/**
 * A phone with its country code, or a mail address in lower case, so that the same contact always has the same text.
 */
export const contactText = ({ phone, email }: Contact): string =>
  phone === undefined ? (email ?? '').toLowerCase() : `+${phoneForm(phone)}`

/** Tied to the contact, under a key of the installation, so that a reader of the table learns no code. */
export const codeHash = (seal: Seal, contact: string, code: string): Buffer =>
  createHmac('sha256', seal.derive('one-time codes of drivers')).update(`${contact}\n${code}`).digest()

const USE = 'wallet of a driver'
export const walletToken = (seal: Seal, contact: string, now: Date): string =>
  seal.close(JSON.stringify({ contact, until: now.getTime() + TOKEN_MINUTES * 60_000 }), USE).toString('base64url')
/** The contact of a token; undefined where the token is forged or too old. */
export function tokenContact(seal: Seal, token: string, now: Date): string | undefined {
  const text = seal.open(Buffer.from(token, 'base64url'), USE)
  if (text === undefined) return undefined
  const { contact, until } = JSON.parse(text) as { contact: string; until: number }
  return now.getTime() < until ? contact : undefined
}

export const stopHash = (token: string): Buffer => createHash('sha256').update(token).digest()
/** Takes the same time for every wrong token. */
export const isStopToken = (hash: Uint8Array, token: string): boolean => {
  const given = stopHash(token)
  return hash.length === given.length && timingSafeEqual(hash, given)
}

/** Six digits; the first is never 0, so that the code stays whole where it is read as a number. */
export const newCode = (): string => String(randomInt(100_000, 1_000_000))

/** `network`: the network of the browser that requests or types the code. */
type Code = { contact: string; network: string; hash: Buffer; now: Date }

/** Lets one request at a time store or use up a code of a contact. */
const lock = (trx: Trx, contact: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`one-time codes of ${contact}`}, 0))`.execute(trx)

/**
 * Stores a new code of a contact in place of the last code requested by the same network. Returns whether the code may
 * be sent. False within a minute after the last code of the network, and where a contact was sent enough codes in the
 * last minutes: a network without a valid code then shares the newest code of the contact.
 */
export async function saveCode(trx: Trx, { contact, network, hash, now }: Code): Promise<boolean> {
  await lock(trx, contact)
  const since = sql`${now}::timestamptz - make_interval(mins => ${CODE_MINUTES})`
  const until = sql`${now}::timestamptz + make_interval(mins => ${CODE_MINUTES})`
  const { rows } = await sql<{ isSent: boolean }>`
    with recent as (
      select count(*) as codes from pay_code, unnest(sent) as at where contact = ${contact} and at > ${since}
    ), saved as (
      insert into pay_code (contact, network, code_hash, sent_at, expires_at, sent)
      select ${contact}, ${network}, case when codes < ${MOST_CODES} then ${hash}::bytea end, ${now}::timestamptz, ${until},
        case when codes < ${MOST_CODES} then array[${now}::timestamptz] else '{}' end
      from recent
      on conflict (contact, network) do update set code_hash = excluded.code_hash, sent_at = excluded.sent_at,
        expires_at = excluded.expires_at, tries = 0, tries_elsewhere = 0,
        sent = array(select at from unnest(pay_code.sent) as at where at > ${since}) || excluded.sent
      where pay_code.sent_at <= ${now}::timestamptz - make_interval(secs => ${RESEND_SECONDS})
        and (excluded.code_hash is not null or pay_code.code_hash is null or pay_code.expires_at <= ${now}::timestamptz)
      returning code_hash
    )
    select code_hash is not null as is_sent from saved`.execute(trx)
  return rows.some(r => r.isSent)
}

/**
 * Uses a code up: true once, for the right code, in time and before too many tries. A network that has requested a code
 * can try only its own code, or the newest code of the contact where its request sent none. Other networks have tries of
 * their own at all codes of the contact: a phone may have left its Wi-Fi meanwhile. So wrong tries of strangers use up
 * no try of the driver. Simultaneous tries wait for one another: each counts and at most one succeeds.
 */
export async function redeemCode(trx: Trx, { contact, network, hash, now }: Code): Promise<boolean> {
  await lock(trx, contact)
  const isRight = sql<boolean>`code_hash = ${hash}`
  // A used code expires at the time when it was sent, not now: another try that waited for this transaction may carry an
  // earlier `now`, and must find the code expired.
  const usedUp = sql`case when ${isRight} then sent_at else expires_at end`
  const { rows } = await sql<{ isRight: boolean; isShared: boolean }>`
    with newest as (
      select code_hash = ${hash} as is_right from pay_code
      where contact = ${contact} and code_hash is not null and expires_at > ${now}::timestamptz
      order by sent_at desc, network limit 1
    ), own as (
      update pay_code set tries = tries + 1, expires_at = ${usedUp}
      where contact = ${contact} and network = ${network} and expires_at > ${now}::timestamptz and tries < ${MOST_TRIES}
      returning coalesce(${isRight}, (select is_right from newest), false) as is_right, code_hash is null as is_shared
    ), elsewhere as (
      update pay_code set tries_elsewhere = tries_elsewhere + 1, expires_at = ${usedUp}
      where contact = ${contact} and network <> ${network} and code_hash is not null
        and expires_at > ${now}::timestamptz and tries_elsewhere < ${MOST_TRIES}
        and not exists (select 1 from pay_code o
          where o.contact = ${contact} and o.network = ${network} and o.expires_at > ${now}::timestamptz)
      returning ${isRight} as is_right, false as is_shared
    )
    select * from own union all select * from elsewhere`.execute(trx)
  const right = rows.filter(r => r.isRight)
  if (right.some(r => r.isShared))
    await sql`update pay_code set expires_at = sent_at
      where contact = ${contact} and (code_hash = ${hash} or network = ${network})`.execute(trx)
  return right.length > 0
}

/** Deletes codes that are over. Returns how many. */
export const dropOld = async (trx: Trx, now: Date): Promise<number> =>
  Number(
    (await sql`delete from pay_code where expires_at < ${now}::timestamptz - interval '1 day'`.execute(trx))
      .numAffectedRows ?? 0,
  )

/** An active driver with this phone or mail address; undefined where there is none. `language`: null: the record names none. */
export const driverWith = async (
  db: Db | Trx,
  contact: string,
): Promise<{ name: string; language: string | null } | undefined> =>
  (
    await sql<{ name: string; language: string | null }>`select coalesce(full_name, '') as name, language from driver d
      where ${isContact(contact)} and is_active order by id limit 1`.execute(db)
  ).rows[0]

const isContact = (contact: string) =>
  contact.includes('@')
    ? sql<boolean>`lower(d.email) = ${contact}`
    : sql<boolean>`phone_form(d.phone) = ${phoneForm(contact)}`

export type Payer = { driverId: number; name: string; language: string | null; balancePaise: number }
/**
 * The active driver with this contact at the charger's operator; of several, the driver with the most in the wallet. At
 * a private charger only drivers who hold a tag accepted there count (D-PAY-9).
 */
export const payerAt = async (
  db: Db | Trx,
  contact: string,
  { companyId, pk, isPrivate }: { companyId: number; pk: number; isPrivate: boolean },
  now: Date,
): Promise<Payer | undefined> =>
  (
    await sql<Payer>`select d.id as driver_id, coalesce(d.full_name, '') as name, d.language, coalesce(a.balance_paise, 0) as balance_paise
      from driver d left join account a on a.kind = 'wallet' and a.ref = d.id
      where d.company_id = ${companyId} and d.is_active and ${isContact(contact)}
        and ${isPrivate ? holdsTagAt(sql`d.id`, pk, now) : sql<boolean>`true`}
      order by 3 desc, 1 limit 1`.execute(db)
  ).rows[0]
