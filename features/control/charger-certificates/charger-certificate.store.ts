// Certificates issued to charge points, and whether another charge point already uses a name.
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'

export type NewCertificate = {
  chargepointPk: number
  companyId: number
  commonName: string
  requestHash: string
  serialNumber: string
  certificate: string
  issuedAt: Date
  expiresAt: Date
  taskId: string
}
export const add = (trx: Trx, c: NewCertificate): Promise<unknown> =>
  trx.insertInto('chargerCertificate').values(c).execute()

/** Counts the certificates issued to a charge point since a time. */
export const countSince = async (db: Db, pk: number, since: Date): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*)::int as n from charger_certificate
      where chargepoint_pk = ${pk} and issued_at > ${since}`.execute(db)
  ).rows[0]?.n ?? 0

/**
 * True where another charger of the operator uses this name: as its id, as the serial number entered for it, or as the
 * serial number it reported. A certificate for the name would let that charger in too.
 */
export const isNameOfAnother = async (db: Db, pk: number, companyId: number, name: string): Promise<boolean> =>
  (
    await sql`select 1 from charger c join charger_state s using (chargepoint_pk)
      where c.company_id = ${companyId} and c.chargepoint_pk <> ${pk} and c.deleted_at is null
        and (c.chargepoint_id = ${name} or c.serial_number = ${name} or s.charge_point_serial = ${name})
      limit 1`.execute(db)
  ).rows.length > 0
