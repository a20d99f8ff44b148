// Serves the members of teams (D-TEAM-2): nobody gives a role beyond their own flags there, nobody takes their own last.
import { deleted, updated } from '@wattdesk/base/text'
import { fail, found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { accessChanged } from '../../server/access.ts'
import { roleOn } from '../../server/scope.ts'
import * as audit from '../audit/audit.store.ts'
import { accessOf, beyond } from '../roles/role.rules.ts'
import * as roles from '../roles/role.store.ts'
import { addMember } from './team.store.ts'
import { addMembers, listAddableUsers, listMembers, removeMember } from './team-member.contract.ts'
import * as store from './team-member.store.ts'
import * as records from './team-record.store.ts'

export function teamMemberRoutes(app: FastifyInstance): void {
  const { house } = app
  const { db } = house

  route(app, listMembers, async ({ params }) => ({ data: await store.list(db, params.teamId) }))

  route(app, listAddableUsers, async ({ params }) => ({ data: await store.addable(db, params.teamId) }))

  route(app, addMembers, async ({ params, body, who, by }) => {
    const { teamId } = params
    const users = [...new Set(body.users)]
    await db.transaction().execute(async trx => {
      const team = found(await records.get(trx, teamId, []), 'Team not found')
      // Held first: a role that just gets another flag is not given for what it was.
      await roles.lock(trx, body.roleId)
      const role = found(
        (await roles.ofCompanyOf(trx, teamId)).find(r => r.roleId === body.roleId),
        'Role not found',
      )
      if (beyond(accessOf(role.grants), roleOn(who, team.path)?.access ?? []).length > 0) fail(403, 'Not Authorized')
      if ((await store.known(trx, teamId, users)).length < users.length) fail(404, 'User not found')
      const before = await store.list(trx, teamId)
      for (const userId of users) {
        await addMember(trx, { teamId, userId, roleId: role.roleId })
        const was = before.find(m => m.userId === userId)
        await audit.write(trx, by, {
          action: was ? 'update' : 'create',
          feature: 'Team',
          recordId: teamId,
          teamId,
          before: was ? { [`member ${was.username}`]: was.accesstype } : null,
          after: { [`member ${was?.username ?? userId}`]: role.roleName },
        })
      }
    })
    await accessChanged(house, users)
    return { data: await store.list(db, teamId), message: updated('Team members') }
  })

  route(app, removeMember, async ({ params, who, by }) => {
    const { teamId, userId } = params
    await db.transaction().execute(async trx => {
      const was = found(
        (await store.list(trx, teamId)).find(m => m.userId === userId),
        'Team member not found',
      )
      if (userId === who.userId && (await store.held(trx, userId)) === 1)
        fail(409, 'You cannot remove your own last role')
      await store.remove(trx, teamId, userId)
      await audit.write(trx, by, {
        action: 'delete',
        feature: 'Team',
        recordId: teamId,
        teamId,
        before: { [`member ${was.username}`]: was.accesstype },
      })
    })
    await accessChanged(house, [userId])
    return { data: { userId }, message: deleted('Team member') }
  })
}
