// The check of a code, a recovery code or a passkey, for every call that takes one (MFA-02): sign-in, set-up and proof. A try is
// counted before it is looked at, and a right one counts once.
import { browserName } from '@wattdesk/base/browser-name'
import { formatDateTime, zoneName } from '@wattdesk/base/time'
import { fail, tooOften } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { post } from '#office/mail/mail.store.ts'
import { homeOfCompany } from '#office/mail/mail-home.store.ts'
import type { Account } from '#people/entry/account.store.ts'
import { type Caller, demandCodeTry } from '#people/entry/entry.commands.ts'
import * as tries from '#people/entry/try.store.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { networkOf } from '#platform/http/caller.ts'
import { stepOfCode } from './code.crypto.ts'
import { CODE_FIELDS, type CodeKind, dayFullText, MOST_WRONG, STEP_FULL, wrongCodeText } from './code-try.rules.ts'
import * as factors from './factor.store.ts'
import { companyDomains } from './need.store.ts'
import { namedIn, readUsed } from './passkey.crypto.ts'
import { type FactorNews, factorLetter, recoveryCodeOf, type Site, siteOf } from './second-factor.rules.ts'
import * as steps from './step.store.ts'

export const OVER = 'This sign-in has expired. Please sign in again.'
export const WRONG_PASSKEY = 'The passkey was not accepted. Please try again.'

/** The text is shown beside the field. */
export const wrong = (field: 'code' | 'recovery_code' | 'mail_code' | 'passkey', text: string): never =>
  fail(422, text, { [field]: text })

/** A person as the checks need them. */
export type Person = Pick<Account, 'id' | 'username' | 'email' | 'firstName' | 'companyId'>

/** What the secret of a person's app is sealed for. */
export const sealUse = (userId: number): string => `second factor of user ${userId}`
/** What is stored of a recovery code: nobody who reads the database alone can guess it. */
export const recoveryHash = ({ seal }: Services, userId: number, code: string): string =>
  seal.derive(`recovery code of user ${userId}: ${code}`)
/** Stands for a person in their passkeys. */
export const handleOf = ({ seal }: Services, userId: number): string => seal.derive(`passkeys of user ${userId}`)

/** Where a call stands with passkeys; undefined: its page is none of ours, or browsers know no passkeys there. */
export const siteHere = async (services: Services, db: Db, origin: string | undefined): Promise<Site | undefined> =>
  siteOf(services.publicUrl, [], origin) ?? siteOf(services.publicUrl, await companyDomains(db), origin)

/** Mails the person what has become of their second factors. */
export async function mailFactorNews(
  { publicUrl, jobs, timeZone, now }: Services,
  trx: Trx,
  { email, firstName, companyId }: Person,
  told: FactorNews,
  { ip, agent }: Caller,
): Promise<void> {
  const home = await homeOfCompany(trx, publicUrl, companyId)
  const at = `${formatDateTime(now(), timeZone)} (${zoneName(timeZone)})`
  await post(trx, jobs, factorLetter({ email, firstName }, told, { browser: browserName(agent), ip, at }, home))
}

/** A code that was counted before it is looked at. */
export type CodeTry = {
  /** Refuses the code as wrong: 422 with the tries that are left. */
  refuse: () => Promise<never>
  /** The same within a transaction, which tells nobody. */
  refuseHere: () => never
  /** Takes the try off again, because the code was right. */
  takeBack: (trx: Trx) => Promise<unknown>
}
/**
 * Counts a code that somebody sends: by name and network as at the sign-in, then by the step. All codes of a sign-in, a set-up
 * or a proof are counted here.
 * @throws HttpFailure 429 with the time to wait, where too many were wrong
 */
export async function countCode(
  services: Services,
  step: steps.StepRow,
  person: Person,
  caller: Caller,
  kind: CodeKind,
): Promise<CodeTry> {
  const { db } = services
  const field = CODE_FIELDS[kind]
  const network = networkOf(caller.ip)
  const { id } = await demandCodeTry(services, { username: person.username, network }, field)
  const counted = await steps.countTry(db, step, kind, services.now())
  if ('waitSeconds' in counted) {
    // The code was never looked at.
    await tries.takeBack(db, id)
    const { waitSeconds } = counted
    const text = waitSeconds > 0 ? dayFullText(kind, waitSeconds) : STEP_FULL
    tooOften(waitSeconds, { [field]: text }, text)
  }
  const { nth } = counted
  const refuseHere = () => wrong(field, wrongCodeText(kind, nth))
  return {
    refuse: async () => {
      // Somebody who used up the wrong codes of a step knows the password, so the person is told by mail, once a day. Not so while
      // an app is set up: there the caller has already proven who they are.
      const isLast = kind !== 'first' && nth >= MOST_WRONG
      if (isLast && !(await steps.wasTold(db, step, services.now())))
        await db.transaction().execute(trx => mailFactorNews(services, trx, person, { what: 'wrong codes' }, caller))
      return refuseHere()
    },
    refuseHere,
    takeBack: trx => tries.takeBack(trx, id),
  }
}

