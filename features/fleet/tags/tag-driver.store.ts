// The tags of drivers: the app tag made with each driver, and the cards given to drivers (D-WAL-4).
import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import { create } from './tag.store.ts'

/** 20 characters, as many as OCPP takes, 64 bits of them by chance: nobody guesses what another driver charges with. */
const appTagText = (): string => `APP-${randomBytes(8).toString('hex').toUpperCase()}`

/** Makes the app tag of a driver; returns its key. The database allows one for each driver. */
export const createAppTag = (
  db: Db | Trx,
  d: { teamId: number; driverId: number; createdAt?: Date },
): Promise<number> => create(db, { ...d, idTag: appTagText(), kind: 'app', maxActiveTransactions: 1 })

/** Erases the app tag of a driver who never charged. */
export const removeAppTag = (trx: Trx, driverId: number): Promise<unknown> =>
  sql`delete from ocpp_tag where driver_id = ${driverId} and kind = 'app'`.execute(trx)

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

/**
 * Whether a driver holds a tag that a charge point accepts: a tag of its team or of a team above, or a tag attached to
 * the charge point (D-OCPP-3). Blocked, expired and deleted tags count for nothing, nor do app tags: the product makes
 * one for every driver.
 */
export const holdsTagAt = (driverId: RawBuilder<unknown>, chargepointPk: number, now: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ocpp_tag g join charger c on c.chargepoint_pk = ${chargepointPk} join team m on m.id = c.team_id
    where g.driver_id = ${driverId} and g.kind in ('rfid', 'prepaid') and g.deleted_at is null and g.max_active_transactions <> 0
      and (g.expires_at is null or g.expires_at > ${now}::timestamptz)
      and case when exists (select from ocpp_tag_charger a where a.ocpp_tag_pk = g.ocpp_tag_pk)
        then (g.company_id = c.company_id or g.team_id = any(m.path)) and exists (select from ocpp_tag_charger a
          where a.ocpp_tag_pk = g.ocpp_tag_pk and a.chargepoint_pk = c.chargepoint_pk)
        else g.team_id = any(m.path) end)`
