// One-time codes of drivers who pay from their wallet, of which a hash is kept; the drivers behind a phone or mail address;
// and the tokens that browsers hold. Codes of contacts that nobody has are kept like any other, so that time and answer
// tell nothing.
import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { phoneForm } from '@wattdesk/base/identifiers'
import { sql } from 'kysely'
import { holdsTagAt } from '#fleet/tags/tag-holder.store.ts'
import type { Seal } from '#platform/access/seal.ts'
import type { Db, Trx } from '#platform/db/db.ts'

export const CODE_MINUTES = 10
const MOST_TRIES = 5
/** The next code of a contact comes no sooner. */
const RESEND_SECONDS = 60
const TOKEN_MINUTES = 15

export type Contact = { phone?: string | undefined; email?: string | undefined }
/** A phone with its country code, a mail address in small letters: the same driver asks by the same text. */
export const contactText = ({ phone, email }: Contact): string =>
  phone === undefined ? (email ?? '').toLowerCase() : `+${phoneForm(phone)}`

/** Tied to the contact, under a key of the installation: whoever reads the table learns no code. */
export const codeHash = (seal: Seal, contact: string, code: string): Buffer =>
  createHmac('sha256', seal.derive('one-time codes of drivers')).update(`${contact}\n${code}`).digest()

const USE = 'wallet of a driver'
export const walletToken = (seal: Seal, contact: string, now: Date): string =>
  seal.close(JSON.stringify({ contact, until: now.getTime() + TOKEN_MINUTES * 60_000 }), USE).toString('base64url')
/** The contact that a token stands for; undefined where it is forged or too old. */
export function tokenContact(seal: Seal, token: string, now: Date): string | undefined {
  const text = seal.open(Buffer.from(token, 'base64url'), USE)
  if (text === undefined) return undefined
  const { contact, until } = JSON.parse(text) as { contact: string; until: number }
  return now.getTime() < until ? contact : undefined
}

export const stopHash = (token: string): Buffer => createHash('sha256').update(token).digest()
/** Takes the same time however much of the token is right. */
export const isStopToken = (hash: Uint8Array, token: string): boolean => {
  const given = stopHash(token)
  return hash.length === given.length && timingSafeEqual(hash, given)
}

/** Six digits; the first is no 0, so that it stays whole where it is taken for a number. */
export const newCode = (): string => String(randomInt(100_000, 1_000_000))

/** `network`: that of the browser that asks for the code or types it. */
type Code = { contact: string; network: string; hash: Buffer; now: Date }
/** Keeps a new code of a contact in place of the last one that the same network asked for. False within a minute after that. */
export const keep = async (trx: Trx, { contact, network, hash, now }: Code): Promise<boolean> =>
  (
    await sql`insert into pay_code (contact, network, code_hash, sent_at, expires_at)
      values (${contact}, ${network}, ${hash}, ${now}::timestamptz,
        ${now}::timestamptz + make_interval(mins => ${CODE_MINUTES}))
      on conflict (contact, network) do update set code_hash = excluded.code_hash, sent_at = excluded.sent_at,
        expires_at = excluded.expires_at, tries = 0, tries_elsewhere = 0
      where pay_code.sent_at <= ${now}::timestamptz - make_interval(secs => ${RESEND_SECONDS})
      returning contact`.execute(trx)
  ).rows.length > 0

/**
 * Uses a code up: true once for the right one, in time and before too many tries. A network that has a code of its own tries
 * that code alone; other networks, as that of a phone that has left its Wi-Fi meanwhile, have tries of their own at all codes
 * of the contact. So wrong tries of strangers use up no try of the driver. One statement: of any number of tries at the same
 * moment each counts and at most one is right.
 */
export async function take(db: Db | Trx, { contact, network, hash, now }: Code): Promise<boolean> {
  const isRight = sql<boolean>`code_hash = ${hash}`
  const usedUp = sql`case when ${isRight} then ${now}::timestamptz else expires_at end`
  const { rows } = await sql<{ isRight: boolean }>`
    with own as (
      update pay_code set tries = tries + 1, expires_at = ${usedUp}
      where contact = ${contact} and network = ${network} and expires_at > ${now}::timestamptz and tries < ${MOST_TRIES}
      returning ${isRight} as is_right
    ), elsewhere as (
      update pay_code set tries_elsewhere = tries_elsewhere + 1, expires_at = ${usedUp}
      where contact = ${contact} and network <> ${network} and expires_at > ${now}::timestamptz
        and tries_elsewhere < ${MOST_TRIES} and not exists (select 1 from pay_code o
          where o.contact = ${contact} and o.network = ${network} and o.expires_at > ${now}::timestamptz)
      returning ${isRight} as is_right
    )
    select is_right from own union all select is_right from elsewhere`.execute(db)
  return rows.some(r => r.isRight)
}

/** Takes out what no code needs any more. Answers how many. */
export const dropOld = async (trx: Trx, now: Date): Promise<number> =>
  Number(
    (await sql`delete from pay_code where expires_at < ${now}::timestamptz - interval '1 day'`.execute(trx))
      .numAffectedRows ?? 0,
  )

/** Whether some active driver has this phone or mail address, and how he is called. */
export const nameOf = async (db: Db | Trx, contact: string): Promise<string | undefined> =>
  (
    await sql<{ name: string }>`select coalesce(full_name, '') as name from driver d
      where ${isContact(contact)} and is_active order by id limit 1`.execute(db)
  ).rows[0]?.name

const isContact = (contact: string) =>
  contact.includes('@')
    ? sql<boolean>`lower(d.email) = ${contact}`
    : sql<boolean>`phone_form(d.phone) = ${phoneForm(contact)}`

export type Payer = { driverId: number; name: string; balancePaise: number }
/**
 * The active driver of the operator of a charger who has this contact; of several the driver with the most in the wallet. At a
 * private charger only drivers who hold a tag that it accepts count (D-PAY-9).
 */
export const payerAt = async (
  db: Db | Trx,
  contact: string,
  { companyId, pk, isPrivate }: { companyId: number; pk: number; isPrivate: boolean },
  now: Date,
): Promise<Payer | undefined> =>
  (
    await sql<Payer>`select d.id as driver_id, coalesce(d.full_name, '') as name, coalesce(a.balance_paise, 0) as balance_paise
      from driver d left join account a on a.kind = 'wallet' and a.ref = d.id
      where d.company_id = ${companyId} and d.is_active and ${isContact(contact)}
        and ${isPrivate ? holdsTagAt(sql`d.id`, pk, now) : sql<boolean>`true`}
      order by 3 desc, 1 limit 1`.execute(db)
  ).rows[0]
