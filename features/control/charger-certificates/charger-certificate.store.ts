// Certificates that were issued to charge points, and who else bears a name.
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

/** How many a charger got since a time. */
export const countSince = async (db: Db, pk: number, since: Date): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*)::int as n from charger_certificate
      where chargepoint_pk = ${pk} and issued_at > ${since}`.execute(db)
  ).rows[0]?.n ?? 0

/**
 * True where another charger of the operator goes by this name: by its id, the serial number entered for it, or the one it
 * told. A certificate for the name would open for that one too.
 */
export const isNameOfAnother = async (db: Db, pk: number, companyId: number, name: string): Promise<boolean> =>
  (
    await sql`select 1 from charger c join charger_state s using (chargepoint_pk)
      where c.company_id = ${companyId} and c.chargepoint_pk <> ${pk} and c.deleted_at is null
        and (c.chargepoint_id = ${name} or c.serial_number = ${name} or s.charge_point_serial = ${name})
      limit 1`.execute(db)
  ).rows.length > 0
