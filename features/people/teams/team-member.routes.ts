// Serves the members of teams.
import { deleted, updated } from '@wattdesk/base/text'
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import * as commands from './team-member.commands.ts'
import { addMembers, getOwnLoss, listAddableUsers, listMembers, removeMember } from './team-member.contract.ts'
import * as store from './team-member.store.ts'

export function teamMemberRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, listMembers, async ({ params, who }) => ({
    data: await commands.shownMembers(db, who, params.teamId),
  }))

  route(app, listAddableUsers, ({ params, query }) => store.addable(db, params.teamId, query))

  route(app, getOwnLoss, async ({ params, who }) => ({
    data: { lost: await commands.rightsLostByCaller(db, who, params.teamId, params.roleId) },
  }))

  route(app, addMembers, async ({ params, body, ...caller }) => ({
    data: await commands.addMembers(services, caller, params.teamId, body),
    message: updated('Team members'),
  }))

  route(app, removeMember, async ({ params: { teamId, userId }, ...caller }) => {
    await commands.removeMember(services, caller, teamId, userId)
    return { data: { userId }, message: deleted('Team member') }
  })
}
