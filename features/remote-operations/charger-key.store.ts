// The hash of a charger's key, replaced when the charger has taken a new one.
import { sql } from 'kysely'
import type { Db } from '../../server/db.ts'

/** Keeps the hash of the key that the charger signs in with from now on. */
export const save = async (db: Db, pk: number, keyHash: string): Promise<void> => {
  await sql`update charger set key_hash = ${keyHash} where chargepoint_pk = ${pk}`.execute(db)
}
