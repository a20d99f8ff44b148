// The keys and the security profile by which a charger is let in. A key on its way to the charger opens beside the key
// before until it is known which of the two the charger has, so that neither a lost answer nor a lost socket locks the
// charger out (D-OCPP-9).
import { sql } from 'kysely'
import type { NextKey } from '#fleet/stations/charger.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'

/** Older keys are given up: nobody waits for so many answers. */
const MOST_NEXT = 5

/** Lets a key open beside the stored key; for a key that opens already, only the state changes. */
export async function offerKey(db: Db | Trx, pk: number, { keyHash, state }: NextKey, at: Date): Promise<void> {
  await sql`
    insert into charger_next_key (chargepoint_pk, key_hash, state, at)
    select chargepoint_pk, ${keyHash}, ${state}, ${at} from charger
    where chargepoint_pk = ${pk} and key_hash is distinct from ${keyHash}
    on conflict (chargepoint_pk, key_hash) do update set state = excluded.state, at = excluded.at`.execute(db)
  await sql`delete from charger_next_key where chargepoint_pk = ${pk} and key_hash in (
    select key_hash from charger_next_key where chargepoint_pk = ${pk} order by at desc offset ${MOST_NEXT})`.execute(
    db,
  )
}

/** The charger has this key: from now on no other key opens. */
export async function takeKey(db: Db | Trx, pk: number, keyHash: string): Promise<void> {
  await sql`with gone as (delete from charger_next_key where chargepoint_pk = ${pk})
    update charger set key_hash = ${keyHash} where chargepoint_pk = ${pk}`.execute(db)
}

/** The charger refused this key, or never got it. */
export async function dropKey(db: Db | Trx, pk: number, keyHash: string): Promise<void> {
  await db.deleteFrom('chargerNextKey').where('chargepointPk', '=', pk).where('keyHash', '=', keyHash).execute()
}

/** The charger signed in with the key before: keys whose answers were lost never reached the charger. */
export async function dropUnknownKeys(db: Db | Trx, pk: number): Promise<void> {
  await db.deleteFrom('chargerNextKey').where('chargepointPk', '=', pk).where('state', '=', 'unknown').execute()
}

/** Stores the profile below which the charger is refused. */
export async function saveProfile(db: Db | Trx, pk: number, profile: number): Promise<void> {
  const set = { securityProfile: profile, nextSecurityProfile: null }
  await db.updateTable('charger').set(set).where('chargepointPk', '=', pk).execute()
}

/** The charger does not take this higher profile. */
export async function dropProfile(db: Db | Trx, pk: number, profile: number): Promise<void> {
  await db
    .updateTable('charger')
    .set({ nextSecurityProfile: null })
    .where('chargepointPk', '=', pk)
    .where('nextSecurityProfile', '=', profile)
    .execute()
}

/** Stores a higher profile that the charger may have taken; its first connection by that profile settles the matter. */
export async function expectProfile(db: Db | Trx, pk: number, profile: number): Promise<void> {
  await db.updateTable('charger').set({ nextSecurityProfile: profile }).where('chargepointPk', '=', pk).execute()
}
