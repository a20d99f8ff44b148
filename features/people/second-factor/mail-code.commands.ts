// The code by mail that a set-up at a sign-in asks for besides the password (MFA-01): once the grace is over, whoever knows the
// password alone must not choose the second factor. The code is derived from the step, stored nowhere, and ends with it.
import { timingSafeEqual } from 'node:crypto'
import { tooOften } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { post } from '#office/mail/mail.store.ts'
import { homeOfCompany } from '#office/mail/mail-home.store.ts'
import type { Caller } from '#people/entry/entry.commands.ts'
import { waitText } from '#people/entry/try.rules.ts'
import { countCode, type Person, wrong } from './factor-check.commands.ts'
import { setUpLetter } from './second-factor.rules.ts'
import * as steps from './step.store.ts'

const NEEDED = 'Please enter the code from the mail'
/** Set-ups that a person begins in a day, each with a mail. */
const MOST_MAILS_A_DAY = 20
const TOO_MANY_MAILS = (seconds: number) =>
  `You were mailed ${MOST_MAILS_A_DAY} codes within a day. Please wait ${waitText(seconds)}.`

const codeOf = ({ seal }: Services, ticketHash: Buffer): string => {
  const bytes = Buffer.from(seal.derive(`mail code of step ${ticketHash.toString('base64url')}`), 'base64url')
  return String(100_000 + (bytes.readUInt32BE(0) % 900_000))
}

/** Begins the set-up of a sign-in, and mails its code. */
export const beginByMail = (
  services: Services,
  person: Person & { ver: number },
  { ip, agent }: Caller,
): Promise<steps.Ticket> =>
  services.db.transaction().execute(async trx => {
    const now = services.now()
    const waitSeconds = await steps.waitToBegin(trx, person.id, { purpose: 'set up', most: MOST_MAILS_A_DAY, now })
    if (waitSeconds > 0) tooOften(waitSeconds, undefined, TOO_MANY_MAILS(waitSeconds))
    const begun = await steps.begin(trx, { purpose: 'set up', user: person, now })
    const home = await homeOfCompany(trx, services.publicUrl, person.companyId)
    const code = codeOf(services, steps.hashOfTicket(begun.ticket))
    await post(trx, services.jobs, setUpLetter(person, code, { ip, agent }, home))
    return begun
  })

/** 422 unless the code is that of the mail. A try is counted before it is looked at; a right one is taken off. */
export async function demandMailCode(
  services: Services,
  step: steps.StepRow,
  person: Person,
  typed: string | undefined,
  caller: Caller,
): Promise<void> {
  if (typed === undefined) return wrong('mail_code', NEEDED)
  const { refuse, takeBack } = await countCode(services, step, person, caller, 'mail')
  const [code, own] = [typed.replace(' ', ''), codeOf(services, step.ticketHash)].map(t => Buffer.from(t))
  if (code?.length !== own?.length || !code || !own || !timingSafeEqual(code, own)) return refuse()
  await services.db.transaction().execute(async trx => {
    await takeBack(trx)
    await steps.takeBackTry(trx, step)
  })
}
