// Finds what stops a company from being moved: sessions, refunds and payments under way, and postings between it and another
// company.
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'

type Check = { what: string; rows: string }
const RUNNING: Check = {
  what: 'sessions run, which their chargers know by the transaction ids of this side (wait, or give --with-running)',
  rows: 'select transaction_id::text as name from transaction where company_id = :c and stopped_at is null',
}
const CHECKS: readonly Check[] = [
  {
    what: 'charge points are connected; they are let go within seconds of the release',
    rows: `select c.chargepoint_id as name from charger c join charger_state s using (chargepoint_pk)
      where c.company_id = :c and s.connected`,
  },
  {
    what: 'sessions by scan and pay are open',
    rows: 'select public_id as name from pay_session where company_id = :c and closed_at is null',
  },
  {
    what: 'refunds are under way',
    rows: `select refund_id::text as name from refund where company_id = :c and status = 'pending'`,
  },
  {
    what: 'bills are not in the ledger yet',
    rows: `select b.transaction_id::text as name from bill_to_post b join transaction t using (transaction_id) where t.company_id = :c`,
  },
  {
    what: 'bills have no invoice yet; the product makes invoices every minute',
    rows: `select b.transaction_id::text as name from bill b join transaction t using (transaction_id)
      left join bill p on p.transaction_id = b.transaction_id and p.version = b.version - 1
      where b.company_id = :c and t.stopped_at is not null and not t.in_review and b.total_paise <> coalesce(p.total_paise, 0)
        and not exists (select from invoice i where i.transaction_id = b.transaction_id and i.bill_version = b.version)
        and (t.payment_type <> 'RFID' or exists (select from invoice i where i.transaction_id = b.transaction_id)
          or are_rfid_sessions_invoiced(b.company_id, (t.stopped_at at time zone :zone)::date))`,
  },
  {
    what: 'notices of the payment provider wait to be worked',
    rows: 'select event_id as name from webhook_event where company_id = :c and worked_at is null and given_up_at is null',
  },
]
/** These do not pass by waiting. */
const CROSSINGS: readonly Check[] = [
  {
    what: 'postings of other companies move money of accounts of this company',
    rows: `select p.idempotency_key as name from account a join entry e using (account_id) join posting p using (posting_id)
      where a.company_id = :c and p.company_id is distinct from :c`,
  },
  {
    what: 'postings of this company move money of accounts of another company',
    rows: `select p.idempotency_key as name from posting p join entry e using (posting_id) join account a using (account_id)
      where p.company_id = :c and a.company_id is distinct from :c and a.ref <> 0`,
  },
]

type Asked = { companyId: number; timeZone: string; withRunning?: boolean }
/** Returns the obstacles in words; none: the company can be moved. `withRunning`: running sessions are no obstacle. */
export async function obstaclesOf(
  db: Db | Trx,
  { companyId, timeZone, withRunning = false }: Asked,
): Promise<string[]> {
  const found: string[] = []
  const filled = (rows: string) =>
    rows.replaceAll(':c', String(companyId)).replaceAll(':zone', `'${timeZone.replaceAll("'", "''")}'`)
  for (const { what, rows } of [...(withRunning ? [] : [RUNNING]), ...CHECKS, ...CROSSINGS]) {
    const { rows: r } = await sql<{ n: number; names: string[] | null }>`select count(*)::int as n,
      (array_agg(name order by name))[:5] as names from (${sql.raw(filled(rows))}) x`.execute(db)
    const { n = 0, names } = r[0] ?? {}
    if (n > 0) found.push(`${n} ${what}: ${(names ?? []).join(', ')}${n > 5 ? ', …' : ''}`)
  }
  return found
}
