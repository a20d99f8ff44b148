// Giving and taking the roles of a team (D-TEAM-2, D-ACC-5): nobody gives a role beyond their own flags there, takes a role
// from somebody who holds more, takes their own last role, or leaves a team without an Admin.
import { notAuthorized } from '@wattdesk/base/text'
import { fail, found } from '@wattdesk/wire/route'
import type { z } from 'zod'
import type { Services } from '#office/installation/services.ts'
import { demandMayLeaveWith } from '#people/roles/above.commands.ts'
import { flagTexts } from '#people/roles/above.rules.ts'
import { judgeOn } from '#people/roles/giving.commands.ts'
import { watchAdmins } from '#people/roles/last-admin.commands.ts'
import { accessOf, beyond } from '#people/roles/role.rules.ts'
import * as roles from '#people/roles/role.store.ts'
import * as people from '#people/users/user.store.ts'
import { accessChanged } from '#platform/access/access.ts'
import { holdRights, readAgain, roleOn, type Who } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { NewMembers } from './new-members.contract.ts'
import { addMember } from './team.store.ts'
import * as calls from './team-member.contract.ts'
import * as store from './team-member.store.ts'
import * as records from './team-record.store.ts'

const LAST_ROLE = 'You cannot remove your own last role'

/** The members of a team with the roles that the caller may give them. */
export async function shownMembers(on: Db | Trx, who: Who, teamId: number): Promise<calls.TeamMember[]> {
  const { path } = found(await roles.placeOf(on, teamId), 'Team not found')
  const members = await store.list(on, teamId)
  const access = roleOn(who, path)?.access ?? []
  const givable = await roles.givableGrants(on, { teamId, access })
  const above = await roles.effectiveOn(on, path.slice(0, -1))
  const judge = await judgeOn(on, who, { teamId, path })
  return members.map(m => {
    const whyNot = judge(m.userId)
    const isOther = (r: { roleIds: readonly number[] }) => r.roleIds.some(id => id !== m.roleId)
    const isLast = m.userId === who.userId && who.roles.length === 1
    return {
      ...m,
      mayChange: givable.some(r => isOther(r) && whyNot(r.grants) === undefined),
      whyKept: isLast ? LAST_ROLE : (whyNot(above.get(m.userId)?.grants ?? []) ?? null),
    }
  })
}

/** The rights on a team that the caller would lose by holding a role there, in words; [] where none. */
export async function rightsLostByCaller(on: Db | Trx, who: Who, teamId: number, roleId: number): Promise<string[]> {
  const { path } = found(await roles.placeOf(on, teamId), 'Team not found')
  const role = found(await roles.roleOfTeamCompany(on, teamId, roleId), 'Role not found')
  return flagTexts(beyond(roleOn(who, path)?.access ?? [], accessOf(role.grants)))
}

/** Gives users a role on a team, in place of the role that counts for them there so far. */
export const addMembers = (
  services: Services,
  { who: asked, by }: Caller,
  teamId: number,
  { users, roleId }: z.output<typeof NewMembers>,
): Promise<calls.TeamMember[]> =>
  act(services, async (trx, then) => {
    const userIds = [...new Set(users)]
    await holdRights(trx)
    await records.lockCompanyOf(trx, teamId)
    await people.lock(trx, ...userIds)
    // The role is locked before it is read, so that its flags cannot change between the check and the grant.
    await roles.lock(trx, roleId)
    const { path } = found(await records.get(trx, teamId, []), 'Team not found')
    const who = await readAgain(trx, asked, path, calls.addMembers.can)
    const role = found(await roles.roleOfTeamCompany(trx, teamId, roleId), 'Role not found')
    if (beyond(accessOf(role.grants), roleOn(who, path)?.access ?? []).length > 0) fail(403, notAuthorized)
    const known = await store.possibleMembers(trx, teamId, userIds)
    if (known.length < userIds.length) fail(404, 'User not found')
    // The role that counts so far may be held on a team above: a role on this team replaces it here.
    const counting = await roles.effectiveOn(trx, path, userIds)
    for (const member of counting.values()) demandMayLeaveWith(who, member, path, role.grants, 'users')
    const demandAdmins = await watchAdmins(trx, who, [teamId])
    const before = new Map((await store.list(trx, teamId)).map(m => [m.userId, m.accesstype]))
    for (const { userId, username } of known) {
      await addMember(trx, { teamId, userId, roleId })
      const was = before.get(userId)
      await audit.write(trx, by, {
        action: was === undefined ? 'add-member' : 'change-member',
        feature: 'Team',
        recordId: teamId,
        teamId,
        before: was === undefined ? null : { [`member ${username}`]: was },
        after: { [`member ${username}`]: role.roleName },
      })
    }
    await demandAdmins('users')
    then(() => accessChanged(services, userIds))
    return shownMembers(trx, who, teamId)
  })

/** Removes a member from a team. */
export const removeMember = (
  services: Services,
  { who: asked, by }: Caller,
  teamId: number,
  userId: number,
): Promise<void> =>
  act(services, async (trx, then) => {
    await holdRights(trx)
    await records.lockCompanyOf(trx, teamId)
    await people.lock(trx, userId)
    const { path } = found(await records.get(trx, teamId, []), 'Team not found')
    const who = await readAgain(trx, asked, path, calls.removeMember.can)
    const was = found(
      (await store.list(trx, teamId)).find(m => m.userId === userId),
      'Team member not found',
    )
    if (userId === who.userId && (await store.countHeldRoles(trx, userId)) === 1) fail(409, LAST_ROLE)
    const member = found((await roles.effectiveOn(trx, path, [userId])).get(userId), 'Team member not found')
    const above = (await roles.effectiveOn(trx, path.slice(0, -1), [userId])).get(userId)
    demandMayLeaveWith(who, member, path, above?.grants ?? [], 'userId')
    const demandAdmins = await watchAdmins(trx, who, [teamId])
    await store.remove(trx, teamId, userId)
    await demandAdmins('userId')
    await audit.write(trx, by, {
      action: 'remove-member',
      feature: 'Team',
      recordId: teamId,
      teamId,
      before: { [`member ${was.username}`]: was.accesstype },
    })
    then(() => accessChanged(services, [userId]))
  })
