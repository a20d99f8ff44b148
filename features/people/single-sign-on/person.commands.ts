// Who somebody is here who has signed in at the provider of a company: the user they were before, the user of the company with
// their mail address, or a new one. Never a user of another company, and never staff of the platform.
import { dayOf } from '@wattdesk/base/time'
import { fail } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { end as endBrowsers } from '#people/browsers/browser.store.ts'
import { type Account, accountById } from '#people/entry/account.store.ts'
import { refusalOf } from '#people/entry/entry.commands.ts'
import { closeDoors } from '#people/entry/try.store.ts'
import * as users from '#people/users/user.store.ts'
import { clearPassword } from '#people/users/user-own.store.ts'
import { accessChanged } from '#platform/access/access.ts'
import { holdRights } from '#platform/access/scope.ts'
import { type AfterCommit, act } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import { domainOf, type Person } from './claims.rules.ts'
import { giveRoles } from './group-roles.commands.ts'
import * as identities from './identity.store.ts'
import * as settings from './sign-in-setting.store.ts'

const NO_DOMAIN = (email: string) =>
  `Your provider gives the mail address ${email}, and its domain is not one that your company has proven.`
const OTHER_COMPANY = 'This person of the provider is known as a user of another company here.'
const STAFF = 'Staff of the platform do not sign in by single sign-on.'
const OTHER_PERSON = (username: string) =>
  `The account ${username} belongs to another person of the provider. An administrator can release it on the Sign-in tab of the company.`
const NO_ACCOUNT = 'You have no account here yet. Please ask an administrator of your company.'
const NAME_TAKEN = (name: string) =>
  `The user name ${name} is taken by an account that is not your company’s. Please ask an administrator to make an account for you.`
const GONE = 'Your account has been deleted meanwhile. Please begin again.'

type Deed = { services: Services; trx: Trx; by: audit.By; then: AfterCommit; now: Date }

/** The account of a person, made where there is none, with the roles of their groups. */
export const accountOfPerson = (
  services: Services,
  provider: settings.Provider,
  person: Person,
  ip: string,
): Promise<Account> =>
  act(
    services,
    async (trx, then) => {
      const now = services.now()
      const by = { ...audit.byProduct('Single sign-on'), ip }
      const deed = { services, trx, by, then, now }
      await holdRights(trx)
      await settings.lock(trx, provider.companyId)
      if (!(await settings.isProven(trx, provider.companyId, domainOf(person.email))))
        fail(403, NO_DOMAIN(person.email))
      const { userId, isNew } = await userOf(deed, provider, person)
      const account = (await accountById(trx, userId, dayOf(now, services.timeZone))) ?? fail(403, GONE)
      const refused = refusalOf(account)
      if (refused !== undefined) fail(403, refused)
      const isChanged = await giveRoles(trx, by, provider, {
        userId,
        username: account.username,
        groups: person.groups,
      })
      if (isChanged && !isNew) then(() => accessChanged(services, [userId]))
      if (!isChanged && !isNew) audit.noChange(trx, by)
      return account
    },
    {
      app_user_username: { text: NAME_TAKEN(person.email) },
      // Two tabs at once: the other one was first.
      app_user_email: { text: 'Your account is being made at this moment. Please begin again.' },
      sign_in_identity_pkey: { text: 'You are signing in elsewhere at this moment. Please begin again.' },
    },
  )

async function userOf(
  deed: Deed,
  provider: settings.Provider,
  person: Person,
): Promise<{ userId: number; isNew: boolean }> {
  const { trx, now } = deed
  const { companyId, issuer } = provider
  const { subject, email } = person
  const known = await identities.find(trx, { issuer, subject })
  if (known && known.companyId !== companyId) fail(403, OTHER_COMPANY)
  const user = known
    ? await identities.holdUser(trx, known.userId)
    : await identities.holdUserByMail(trx, companyId, email)
  if (known && !user) fail(403, GONE)
  if (user && user.companyId !== companyId) fail(403, OTHER_COMPANY)
  if (user?.userType === 'ROOT') fail(403, STAFF)
  if (known) {
    await identities.noteUse(trx, known, now)
    return { userId: known.userId, isNew: false }
  }
  const userId = user ? await link(deed, provider, user) : await make(deed, provider, person)
  await identities.add(trx, { issuer, subject, userId, companyId, madeAt: now, usedAt: now })
  return { userId, isNew: !user }
}

/**
 * The account that stands under the mail address becomes this person's. Whoever had a password or a session of it until now has
 * not proved to own the address: both end, and the owner can set a password by a code. The emergency administrator keeps theirs.
 */
async function link(
  { services, trx, by, then, now }: Deed,
  { companyId, issuer }: settings.Provider,
  user: identities.FoundUser,
): Promise<number> {
  const { id: userId, username } = user
  if (await identities.ofUser(trx, userId, issuer)) fail(403, OTHER_PERSON(username))
  const { emergencyUserId } = await settings.policyOf(trx, companyId)
  const isEnded = user.hasPassword && emergencyUserId !== userId
  if (isEnded) {
    await clearPassword(trx, userId)
    await closeDoors(trx, userId)
    await endBrowsers(trx, { userId, how: 'password', now })
    then(() => accessChanged(services, [userId]))
  }
  await audit.write(trx, by, {
    action: 'link',
    feature: 'Users',
    recordId: userId,
    teamId: companyId,
    after: { provider: issuer, ...(isEnded && { loses: 'password and sessions' }) },
  })
  return userId
}

async function make({ trx, by }: Deed, provider: settings.Provider, person: Person): Promise<number> {
  const { companyId, issuer, makesUsers } = provider
  if (!makesUsers) fail(403, NO_ACCOUNT)
  const { email, firstName, lastName } = person
  if (await identities.isNameTaken(trx, email)) fail(403, NAME_TAKEN(email))
  const user = { username: email, firstName, lastName, email }
  const userId = await users.create(trx, { ...user, companyId, userType: 'USER', passwordHash: null, isVerified: true })
  const after = { ...user, userType: 'USER', provider: issuer }
  await audit.write(trx, by, { action: 'create', feature: 'Users', recordId: userId, teamId: companyId, after })
  return userId
}