export type Answer = {
  code?: string | undefined
  recovery_code?: string | undefined
  passkey?: Record<string, unknown> | undefined
}
/** Uses up what was checked, in the transaction of what it is for. */
type Take = (trx: Trx, by: audit.By) => Promise<void>

/**
 * Looks at what a person of a step answers.
 * @returns uses it up, together with the step
 * @throws HttpFailure 422 for a wrong answer, 429 for too many
 */
export async function checked(
  services: Services,
  step: steps.StepRow,
  person: Person,
  answer: Answer,
  caller: Caller,
): Promise<Take> {
  const { db } = services
  const endStep = async (trx: Trx, counted: boolean) => {
    if (!(await steps.use(trx, step, counted, services.now()))) fail(401, OVER)
  }
  if (answer.passkey) {
    const { factorId, counter } = await usedPasskey(services, step, answer.passkey, person.id)
    return async trx => {
      if (!(await factors.takeCounter(trx, factorId, counter, services.now()))) wrong('passkey', WRONG_PASSKEY)
      await endStep(trx, false)
    }
  }
  const counted = await countCode(
    services,
    step,
    person,
    caller,
    answer.recovery_code === undefined ? 'app' : 'recovery',
  )
  if (answer.recovery_code !== undefined) {
    const hash = recoveryHash(services, person.id, recoveryCodeOf(answer.recovery_code))
    if (!(await factors.hasRecoveryCode(db, person.id, hash))) return counted.refuse()
    return async (trx, by) => {
      if (!(await factors.takeRecoveryCode(trx, person.id, hash, services.now()))) counted.refuseHere()
      await counted.takeBack(trx)
      await endStep(trx, true)
      const { left } = await factors.codesOf(trx, person.id)
      await mailFactorNews(services, trx, person, { what: 'code used', left }, caller)
      await audit.note(trx, by, { ...entryOf(person), action: 'use-recovery-code', after: { codes_left: left } })
    }
  }
  const code = (answer.code ?? '').replace(' ', '')
  const now = services.now()
  for (const f of await factors.factorsOf(db, person.id)) {
    const secret = f.sealedSecret && services.seal.open(f.sealedSecret, sealUse(person.id))
    const at = secret ? stepOfCode(secret, code, now) : undefined
    if (at === undefined || at <= (f.lastStep ?? 0)) continue
    return async trx => {
      if (!(await factors.takeStep(trx, f.factorId, at, now))) counted.refuseHere()
      await counted.takeBack(trx)
      await endStep(trx, true)
    }
  }
  return counted.refuse()
}

/** The challenge of a step, with the host and address that it is for: taken once, whether the answer to it is right or wrong. */
export async function takenChallenge(db: Db, step: steps.StepRow): Promise<Site & { challenge: string }> {
  const { challenge, rpId, origin } = step
  if (challenge === null || rpId === null || origin === null || !(await steps.takeChallenge(db, step)))
    return wrong('passkey', WRONG_PASSKEY)
  return { challenge, rpId, origin }
}

/** The passkey that has answered the challenge of a step; the challenge is used up by it, right or wrong. */
export async function usedPasskey(
  services: Services,
  step: steps.StepRow,
  answer: Record<string, unknown>,
  userId: number | undefined,
): Promise<factors.Passkey & { counter: number }> {
  const { db } = services
  const expected = await takenChallenge(db, step)
  const { credentialId, handle } = namedIn(answer)
  const key = await factors.passkeyOf(db, credentialId)
  const isTheirs =
    key !== undefined &&
    (userId === undefined || key.userId === userId) &&
    (handle === undefined || handle === handleOf(services, key.userId)) &&
    key.rpId === expected.rpId
  if (!isTheirs) return wrong('passkey', WRONG_PASSKEY)
  const counter = await readUsed(answer, expected, key)
  return counter === undefined ? wrong('passkey', WRONG_PASSKEY) : { ...key, counter }
}

/** The entry of the audit log about a person's own factors, which the history of the user shows. */
export const entryOf = ({ id, companyId }: Pick<Person, 'id' | 'companyId'>) => ({
  feature: 'Users',
  recordId: id,
  teamId: companyId,
})
