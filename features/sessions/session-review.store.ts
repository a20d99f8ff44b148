// What waits for a person to look at and belongs to no session (D-TXN-11); what belongs to one is written with it.
import { sql } from 'kysely'
import type { Db, Trx } from '../../server/db.ts'

/** Keeps a message that fits no session for a person to look at; the same one again is the same review. */
export async function addReview(
  db: Db | Trx,
  r: {
    companyId: number
    teamId: number
    pk: number
    connectorId: number | null
    transactionId: number | null
    reason: string
    detail: unknown
  },
): Promise<void> {
  await sql`insert into session_review (company_id, team_id, transaction_id, chargepoint_pk, connector_id, reason, detail)
    select ${r.companyId}, ${r.teamId}, ${r.transactionId}, ${r.pk}, ${r.connectorId}, ${r.reason}, d.detail
    from (select ${JSON.stringify(r.detail)}::jsonb as detail) d
    where not exists (select from session_review o where o.chargepoint_pk = ${r.pk} and o.reason = ${r.reason}
      and o.detail = d.detail)
    on conflict do nothing`.execute(db)
}
