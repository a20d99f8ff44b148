// The proof before a dangerous act (MFA-02): whoever has a second factor proves by that; the password counts for those alone who
// have none, so that a password that somebody else knows opens nothing here either.
import { verify } from '@node-rs/argon2'
import { dayOf, formatDateTime } from '@wattdesk/base/time'
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import * as browsers from '#people/browsers/browser.store.ts'
import { type Account, accountById } from '#people/entry/account.store.ts'
import { demandTry } from '#people/entry/entry.commands.ts'
import { mailedUntil } from '#people/entry/mailed-password.rules.ts'
import * as tries from '#people/entry/try.store.ts'
import * as factors from '#people/second-factor/factor.store.ts'
import { checked } from '#people/second-factor/factor-check.commands.ts'
import { waysOf } from '#people/second-factor/second-step.commands.ts'
import * as steps from '#people/second-factor/step.store.ts'
import { readPassword } from '#people/sign-in/sign-in.rules.ts'
import { passwordRefusal } from '#people/single-sign-on/password-rule.commands.ts'
import type { Who } from '#platform/access/scope.ts'
import { act } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import { networkOf, type Visitor } from '#platform/http/caller.ts'
import type { ProofBody, ProofWay } from './proof.contract.ts'

type Asking = { who: Who; by: audit.By }
const NO_BROWSER = 'This session is of no known browser. Sign in again.'
const OVER = 'This took too long. Please begin again.'
const NOT_THIS_WAY = 'Please confirm by your second factor'
const MAILED = (at: string) => `Your password was set by a mailed code. It confirms who you are from ${at} on.`
const WRONG_PASSWORD = 'The password is not right'

const accountOf = async ({ db, now, timeZone }: Services, { userId }: Who): Promise<Account> =>
  found(await accountById(db, userId, dayOf(now(), timeZone)), 'User not found')

/** The ways that are open to a person who is signed in, the usual one first. */
async function openWays(services: Services, who: Who, account: Account, visitor: Visitor): Promise<ProofWay[]> {
  const { db } = services
  const held = await factors.factorsOf(db, account.id)
  if (held.length > 0) return waysOf(services, account.id, held, visitor.origin)
  const isByProvider = (await browsers.signedInBy(db, who.browserId ?? 0)) === 'single sign-on'
  const hasPassword = account.passwordHash !== null && (await passwordRefusal(db, account)) === undefined
  return [...(isByProvider ? (['single sign-on'] as const) : []), ...(hasPassword ? (['password'] as const) : [])]
}

export async function beginProof(services: Services, { who, by }: Asking, visitor: Visitor) {
  const account = await accountOf(services, who)
  const ways = await openWays(services, who, account, visitor)
  const { ticket } = await steps.begin(services.db, { purpose: 'proof', user: account, now: services.now() })
  // Nothing has changed yet.
  by.written++
  return { ticket, ways }
}

/** Takes the proof: the browser that asks counts as proven from now on. */
export async function prove(services: Services, { who, by }: Asking, body: ProofBody, visitor: Visitor) {
  const { db } = services
  const now = services.now()
  const browserId = who.browserId ?? fail(409, NO_BROWSER)
  const step = await steps.waiting(db, body.ticket, now)
  const account = await accountOf(services, who)
  const isTheirs = step?.purpose === 'proof' && step.userId === who.userId && step.ver === account.ver
  if (!isTheirs) fail(409, OVER)
  const take =
    body.password === undefined
      ? await checked(services, step, account, body, visitor)
      : await checkedPassword(services, step, { who, account, visitor }, body.password)
  await act(services, async trx => {
    await take(trx, by)
    await browsers.proven(trx, browserId, now)
    const way = body.password ? 'password' : body.passkey ? 'passkey' : body.code ? 'app' : 'recovery code'
    const entry = { action: 'prove', feature: 'Session', recordId: who.userId, teamId: who.companyId }
    await audit.write(trx, by, { ...entry, after: { way } })
  })
  return { proven_at: now.toISOString() }
}

type Prover = { who: Who; account: Account; visitor: Visitor }
async function checkedPassword(
  services: Services,
  step: steps.StepRow,
  { who, account, visitor }: Prover,
  sent: string,
) {
  const read = readPassword(sent, 'Password')
  if ('refused' in read) fail(422, read.refused, { password: read.refused })
  const ways = await openWays(services, who, account, visitor)
  if (!ways.includes('password')) fail(409, NOT_THIS_WAY, { password: NOT_THIS_WAY })
  const network = networkOf(visitor.ip)
  const { id } = await demandTry(services, { kind: 'password', username: account.username, network })
  if (!account.passwordHash || !(await verify(account.passwordHash, read.password)))
    fail(422, WRONG_PASSWORD, { password: WRONG_PASSWORD })
  const until = mailedUntil(account, services.now())
  if (until) {
    await tries.takeBack(services.db, id)
    const text = MAILED(formatDateTime(until, services.timeZone))
    fail(409, text, { password: text })
  }
  return async (trx: Trx) => {
    await tries.takeBack(trx, id)
    if (!(await steps.use(trx, step, false, services.now()))) fail(409, OVER)
  }
}
