// The belongings of a customer beside the record: UPI ids, in small letters and each of one driver in the whole
// installation (D-CM-2), and RFID tags, which are written by features/fleet/tags.

import { rupeesFromPaise } from '@wattdesk/base/money'
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import type { PersonalTag, UpiEntry } from './cm-customer.contract.ts'

export const upiIdsOfDriver = async (db: Db | Trx, driverId: number): Promise<UpiEntry[]> => {
  const rows = await db.selectFrom('upiId').select('upiId').where('driverId', '=', driverId).orderBy('upiId').execute()
  return rows.map(r => ({ upi_id: r.upiId }))
}

/**
 * Gives a UPI id to the driver and returns its owner by then: an id of another driver keeps its owner. `isNew`: the id
 * had no owner.
 */
export async function add(trx: Trx, upiId: string, driverId: number): Promise<{ ownerId: number; isNew: boolean }> {
  const made = await trx
    .insertInto('upiId')
    .values({ upiId, driverId })
    .onConflict(c => c.doNothing())
    .returning('driverId')
    .executeTakeFirst()
  if (made) return { ownerId: driverId, isNew: true }
  const has = await trx.selectFrom('upiId').select('driverId').where('upiId', '=', upiId).executeTakeFirstOrThrow()
  return { ownerId: has.driverId, isNew: false }
}

/** False where the driver does not have it. */
export const remove = async (trx: Trx, upiId: string, driverId: number): Promise<boolean> => {
  const gone = await trx
    .deleteFrom('upiId')
    .where('upiId', '=', upiId)
    .where('driverId', '=', driverId)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** The cards of a driver by their texts, prepaid ones with what they have. */
export async function tagsOf(db: Db | Trx, driverId: number): Promise<PersonalTag[]> {
  const { rows } = await sql<{ id: number; tag: string; paise: number | null }>`
      select t.ocpp_tag_pk as id, t.id_tag as tag, case t.kind when 'prepaid' then coalesce(a.balance_paise, 0) end as paise
      from ocpp_tag t left join account a on a.kind = 'card' and a.ref = t.ocpp_tag_pk
      where t.driver_id = ${driverId} and t.kind in ('rfid', 'prepaid') and t.deleted_at is null
      order by lower(t.id_tag)`.execute(db)
  return rows.map(({ paise, ...r }) => ({
    ...r,
    balanceAmount: paise === null ? null : rupeesFromPaise(BigInt(paise)),
  }))
}

/** The key of the tag with this text, in any case of letters. */
export const tagPkOf = async (db: Db | Trx, text: string): Promise<number | undefined> =>
  (
    await sql<{ pk: number }>`select ocpp_tag_pk as pk from ocpp_tag
      where lower(id_tag) = lower(${text}) and deleted_at is null`.execute(db)
  ).rows[0]?.pk
