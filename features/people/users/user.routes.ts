// Serves system users.
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import * as roles from '#people/roles/role.store.ts'
import { roleOn } from '#platform/access/scope.ts'
import { listReply } from '#platform/http/list-reply.ts'
import { recordRoutes } from '#platform/records/routes.ts'
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

  recordRoutes(app, 'User', {
    create: [createUser, commands.createUser],
    update: [updateUser, commands.updateUser],
    remove: [deleteUser, commands.removeUser, userId => ({ userId })],
  })
}
