// How many refused single sign-ons the audit log of a company has taken lately.
import { sql } from 'kysely'
import type { Trx } from '#platform/db/db.ts'

export const REFUSED = 'refuse-sign-in'
type Seen = { ofCompany: number; ofNetwork: number; isTold: boolean }

/** Of the entries of the last hour: all, those from an address, and whether one from there says the same. Others wait until the commit. */
export async function refusalsOfHour(
  trx: Trx,
  companyId: number,
  { ip, reason }: { ip: string; reason: string },
): Promise<Seen> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`refused sign-ins of company ${companyId}`}, 0))`.execute(
    trx,
  )
  const { rows } = await sql<Seen>`
    select count(*)::int as of_company, (count(*) filter (where ip = ${ip}))::int as of_network,
      coalesce(bool_or(ip = ${ip} and after->>'reason' = ${reason}), false) as is_told
    from audit_entry where feature = 'Company' and record_id = ${String(companyId)} and action = ${REFUSED} and at > now() - interval '1 hour'`.execute(
    trx,
  )
  return rows[0] ?? { ofCompany: 0, ofNetwork: 0, isTold: false }
}
