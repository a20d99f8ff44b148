// The signed-in user as the profile page reads it.

import { sessionUser } from '#people/entry/account.store.ts'
import type { Profile } from '#people/sign-in/sign-in.contract.ts'
import { fieldsOf } from '#people/users/user-own.store.ts'
import type { Who } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'

/** The signed-in user with roles and profile (D-AUTH-9). */
export async function profileOf(db: Db | Trx, who: Who, businessZone: string): Promise<Profile> {
  const user = await sessionUser(db, who, businessZone)
  const f = await fieldsOf(db, who.userId)
  if (!f) throw new Error(`User ${who.userId} has gone`)
  const { phone, language, street, houseNumber, zipcode, city, country } = f
  return {
    ...user,
    phone,
    language,
    address: { addressId: who.userId, street, houseNumber, zipcode, city, country },
    role: user.role.map(r => ({ ...r, accesstype: r.roleName })),
  }
}
