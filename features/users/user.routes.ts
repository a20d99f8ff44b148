// Serves system users. A change counts on every team where the user holds a role, so the right is asked for on each of
// them; without any role it is the company's matter.
import { holds, type Right } from '@wattdesk/base/access'
import { created, deleted, notAuthorized, updated } from '@wattdesk/base/text'
import { fail, found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { accessChanged } from '../../server/access.ts'
import type { Trx } from '../../server/db.ts'
import { demandExportable } from '../../server/list.ts'
import { roleOn, type Who } from '../../server/scope.ts'
import * as audit from '../audit/audit.store.ts'
import { post } from '../mail/mail.store.ts'
import { accessOf } from '../roles/role.rules.ts'
import * as roles from '../roles/role.store.ts'
import { endCode } from '../sign-in/reset-code.store.ts'
import { createUser, deleteUser, getUser, listUsers, type User, type UserBody, updateUser } from './user.contract.ts'
import { firstMail, keptFrom, mayChangeEmail, NOT_ONESELF, recentSince } from './user.rules.ts'
import * as store from './user.store.ts'

const MISSING = 'User not found'
const TAKEN: Record<string, { field: string; text: string }> = {
  app_user_username: { field: 'username', text: 'Username already exists' },
  app_user_email: { field: 'email', text: 'Email already exists' },
}

const userOf = ({ createdAt, hasPassword: _, ...u }: store.UserRow): User => ({
  ...u,
  createDate: createdAt.toISOString(),
})
const changeOf = ({ phone, ...b }: UserBody): store.UserChange => ({ ...b, phone: phone || null })
const auditValues = ({ username, firstName, lastName, email, phone }: store.UserChange) => ({
  username,
  firstName,
  lastName,
  email,
  phone,
})

/** What the user holds beside what the caller holds there. */
const pairsOf = (who: Who, held: readonly roles.Held[]) =>
  held.map(h => ({ theirs: accessOf(h.grants), callers: roleOn(who, h.path)?.access ?? [] }))

/** Refuses whoever lacks the right on one of the user's teams. */
function demandOnEach(who: Who, held: readonly roles.Held[], right: Right): void {
  if (!held.every(h => holds(roleOn(who, h.path)?.access ?? [], right))) fail(403, notAuthorized)
}

export function userRoutes(app: FastifyInstance): void {
  const { house } = app
  const { db } = house

  route(app, listUsers, async ({ query, scope }) => {
    const { total, ...summary } = await store.counts(db, scope, query, recentSince(house.now()))
    demandExportable(query, total)
    const rows = await store.list(db, scope, query)
    return { data: rows.map(userOf), total, summary, page: query.page, pageSize: query.page && (query.pageSize ?? 10) }
  })

  route(app, getUser, async ({ params, scope, who }) => {
    const user = found(await store.get(db, scope, params.id), MISSING)
    const held = await roles.heldBy(db, user.userId)
    const seen = held.filter(h => roleOn(who, h.path))
    return {
      data: {
        ...userOf(user),
        role: seen.map(({ teamId, teamName, roleId, roleName }) => ({ teamId, teamName, roleId, roleName })),
        mayChangeEmail: mayChangeEmail(who, user, pairsOf(who, held)),
      },
    }
  })

  /** Runs a change; a taken username or address is said in words. */
  const changing = <T>(run: (trx: Trx) => Promise<T>): Promise<T> =>
    db
      .transaction()
      .execute(run)
      .catch((error: unknown) => {
        const taken = TAKEN[(error as { constraint?: string }).constraint ?? '']
        if (taken) fail(409, taken.text, { [taken.field]: taken.text })
        throw error
      })
  const mailFirst = (trx: Trx, u: store.UserChange) =>
    post(trx, house.jobs, { to: u.email, ...firstMail(house.publicUrl, u) })

  route(app, createUser, async ({ body, scope, who, by }) => {
    const { companyId } = found(await roles.placeOf(db, scope.teamId), 'Team not found')
    const after = changeOf(body)
    const made = await changing(async trx => {
      const userId = await store.create(trx, {
        ...after,
        companyId,
        userType: 'USER',
        passwordHash: null,
        createdBy: who.userId,
      })
      await mailFirst(trx, after)
      await audit.write(trx, by, {
        action: 'create',
        feature: 'Users',
        recordId: userId,
        teamId: companyId,
        after: auditValues(after),
      })
      return store.get(trx, { kind: 'company', teamId: scope.teamId, companyId }, userId)
    })
    return { data: userOf(found(made, MISSING)), message: created('User') }
  })

  route(app, updateUser, async ({ params: { userId }, body, scope, who, by }) => {
    const after = changeOf(body)
    const changed = await changing(async trx => {
      await store.lock(trx, userId)
      const before = found(await store.get(trx, scope, userId), MISSING)
      const held = await roles.heldBy(trx, userId)
      if (userId !== who.userId) demandOnEach(who, held, 'Users.update')
      const isMoved = before.email !== after.email
      if (isMoved && !mayChangeEmail(who, before, pairsOf(who, held)))
        fail(403, notAuthorized, { email: 'Only the user or platform staff may change this address' })
      await store.update(trx, userId, after)
      if (isMoved) await endCode(trx, userId, house.now())
      // The way to a first password went to the old address.
      if (isMoved && !before.hasPassword) await mailFirst(trx, after)
      await audit.write(trx, by, {
        action: 'update',
        feature: 'Users',
        recordId: userId,
        teamId: before.companyId,
        before: auditValues(before),
        after: auditValues(after),
      })
      return store.get(trx, scope, userId)
    })
    // The name stands in the user's own browser too.
    await accessChanged(house, [userId])
    return { data: userOf(found(changed, MISSING)), message: updated('User') }
  })

  route(app, deleteUser, async ({ params: { id: userId }, scope, who, by }) => {
    await changing(async trx => {
      await store.lock(trx, userId)
      const before = found(await store.get(trx, scope, userId), MISSING)
      const why = keptFrom(who, before)
      if (why === NOT_ONESELF) fail(409, why)
      if (why) fail(403, notAuthorized)
      demandOnEach(who, await roles.heldBy(trx, userId), 'Users.delete')
      await store.remove(trx, userId)
      await audit.write(trx, by, {
        action: 'delete',
        feature: 'Users',
        recordId: userId,
        teamId: before.companyId,
        before: auditValues(before),
      })
    })
    await accessChanged(house, [userId])
    return { data: { userId }, message: deleted('User') }
  })
}
