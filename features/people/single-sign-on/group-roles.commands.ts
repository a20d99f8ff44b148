// The roles of a person by their groups, brought up to date with each sign-in. Groups give and take only roles that groups gave:
// what people have given by hand stays, and the last Admin of a team and the emergency administrator stay.
import { watchEmergency } from '#people/roles/emergency-admin.commands.ts'
import { teamLeftAlone } from '#people/roles/last-admin.rules.ts'
import * as roles from '#people/roles/role.store.ts'
import { addMember } from '#people/teams/team.store.ts'
import { remove as removeMember } from '#people/teams/team-member.store.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import { rolesByGroups } from './claims.rules.ts'
import * as identities from './identity.store.ts'
import * as settings from './sign-in-setting.store.ts'

type Held = { teamId: number; roleId: number; roleName: string }
type Whose = { userId: number; username: string; groups: readonly string[] }

/** What the groups give; who has nothing by them, and no role by hand, has the role that the company gives to all. */
async function wantedRoles(
  trx: Trx,
  { companyId, defaultTeamId, defaultRoleId }: settings.Provider,
  groups: readonly string[],
  hasByHand: boolean,
): Promise<Map<number, number>> {
  const wanted = rolesByGroups(await settings.rulesOf(trx, companyId), groups)
  if (wanted.size === 0 && !hasByHand && defaultTeamId !== null && defaultRoleId !== null)
    wanted.set(defaultTeamId, defaultRoleId)
  return wanted
}

/** Brings the roles of a person up to their groups; returns whether any has changed. All rights are held. */
export async function giveRoles(trx: Trx, by: audit.By, provider: settings.Provider, whose: Whose): Promise<boolean> {
  const { userId } = whose
  const held = new Map<number, Held>((await roles.rolesOfUser(trx, userId)).map(r => [r.teamId, r]))
  const given = await identities.givenTo(trx, userId)
  // A role that somebody has changed by hand since then is no more of the groups.
  for (const [teamId, roleId] of given)
    if (held.get(teamId)?.roleId !== roleId) {
      given.delete(teamId)
      await identities.forgetGiven(trx, userId, teamId)
    }
  const hasByHand = [...held.keys()].some(teamId => !given.has(teamId))
  const wanted = await wantedRoles(trx, provider, whose.groups, hasByHand)
  let isChanged = false
  for (const [teamId, roleId] of wanted) {
    const now = held.get(teamId)
    if (now?.roleId === roleId || (now && !given.has(teamId))) continue
    isChanged = (await change(trx, by, whose, { teamId, now, roleId })) || isChanged
  }
  for (const teamId of given.keys())
    if (!wanted.has(teamId))
      isChanged = (await change(trx, by, whose, { teamId, now: held.get(teamId), roleId: undefined })) || isChanged
  return isChanged
}

type Change = { teamId: number; now: Held | undefined; roleId: number | undefined }
async function change(trx: Trx, by: audit.By, { userId, username }: Whose, c: Change): Promise<boolean> {
  const { teamId, now, roleId } = c
  const before = now && (await roles.staffOf(trx, [teamId]))
  const emergencyLost = await watchEmergency(trx, [teamId])
  if (roleId === undefined) await removeMember(trx, teamId, userId)
  else await addMember(trx, { teamId, userId, roleId })
  const isKept =
    before && (teamLeftAlone(before, await roles.staffOf(trx, [teamId])) || (await emergencyLost()) !== undefined)
  if (now && isKept) {
    await addMember(trx, { teamId, userId, roleId: now.roleId })
    return false
  }
  if (roleId === undefined) await identities.forgetGiven(trx, userId, teamId)
  else await identities.noteGiven(trx, userId, teamId, roleId)
  const after = (await roles.rolesOfUser(trx, userId)).find(r => r.teamId === teamId)
  await audit.write(trx, by, {
    action: now === undefined ? 'add-member' : roleId === undefined ? 'remove-member' : 'change-member',
    feature: 'Team',
    recordId: teamId,
    teamId,
    before: now ? { [`member ${username}`]: now.roleName } : null,
    after: after ? { [`member ${username}`]: after.roleName } : null,
  })
  return true
}
