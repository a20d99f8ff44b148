// The way of a single sign-on (SSO-01): begun by a page, answered by the provider, finished by the page that began. The state that
// goes to the provider counts once and for ten minutes, the ticket that comes back once and for a minute.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { fail, tooOften } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import * as browsers from '#people/browsers/browser.store.ts'
import { type Caller, enter, type SignedIn } from '#people/entry/entry.commands.ts'
import { hashOf } from '#platform/access/api-key.ts'
import type { Who } from '#platform/access/scope.ts'
import { act } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { networkOf } from '#platform/http/caller.ts'
import * as attempts from './attempt.store.ts'
import { domainOf, type Person, readPerson } from './claims.rules.ts'
import { addressesOf, clientOf } from './client.commands.ts'
import * as identities from './identity.store.ts'
import { accountOfPerson } from './person.commands.ts'
import { addressToGo, exchange } from './provider.commands.ts'
import { faultOfPerson, faultText, ProviderFault } from './provider-fault.commands.ts'
import { noteRefusal, noting, refuseBecause } from './sign-in-refusal.commands.ts'
import * as settings from './sign-in-setting.store.ts'
import { ownOrigin, pathWithin } from './way-back.rules.ts'

const NO_COMPANY = 'No company here has single sign-on for this mail domain. Please sign in with your password.'
const PAST = 'This single sign-on took too long, or was used before. Please begin again.'
const ELSEWHERE = 'This single sign-on was begun in another tab or browser. Please begin again.'
const CHANGED = 'The single sign-on of your company has changed meanwhile. Please begin again.'
const NOT_KNOWN = 'You have not signed in by single sign-on, so it proves nothing here.'
const SOMEBODY_ELSE = 'Somebody else has signed in at the provider. Please confirm as the person who is signed in here.'

/** What is kept of the answer of the provider until the page takes it. */
type Result = { person: Person; sid: string | undefined; idToken: string }
const random = (): string => randomBytes(32).toString('base64url')
const sealedFor = (stateHash: Buffer, what: string): string =>
  `${what} of sign-in attempt ${stateHash.toString('base64url')}`

type Page = { returnTo: string; binding: string }
/** Where the call of the page comes from; `origin`: what the browser says where the page stands. */
export type PageCaller = { ip: string; origin: string | undefined }
type Begun = Page & { email?: string; at?: { userId: number; browserId: number } }

async function begin(services: Services, provider: settings.Provider, caller: PageCaller, b: Begun): Promise<string> {
  const { db, seal, publicUrl, portalOrigin } = services
  const { companyId, issuer, clientId } = provider
  const [state, nonce, verifier] = [random(), random(), random()]
  const stateHash = hashOf(state)
  const { home, callback } = await addressesOf(services, db, companyId)
  const own = [publicUrl, home, ...(portalOrigin && portalOrigin !== '*' ? [portalOrigin] : [])]
  const asked = { redirectUri: callback, state, nonce, verifier, isProof: b.at !== undefined }
  const address = await addressToGo(services, clientOf(services, provider), {
    ...asked,
    ...(b.email !== undefined && { email: b.email }),
  }).catch(error => {
    services.log.warn({ why: faultText(error), companyId }, 'A provider of single sign-on cannot be used')
    return refuseBecause(502, `Single sign-on cannot begin. ${faultOfPerson(error)}`, faultText(error))
  })
  const waitSeconds = await attempts.begin(db, {
    stateHash,
    companyId,
    issuer,
    clientId,
    nonce,
    purpose: b.at ? 'proof' : 'sign in',
    verifier: seal.close(verifier, sealedFor(stateHash, 'verifier')),
    binding: Buffer.from(b.binding, 'base64url'),
    origin: ownOrigin(caller.origin, own),
    returnTo: pathWithin(b.returnTo),
    network: networkOf(caller.ip),
    userId: b.at?.userId ?? null,
    browserId: b.at?.browserId ?? null,
    begunAt: services.now(),
  })
  return waitSeconds === 0 ? address : tooOften(waitSeconds)
}

