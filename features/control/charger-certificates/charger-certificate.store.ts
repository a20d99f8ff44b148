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

export type EndingCertificate = {
  id: number
  expiresAt: Date
  chargepointPk: number
  chargepointId: string
  companyId: number
  teamId: number
  node: string
}
/** The newest certificates of connected chargers that end soon and of which the charger was not asked lately, the first to end first. */
export const dueForRenewal = async (
  db: Db,
  { endsBefore, askedBefore }: { endsBefore: Date; askedBefore: Date },
  most: number,
): Promise<EndingCertificate[]> =>
  (
    await sql<EndingCertificate>`
      select k.id, k.expires_at, c.chargepoint_pk, c.chargepoint_id, c.company_id, c.team_id, s.node
      from charger_certificate k join charger c using (chargepoint_pk) join charger_state s using (chargepoint_pk)
      where k.expires_at < ${endsBefore} and (k.renewal_asked_at is null or k.renewal_asked_at < ${askedBefore})
        and c.deleted_at is null and s.connected and s.boot_accepted and s.node is not null
        and not exists (select from charger_certificate n where n.chargepoint_pk = k.chargepoint_pk and n.issued_at > k.issued_at)
      order by k.expires_at limit ${most}`.execute(db)
  ).rows

/** Takes note that the charger is asked now; false where another node has asked meanwhile. */
export const claimRenewal = async (trx: Trx, { id, expiresAt }: EndingCertificate, at: Date): Promise<boolean> =>
  (
    await sql`update charger_certificate set renewal_asked_at = ${at} where id = ${id} and expires_at = ${expiresAt}
      and (renewal_asked_at is null or renewal_asked_at < ${new Date(at.getTime() - CLAIMED_MS)}) returning 1`.execute(
      trx,
    )
  ).rows.length > 0
/** Two nodes that look at the same time ask once. */
const CLAIMED_MS = 3_600_000
