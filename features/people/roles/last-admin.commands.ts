// Refuses a change of roles, members, users or the tree that would leave a team without an Admin (D-TEAM-2), or the emergency
// administrator of a company without passwords without a right.
import { fail } from '@wattdesk/wire/route'
import type { Who } from '#platform/access/scope.ts'
import type { Trx } from '#platform/db/db.ts'
import { demandEmergency, watchEmergency } from './emergency-admin.commands.ts'
import { lastAdminText, type Staff, teamLeftAlone } from './last-admin.rules.ts'
import * as store from './role.store.ts'

/**
 * Begun before a change that may concern the companies of these teams. The function answered is called after the change,
 * in the same transaction: 409 where the emergency administrator of a company without passwords is none any more, and where a
 * team lost its last Admin, unless the caller is ROOT.
 */
export async function watchAdmins(
  trx: Trx,
  who: Who,
  teamIds: readonly number[],
): Promise<(field: string) => Promise<void>> {
  const emergencyLost = await watchEmergency(trx, teamIds)
  const before: Staff | undefined = who.userType === 'ROOT' ? undefined : await store.staffOf(trx, teamIds)
  return async field => {
    demandEmergency(await emergencyLost(), field)
    const team = before && teamLeftAlone(before, await store.staffOf(trx, teamIds))
    if (!team) return
    const text = lastAdminText(team.teamName)
    fail(409, text, { [field]: text })
  }
}