/** Begins to sign in; answers the address of the provider. */
export async function beginSingleSignOn(
  services: Services,
  caller: PageCaller,
  { email, ...page }: Page & { email: string },
): Promise<string> {
  const provider = await settings.providerOfDomain(services.db, domainOf(email))
  if (!provider) fail(422, NO_COMPANY, { email: NO_COMPANY })
  return noting(services, { companyId: provider.companyId, ip: caller.ip }, () =>
    begin(services, provider, caller, { ...page, email }),
  )
}

/** The provider by which a user came, and who they are there; undefined: they did not come by one. */
async function knownAt(db: Db, { userId, companyId }: Who) {
  const provider = await settings.providerOf(db, companyId)
  const identity = provider?.isActive ? await identities.ofUser(db, userId, provider.issuer) : undefined
  return provider && identity && { provider, identity }
}

/** Begins a proof of who is signed in here; answers the address of the provider. */
export async function beginProof(services: Services, who: Who, caller: PageCaller, page: Page): Promise<string> {
  const { userId, browserId } = who
  const known = await knownAt(services.db, who)
  if (!known || browserId === undefined) fail(409, NOT_KNOWN)
  return begin(services, known.provider, caller, { ...page, at: { userId, browserId } })
}

/**
 * Takes the answer of the provider, as the browser brings it; answers where the browser goes. What went wrong comes to the page
 * with the ticket, so that no address carries a text that anybody could have written.
 */
export async function takeAnswer(
  services: Services,
  companyId: number,
  { query, ip }: { query: URLSearchParams; ip: string },
): Promise<string> {
  const { db, seal } = services
  const [state = '', ...more] = query.getAll('state')
  const stateHash = hashOf(state)
  const attempt =
    more.length === 0 && state !== '' ? await attempts.takeAnswer(db, stateHash, services.now()) : undefined
  if (!attempt) return '/login#sso=past'
  const ticket = random()
  const ticketHash = hashOf(ticket)
  const outcome = await readAnswer(services, companyId, { attempt, state, query }).then(
    result => ({ ticketHash, result: seal.close(JSON.stringify(result), sealedFor(stateHash, 'result')) }),
    async error => {
      // Not the error itself, which may hold tokens.
      services.log.warn({ why: faultText(error), companyId }, 'An answer of a provider of single sign-on was refused')
      await noteRefusal(services, attempt.companyId, { ip, reason: faultText(error) })
      return { ticketHash, failure: `Single sign-on failed. ${faultOfPerson(error)}` }
    },
  )
  await attempts.keepOutcome(db, stateHash, services.now(), outcome)
  return `${attempt.origin}${attempt.purpose === 'proof' ? '/prove' : '/login'}#sso=${ticket}`
}

type Answer = { attempt: attempts.Attempt; state: string; query: URLSearchParams }
async function readAnswer(
  services: Services,
  companyId: number,
  { attempt: a, state, query }: Answer,
): Promise<Result> {
  const provider = await settings.providerOf(services.db, a.companyId)
  // Each company has an address of its own for answers: one that was meant for another company's counts nowhere.
  if (a.companyId !== companyId) throw new ProviderFault('The answer came from another provider than was asked.')
  if (!provider?.isActive || provider.issuer !== a.issuer || provider.clientId !== a.clientId)
    throw new ProviderFault(CHANGED)
  const verifier = services.seal.open(a.verifier, sealedFor(a.stateHash, 'verifier'))
  if (verifier === undefined) throw new ProviderFault(PAST)
  const { callback } = await addressesOf(services, services.db, companyId)
  const { groupsClaim, trustsMail } = provider
  const told = await exchange(services, clientOf(services, provider), new URL(`?${query}`, callback), {
    state,
    nonce: a.nonce,
    verifier,
    groupsClaim,
    authenticatedSince: a.purpose === 'proof' ? a.begunAt : undefined,
  })
  const { sid, idToken } = told
  const read = readPerson(told.claims, { groupsClaim, trustsMail })
  // A proof is of a person who is known already.
  if (a.purpose === 'proof' && 'refused' in read)
    return { person: { subject: told.subject, email: '', firstName: '', lastName: '', groups: [] }, sid, idToken }
  if ('refused' in read) throw new ProviderFault(read.refused)
  return { person: read.person, sid, idToken }
}

