// The vehicle of a driver: one each, and one driver for each vehicle (D-DRV-2).
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import * as vehicles from './vehicle.store.ts'

/** A tag or vehicle of a company and one of its teams; `path`: that team, from the top. */
export type TeamRecord = { companyId: number; teamId: number; path: readonly number[] }
export type HeldVehicle = TeamRecord & { vehicleId: number; registrationNumber: string; driverId: number | null }

/** A vehicle that is not deleted, held until the transaction ends. */
export async function holdVehicle(trx: Trx, vehicleId: number): Promise<HeldVehicle | undefined> {
  await sql`select from vehicle where vehicle_id = ${vehicleId} for update`.execute(trx)
  const { rows } = await sql<HeldVehicle>`
    select v.vehicle_id, v.registration_number, v.company_id, v.team_id, t.path, v.user_pk as driver_id
    from vehicle v join team t on t.id = v.team_id where v.vehicle_id = ${vehicleId} and v.deleted_at is null`.execute(
    trx,
  )
  return rows[0]
}

export const setDriver = (trx: Trx, vehicleId: number, driverId: number | null): Promise<unknown> =>
  trx.updateTable('vehicle').set({ userPk: driverId }).where('vehicleId', '=', vehicleId).execute()

/** The vehicle of a driver, as a list of one; empty where there is none. */
export async function ofDriver(db: Db | Trx, driverId: number) {
  const held = await vehicles.rows(db, sql<boolean>`v.user_pk = ${driverId}`)
  return held.map(vehicles.shown).map(({ vehicle_id, registration_number, make, model, vehicle_type }) => ({
    vehicle_id,
    registration_number,
    make,
    model,
    vehicle_type,
  }))
}
