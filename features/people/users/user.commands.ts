// Creating, changing and deleting users. A change counts on every team where the user holds a role, so the caller needs
// the right on each of them; for a user without roles, on the company. Nobody can change or delete a user above them
// (D-ACC-5).
import { writtenNames } from '@wattdesk/base/record'
import { notAuthorized } from '@wattdesk/base/text'
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { post } from '#office/mail/mail.store.ts'
import { homeOfCompany } from '#office/mail/mail-home.store.ts'
import { forbidsPasswords } from '#people/roles/emergency-admin.store.ts'
import { watchAdmins } from '#people/roles/last-admin.commands.ts'
import { accessOf } from '#people/roles/role.rules.ts'
import * as roles from '#people/roles/role.store.ts'
import { accessChanged } from '#platform/access/access.ts'
import { demandProof, roleOn, type Who } from '#platform/access/scope.ts'
import type { AfterCommit, Caller } from '#platform/audit/act.ts'
import type { Trx } from '#platform/db/db.ts'
import { recordActs } from '#platform/records/acts.ts'
import { endCode } from './reset-code.store.ts'
import { type ListedUser, type User, userRecord } from './user.contract.ts'
import { userFields } from './user.fields.ts'
import {
  deleteRefusal,
  firstMail,
  firstSignOnMail,
  hasSay,
  isAbove,
  mayChangeEmail,
  movedMail,
  NOT_ONESELF,
  type Pair,
  reportsStopped,
  TAKEN_WORDS,
  whyAbove,
} from './user.rules.ts'
import * as store from './user.store.ts'
import type { UserBody } from './user-body.contract.ts'

declare module '#office/installation/services.ts' {
  interface Followed {
    /** A user who is about to be deleted, in the transaction of the deletion. */
    userLeaves: (trx: Trx, user: { userId: number; username: string }, then: AfterCommit) => Promise<void>
  }
}

export const MISSING = 'User not found'
const OWN_ADDRESS = 'Only the user or platform staff may change this address'

const acts = recordActs({
  lock: store.lock,
  get: store.get,
  shown: store.shown,
  kind: userRecord,
  fields: userFields,
  missing: MISSING,
  words: TAKEN_WORDS,
  readsRights: true,
  teamOf: user => user.companyId,
})

/** The rights of the user and of the caller, team by team. */
export const pairsOf = (who: Who, held: readonly roles.HeldOn[]): Pair[] =>
  held.map(h => ({ theirs: accessOf(h.grants), callers: roleOn(who, h.path)?.access ?? [] }))

/** A row of the list as replies show it to the caller. */
export const listedFor =
  (who: Who) =>
  (user: store.UserRow): ListedUser => ({
    ...store.shown(user),
    whyKept: deleteRefusal(who, user, pairsOf(who, user.held)) ?? null,
    scheduledReports: user.scheduledReports,
  })
/** Refuses callers below the user; the text goes to `fields`. */
function demandNotAbove(who: Who, user: store.UserRow, pairs: readonly Pair[], fields: readonly string[]): void {
  if (!isAbove(who, user, pairs)) return
  const text = whyAbove(user, pairs)
  fail(403, notAuthorized, Object.fromEntries(fields.map(f => [f, text])))
}
/** Mails a user the way to a first password, or to single sign-on where the company has no passwords. */
const mailFirst = async (services: Services, trx: Trx, companyId: number, u: UserBody): Promise<void> => {
  const home = await homeOfCompany(trx, services.publicUrl, companyId)
  const letter = (await forbidsPasswords(trx, companyId)) ? firstSignOnMail(home, u) : firstMail(home, u)
  await post(trx, services.jobs, { to: u.email, ...letter })
}

/** Creates a user of the company of the caller's team, and mails the user how to come in. */
export const createUser = (services: Services, asked: Caller, body: UserBody): Promise<User> =>
  acts.create(services, asked, async (trx, { who, scope: { teamId } }) => {
    demandProof(who, services.now())
    const { companyId } = found(await roles.placeOf(trx, teamId), 'Team not found')
    const beside = { companyId, userType: 'USER', passwordHash: null, createdBy: who.userId } as const
    const id = await store.create(trx, { ...body, ...beside })
    await mailFirst(services, trx, companyId, body)
    return { id, scope: { kind: 'company', teamId, companyId } }
  })

export const updateUser = (services: Services, asked: Caller, userId: number, body: UserBody): Promise<User> =>
  acts.change(services, asked, userId, async (trx, before, { who }, then) => {
    const pairs = pairsOf(who, before.held)
    if (!hasSay(who, before, pairs)) fail(403, notAuthorized)
    const isMoved = before.email !== body.email
    if (isMoved && !mayChangeEmail(who, before, pairs)) fail(403, notAuthorized, { email: OWN_ADDRESS })
    // Codes for passwords go to this address.
    if (isMoved) demandProof(who, services.now())
    const others = writtenNames(userFields).filter(f => f !== 'email' && before[f] !== body[f])
    if (others.length > 0) demandNotAbove(who, before, pairs, others)
    await store.update(trx, userId, body)
    if (isMoved) await endCode(trx, userId, services.now())
    if (isMoved) {
      const home = await homeOfCompany(trx, services.publicUrl, before.companyId)
      await post(trx, services.jobs, { to: before.email, ...movedMail(home, before, who.username) })
    }
    // The way to a first password went to the old address.
    if (isMoved && !before.hasPassword) await mailFirst(services, trx, before.companyId, body)
    // The user's own browser shows the name too.
    then(() => accessChanged(services, [userId]))
  })

/** Deletes a user with all roles; ends the user's sessions (D-USER-4). Answers what follows from it, in words. */
export async function removeUser(services: Services, asked: Caller, userId: number): Promise<string | undefined> {
  let reports = 0
  await acts.remove(services, asked, userId, async (trx, before, { who }, then) => {
    const held = await roles.rolesOfUser(trx, userId)
    const why = deleteRefusal(who, before, pairsOf(who, held))
    if (why === NOT_ONESELF) fail(409, why)
    if (why) fail(403, notAuthorized, { id: why })
    demandProof(who, services.now())
    const teams = held.map(h => h.teamId)
    const demandAdmins = await watchAdmins(trx, who, teams)
    reports = before.scheduledReports
    for (const follow of services.followers.userLeaves) await follow(trx, before, then)
    await store.remove(trx, userId)
    await demandAdmins('id')
    then(() => accessChanged(services, [userId]))
    return { roles: held.map(h => `${h.teamName}: ${h.roleName}`) }
  })
  return reportsStopped(reports, 'stopped')
}
