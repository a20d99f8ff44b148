// Serves system users.
import { created, deleted, updated } from '@wattdesk/base/text'
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import * as roles from '#people/roles/role.store.ts'
import { roleOn } from '#platform/access/scope.ts'
import { listReply } from '#platform/http/list-reply.ts'
import * as commands from './user.commands.ts'
import { createUser, deleteUser, getUser, listUsers, updateUser } from './user.contract.ts'
import { hasSay, isAbove, mayChangeEmail, recentSince } from './user.rules.ts'
import * as store from './user.store.ts'

export function userRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, listUsers, async ({ query, scope, who }) => {
    const { total, ...summary } = await store.counts(db, scope, query, recentSince(services.now()))
    const rows = () => store.list(db, scope, query)
    return { ...(await listReply(query, { total, rows, row: commands.listedFor(who) })), summary }
  })

  route(app, getUser, async ({ params, scope, who }) => {
    const user = found(await store.get(db, scope, params.id), commands.MISSING)
    const held = await roles.rolesOfUser(db, user.userId)
    const pairs = commands.pairsOf(who, held)
    const seen = held.filter(h => roleOn(who, h.path))
    return {
      data: {
        ...store.shown(user),
        role: seen.map(({ teamId, teamName, roleId, roleName }) => ({ teamId, teamName, roleId, roleName })),
        mayChangeEmail: hasSay(who, user, pairs) && mayChangeEmail(who, user, pairs),
        mayChange: hasSay(who, user, pairs) && !isAbove(who, user, pairs),
      },
    }
  })

  route(app, createUser, async ({ body, ...caller }) => ({
    data: await commands.createUser(services, caller, body),
    message: created('User'),
  }))

  route(app, updateUser, async ({ params, body, ...caller }) => ({
    data: await commands.updateUser(services, caller, params.userId, body),
    message: updated('User'),
  }))

  route(app, deleteUser, async ({ params: { id: userId }, ...caller }) => {
    await commands.removeUser(services, caller, userId)
    return { data: { userId }, message: deleted('User') }
  })
}