type Finishing = { ticket: string; value: string }
/** The attempt of a ticket with what the provider said, for the page that began it. */
async function takeTicket(
  services: Services,
  { ticket, value }: Finishing,
  { purpose, ip }: { purpose: attempts.Attempt['purpose']; ip: string },
) {
  const attempt = await attempts.takeTicket(services.db, hashOf(ticket), services.now())
  if (!attempt || attempt.purpose !== purpose) fail(403, PAST)
  const own = hashOf(value)
  if (own.length !== attempt.binding.length || !timingSafeEqual(own, attempt.binding)) {
    await noteRefusal(services, attempt.companyId, { ip, reason: ELSEWHERE })
    fail(403, ELSEWHERE)
  }
  if (attempt.failure !== null) fail(403, attempt.failure)
  const opened = attempt.result && services.seal.open(attempt.result, sealedFor(attempt.stateHash, 'result'))
  if (!opened) fail(403, PAST)
  return { attempt, result: JSON.parse(opened) as Result }
}

/** Signs in with a ticket. */
export async function finishSingleSignOn(
  services: Services,
  { browser, ...page }: Finishing & { browser?: string | undefined },
  caller: Caller,
): Promise<SignedIn & { returnTo: string }> {
  const { attempt, result } = await takeTicket(services, page, { purpose: 'sign in', ip: caller.ip })
  const signed = await noting(services, { companyId: attempt.companyId, ip: caller.ip }, () =>
    enterAs(services, attempt, result, { browser, caller }),
  )
  return { ...signed, returnTo: attempt.returnTo }
}
async function enterAs(
  services: Services,
  { companyId, issuer, clientId }: attempts.Attempt,
  { person, sid, idToken }: Result,
  { browser, caller }: { browser: string | undefined; caller: Caller },
): Promise<SignedIn> {
  const provider = await settings.providerOf(services.db, companyId)
  if (!provider?.isActive || provider.issuer !== issuer || provider.clientId !== clientId) fail(403, CHANGED)
  const account = await accountOfPerson(services, provider, person, caller.ip)
  const within = async (trx: Trx, browserId: number) => {
    const sealed = services.seal.close(idToken, idTokenUse(browserId))
    const session = { browserId, companyId, issuer, subject: person.subject, sid: sid ?? null, idToken: sealed }
    await identities.saveSession(trx, session)
  }
  return enter(services, account, { by: 'single sign-on', browser, within }, caller)
}
/** What the id token of a browser is sealed for. */
export const idTokenUse = (browserId: number): string => `id token of browser ${browserId}`

/** The person at the browser has proved at the provider who they are. Answers where the page goes on to. */
export async function finishProof(
  services: Services,
  { who, by }: { who: Who; by: audit.By },
  page: Finishing,
): Promise<string> {
  const { attempt, result } = await takeTicket(services, page, { purpose: 'proof', ip: by.ip ?? '' })
  const { userId, browserId, companyId } = who
  if (browserId === undefined || attempt.userId !== userId || attempt.browserId !== browserId) fail(403, ELSEWHERE)
  const known = await knownAt(services.db, who)
  if (!known || known.provider.companyId !== attempt.companyId || known.identity.issuer !== attempt.issuer)
    fail(403, NOT_KNOWN)
  if (known.identity.subject !== result.person.subject) fail(403, SOMEBODY_ELSE)
  await act(services, async trx => {
    await browsers.proven(trx, browserId, services.now())
    await audit.write(trx, by, { action: 'prove', feature: 'Session', recordId: userId, teamId: companyId })
  })
  return attempt.returnTo
}
