// Serves roles.
import { holds } from '@wattdesk/base/access'
import { updated } from '@wattdesk/base/text'
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { roleOn, teamScope } from '#platform/access/scope.ts'
import { listReply, pagedAlone } from '#platform/http/list-reply.ts'
import { recordRoutes } from '#platform/records/routes.ts'
import { givable } from './giving.commands.ts'
import * as commands from './role.commands.ts'
import { createRole, deleteRole, getRole, listRoles, updateRole, updateRoleOfBody } from './role.contract.ts'
import * as store from './role.store.ts'

export function roleRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, listRoles, async ({ query, scope, who }) => {
    const { path } = found(await store.placeOf(db, scope.teamId), 'Team not found')
    const access = roleOn(who, path)?.access ?? []
    if (query.choice || query.memberId !== undefined)
      return { ...(await givable(db, who, scope.teamId, query)), ...pagedAlone(query) }
    if (holds(access, 'Role.view')) {
      const viewed = await teamScope(db, who, scope.teamId, 'Role.view')
      const { rows, total } = await store.list(db, viewed.scope, query)
      return listReply(query, { total, rows: () => rows, row: store.roleOf })
    }
    const paged = pagedAlone({ cursor: query.cursor })
    const rows = await store.rolesOfTeamCompany(db, scope.teamId)
    const data = rows.map(({ roleId, roleName }) => ({ roleId, roleName }))
    return { data, total: data.length, ...paged }
  })

  route(app, getRole, async ({ params, scope }) => ({
    data: store.roleOf(found(await store.get(db, scope, params.roleId), commands.MISSING)),
  }))

  recordRoutes(app, 'Role', {
    create: [createRole, commands.createRole],
    update: [updateRole, commands.updateRole],
    remove: [deleteRole, commands.removeRole, roleId => ({ roleId })],
  })

  route(app, updateRoleOfBody, async ({ body, ...caller }) => ({
    data: await commands.updateRole(services, caller, body.roleId, body),
    message: updated('Role'),
  }))
}
