// The tags of drivers: the app tag made with each driver, and the cards given to drivers (D-WAL-4).
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import { create } from './tag.store.ts'

/** 20 characters, as many as OCPP takes, 64 bits of them by chance: nobody guesses what another driver charges with. */
const appTagText = (): string => `APP-${randomBytes(8).toString('hex').toUpperCase()}`

/** Makes the app tag of a driver; returns its key. The database allows one for each driver. */
export const createAppTag = (
  db: Db | Trx,
  d: { teamId: number; driverId: number; createdAt?: Date },
): Promise<number> => create(db, { ...d, idTag: appTagText(), kind: 'app', maxActiveTransactions: 1 })

export type HeldTag = {
  id: number
  tag: string
  kind: 'rfid' | 'app' | 'prepaid' | 'session'
  teamId: number
  companyId: number
  path: number[]
  driverId: number | null
}
/** The tags of these keys that are not deleted, held until the transaction ends, in the order of their keys. */
export async function holdTags(trx: Trx, ids: readonly number[]): Promise<HeldTag[]> {
  const asked = sql.val(ids)
  await sql`select from ocpp_tag where ocpp_tag_pk = any(${asked}::int[]) and deleted_at is null
    order by ocpp_tag_pk for no key update`.execute(trx)
  const { rows } = await sql<HeldTag>`
    select t.ocpp_tag_pk as id, t.id_tag as tag, t.kind, t.team_id, t.company_id, m.path, t.driver_id
    from ocpp_tag t join team m on m.id = t.team_id
    where t.ocpp_tag_pk = any(${asked}::int[]) and t.deleted_at is null order by 1`.execute(trx)
  return rows
}

/** Gives tags to a driver, or takes them from their present drivers. */
export const setDriver = (trx: Trx, ids: readonly number[], driverId: number | null): Promise<unknown> =>
  sql`update ocpp_tag set driver_id = ${driverId}::int where ocpp_tag_pk = any(${sql.val(ids)}::int[])`.execute(trx)

/** The cards of a driver by their texts; the app tag is none (D-WAL-4). */
export const ofDriver = async (db: Db | Trx, driverId: number): Promise<{ id: number; tag: string }[]> =>
  (
    await sql<{ id: number; tag: string }>`select ocpp_tag_pk as id, id_tag as tag from ocpp_tag
      where driver_id = ${driverId} and kind in ('rfid', 'prepaid') and deleted_at is null order by lower(id_tag)`.execute(
      db,
    )
  ).rows
