// What users change of themselves: the password, and who they are beside how they sign in.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'

/**
 * Sets a password and raises the session version, which ends every older token; answers the version. Whoever sets one
 * came by the mailbox or was signed in, so the mail address is verified with it.
 */
export async function setPassword(trx: Trx, userId: number, passwordHash: string): Promise<number> {
  const { rows } = await sql<{ ver: number }>`
    update app_user set password_hash = ${passwordHash}, ver = ver + 1, is_verified = true
    where id = ${userId} returning ver`.execute(trx)
  if (!rows[0]) throw new Error(`User ${userId} has gone`)
  return rows[0].ver
}

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

/** The columns of a user that the user edits; undefined when gone. */
export const fieldsOf = async (db: Db | Trx, userId: number): Promise<Fields | undefined> =>
  (
    await sql<Fields>`select first_name, last_name, email, phone, language, street, house_number, zipcode, city, country
      from app_user where id = ${userId}`.execute(db)
  ).rows[0]

type MayStay = 'phone' | 'street' | 'houseNumber' | 'zipcode' | 'city'
export type OwnChange = Omit<Fields, MayStay> & { [k in MayStay]?: string | null | undefined }

/** Writes them; empty text is nothing, what is left out stays. A taken mail address is the unique violation. */
export async function changeOwn(trx: Trx, userId: number, f: OwnChange): Promise<void> {
  const kept = (value: string | null | undefined, column: string) =>
    value === undefined ? sql.ref(column) : sql`${value || null}`
  await sql`
    update app_user set first_name = ${f.firstName}, last_name = ${f.lastName}, email = ${f.email},
      phone = ${kept(f.phone, 'phone')}, language = ${f.language}, country = ${f.country},
      street = ${kept(f.street, 'street')}, house_number = ${kept(f.houseNumber, 'house_number')},
      zipcode = ${kept(f.zipcode, 'zipcode')}, city = ${kept(f.city, 'city')}
    where id = ${userId}`.execute(trx)
}
