// Drivers who pay from their wallet prove that they own the phone or mail address of an EV driver record: a code is
// sent there, and the browser returning the code may use the wallet for a quarter of an hour (D-PAY-5). Neither text
// nor timing of a reply tells whether a contact is known.
import { rupeesFromPaise } from '@wattdesk/base/money'
import { fail } from '@wattdesk/wire/route'
import { isLanguage, type Language, languageOf } from '@wattdesk/words/language'
import { wordsOf } from '@wattdesk/words/words'
import { sql } from 'kysely'
import { brandOf } from '#office/brand/brand.rules.ts'
import type { Services } from '#office/installation/services.ts'
import * as mail from '#office/mail/mail.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { CODE_MINUTES } from './pay.words.ts'
import * as codes from './pay-code.store.ts'
import * as places from './pay-place.store.ts'
import { NOT_PUBLIC, WRONG_CODE } from './pay-told.words.ts'

/** Sends a code to a contact that some active driver has; for everybody else the same is done and taken back. */
export async function sendCode(
  services: Services,
  asked: codes.Contact,
  {
    host,
    network,
    chosen,
    accepts,
  }: { host: string; network: string; chosen: Language | undefined; accepts: string | undefined },
): Promise<void> {
  const { db, jobs, seal } = services
  const contact = codes.contactText(asked)
  const now = services.now()
  const code = codes.newCode()
  const brand = brandOf(host).name
  await db.transaction().execute(async trx => {
    const driver = await codes.driverWith(trx, contact)
    const language = languageOf(chosen ?? driver?.language, accepts)
    const { letters } = wordsOf(language)
    const text = letters.codeSms({ code, brand, minutes: CODE_MINUTES })
    const isNew = await codes.saveCode(trx, { contact, network, hash: codes.codeHash(seal, contact, code), now })
    await sql`savepoint letter`.execute(trx)
    if (asked.phone !== undefined) await mail.postSms(trx, jobs, { phone: contact, text })
    else await mail.post(trx, jobs, { to: contact, subject: letters.codeSubject({ brand }), text, language })
    await (isNew && driver !== undefined ? sql`release savepoint letter` : sql`rollback to savepoint letter`).execute(
      trx,
    )
  })
}

/**
 * Refuses everybody at a private charger except drivers who have proved by a code that they hold a tag accepted there
 * (D-PAY-9).
 */
export async function demandAllowed(
  { db, seal }: Pick<Services, 'seal'> & { db: Db | Trx },
  at: places.Operated,
  walletToken: string | undefined,
  now: Date,
): Promise<void> {
  if (!at.isPrivate) return
  const contact = walletToken === undefined ? undefined : codes.tokenContact(seal, walletToken, now)
  if (contact === undefined || !(await codes.payerAt(db, contact, at, now))) fail(403, NOT_PUBLIC)
}

/** A token that pays from the wallet for a quarter of an hour; 422 for a wrong code. */
export async function checkCode(
  services: Services,
  asked: codes.Contact & { otp: string; network: string; chargepointId?: string | undefined },
): Promise<{ token: string; name: string | null; balance: number | null; language: Language | null }> {
  const { db, seal } = services
  const contact = codes.contactText(asked)
  const now = services.now()
  const { network } = asked
  const hash = codes.codeHash(seal, contact, asked.otp)
  const isRight = await db.transaction().execute(trx => codes.redeemCode(trx, { contact, network, hash, now }))
  const driver = isRight ? await codes.driverWith(db, contact) : undefined
  if (driver === undefined) fail(422, WRONG_CODE, { otp: WRONG_CODE })
  const at = asked.chargepointId ? await places.operatedBy(db, asked.chargepointId) : undefined
  const payer = at && (await codes.payerAt(db, contact, at, now))
  const language = payer ? payer.language : driver.language
  return {
    token: codes.walletToken(seal, contact, now),
    name: (payer?.name ?? driver.name) || null,
    balance: payer ? rupeesFromPaise(BigInt(payer.balancePaise)) : null,
    language: isLanguage(language) ? language : null,
  }
}
