// Who somebody is beside how they sign in: the columns of the user that the profile page edits.
import { sql } from 'kysely'
import type { Who } from '../../platform/access/scope.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import type { Profile } from '../sign-in/sign-in.contract.ts'
import { sessionUser } from '../sign-in/sign-in.store.ts'
import type { UpdateProfile } from './profile.contract.ts'

export type Fields = {
  firstName: string
  lastName: string
  email: string
  phone: string | null
  language: string
  street: string | null
  houseNumber: string | null
  zipcode: string | null
  city: string | null
  country: string
}

/** The edited columns of a user; undefined when gone. */
export const fieldsOf = async (db: Db | Trx, userId: number): Promise<Fields | undefined> =>
  (
    await sql<Fields>`select first_name, last_name, email, phone, language, street, house_number, zipcode, city, country
      from app_user where id = ${userId}`.execute(db)
  ).rows[0]

/** The signed-in user with roles and profile (D-AUTH-9). */
export async function profileOf(db: Db | Trx, who: Who): Promise<Profile> {
  const user = await sessionUser(db, who)
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

/** Writes a profile; empty text is nothing, what is left out stays. A taken mail address is the unique violation. */
export async function update(trx: Trx, userId: number, p: UpdateProfile): Promise<void> {
  const a = p.address
  const kept = (value: string | null | undefined, column: string) =>
    value === undefined ? sql.ref(column) : sql`${value || null}`
  await sql`
    update app_user set first_name = ${p.firstName}, last_name = ${p.lastName}, email = ${p.email},
      phone = ${kept(p.phone, 'phone')}, language = ${p.language}, country = ${a.country},
      street = ${kept(a.street, 'street')}, house_number = ${kept(a.houseNumber, 'house_number')},
      zipcode = ${kept(a.zipcode, 'zipcode')}, city = ${kept(a.city, 'city')}
    where id = ${userId}`.execute(trx)
}
