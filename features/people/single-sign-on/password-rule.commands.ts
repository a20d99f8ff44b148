// Companies may do without passwords: then nobody of theirs signs in with one, but the emergency administrator. Asked only after the
// password or code was right, so that nobody learns who exists.
import { fail } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { keptText } from '#people/roles/emergency-admin.commands.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { emergencyOf, policyOf } from './sign-in-setting.store.ts'

const NO_PASSWORDS =
  'Your company signs in by single sign-on, without passwords. Please use the button “Single sign-on”.'

/** Why a user may not use a password; undefined: they may. */
export async function passwordRefusal(
  on: Db | Trx,
  { id, companyId }: { id: number; companyId: number },
): Promise<string | undefined> {
  const { forbidsPasswords, emergencyUserId } = await policyOf(on, companyId)
  return forbidsPasswords && emergencyUserId !== id ? NO_PASSWORDS : undefined
}
/** 403 where a user may not use a password. */
export async function demandPasswords(on: Db | Trx, user: { id: number; companyId: number }): Promise<void> {
  const refused = await passwordRefusal(on, user)
  if (refused !== undefined) fail(403, refused)
}

/** The last way in stays: the emergency administrator is not deleted. */
export const keepEmergency: Services['followers']['userLeaves'][number] = async (trx, { userId, username }) => {
  if ((await emergencyOf(trx, userId)) !== undefined) fail(409, keptText(username), { id: keptText(username) })
}
