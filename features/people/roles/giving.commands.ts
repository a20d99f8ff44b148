// The roles that a caller may give on a team (D-TEAM-2, D-ACC-5): no role with a flag that the caller does not hold
// there, and to a member no role that takes away a flag against the rules.
import type { ChoiceQuery, ListQuery } from '@wattdesk/base/paging'
import { found } from '@wattdesk/wire/route'
import { roleOn, teamScope, type Who } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { refusalToLeaveWith } from './above.commands.ts'
import { keptText, mayRecover } from './emergency-admin.commands.ts'
import { emergencyAdmins } from './emergency-admin.store.ts'
import { isAdmin, lastAdminText, teamLeftBy } from './last-admin.rules.ts'
import { accessOf, type Grant } from './role.rules.ts'
import * as store from './role.store.ts'

/** Why a user may not be left with these rights on the team; undefined: nothing speaks against. */
export type WhyNot = (grants: readonly Grant[]) => string | undefined

/** Judges for each user of a team, or of `userIds`, what the caller may leave the user with there. */
export async function judgeOn(
  on: Db | Trx,
  who: Who,
  { teamId, path, userIds }: { teamId: number; path: readonly number[]; userIds?: readonly number[] },
): Promise<(userId: number) => WhyNot> {
  const here = await store.effectiveOn(on, path, userIds)
  const emergency = (await emergencyAdmins(on, [teamId])).find(e => e.companyId === teamId)
  const staff = who.userType === 'ROOT' ? undefined : await store.staffOf(on, [teamId])
  return userId => {
    const now = here.get(userId)
    const left = staff && teamLeftBy(staff, userId, teamId)
    return grants => {
      const refused = now && refusalToLeaveWith(who, now, path, grants)
      if (!refused && emergency?.userId === userId && !mayRecover(accessOf(grants))) return keptText(emergency.username)
      if (refused || !left || isAdmin(accessOf(grants))) return refused?.text
      return lastAdminText(left.teamName)
    }
  }
}

type Asked = Pick<ListQuery, 'q' | 'page' | 'pageSize'> & Pick<ChoiceQuery, 'keys'> & { memberId?: number | undefined }
/** The roles that the caller may give on a team, found by name; with `memberId` to this member of the team. */
export async function givable(
  db: Db,
  who: Who,
  teamId: number,
  { memberId, ...asked }: Asked,
): Promise<{ data: store.RoleChoice[]; total: number }> {
  const { path } = found(await store.placeOf(db, teamId), 'Team not found')
  const access = roleOn(who, path)?.access ?? []
  if (memberId === undefined) return store.choices(db, { teamId, access }, asked)
  // The roles that a member may get reveal the member's present rights.
  await teamScope(db, who, teamId, 'Team.update')
  const whyNot = (await judgeOn(db, who, { teamId, path, userIds: [memberId] }))(memberId)
  return store.choices(db, { teamId, access }, asked, grants => whyNot(grants) === undefined)
}
