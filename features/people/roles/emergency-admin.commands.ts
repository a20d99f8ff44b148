// The emergency administrator of a company without passwords keeps all rights of an administrator on the company's own team: nobody
// else could come in with a password and undo what is wrong with the single sign-on (SSO-01).
import { type AccessEntry, holds } from '@wattdesk/base/access'
import { fail } from '@wattdesk/wire/route'
import type { Db, Trx } from '#platform/db/db.ts'
import { type EmergencyAdmin, emergencyAdmins } from './emergency-admin.store.ts'
import { isAdmin } from './last-admin.rules.ts'
import { accessOf } from './role.rules.ts'
import { effectiveOn } from './role.store.ts'

/** Whether somebody with these rights on the own team of a company could undo everything there. */
export const mayRecover = (access: readonly AccessEntry[]): boolean =>
  isAdmin(access) && holds(access, 'Company.update')

export const keptText = (username: string): string =>
  `${username} is the emergency administrator of a company without passwords. Choose another one on the Sign-in tab of the company first.`

/** Of these emergency administrators those who have lost a right that they need. */
async function unfit(on: Db | Trx, all: readonly EmergencyAdmin[]): Promise<EmergencyAdmin[]> {
  const lost: EmergencyAdmin[] = []
  for (const e of all) {
    const member = (await effectiveOn(on, e.path, [e.userId])).get(e.userId)
    if (!mayRecover(accessOf(member?.grants ?? []))) lost.push(e)
  }
  return lost
}

/**
 * Begun before a change that may concern the companies of these teams. The function answered is called after the change, in the
 * same transaction; it answers the emergency administrator who has lost a right that they need by the change.
 */
export async function watchEmergency(
  trx: Trx,
  teamIds: readonly number[],
): Promise<() => Promise<EmergencyAdmin | undefined>> {
  const all = await emergencyAdmins(trx, teamIds)
  const before = new Set((await unfit(trx, all)).map(e => e.companyId))
  return async () => (await unfit(trx, all)).find(e => !before.has(e.companyId))
}

/** The same as a refusal at a field: 409. */
export function demandEmergency(lost: EmergencyAdmin | undefined, field: string): void {
  if (lost) fail(409, keptText(lost.username), { [field]: keptText(lost.username) })
}
