// Reads the postings of settlements and payments that become vouchers. Amounts in paise, debit above 0.
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { allRows } from '#platform/http/exports.ts'
import { isInBooksScope } from '#settlement/reconciliation/books.store.ts'
import type { Month } from './outward.store.ts'
import type { SettlementPosting } from './tally.rules.ts'

/**
 * The settlements of a month's payouts, whenever they were made, and the payments dated within the month, of whichever payout:
 * neither changes once the month is closed.
 */
export const settlementPostings = (db: Db, { books: { scope }, period }: Month): AsyncGenerator<SettlementPosting[]> =>
  allRows(
    db,
    sql<SettlementPosting>`
      select g.idempotency_key as key, g.kind, o.payout_id, o.party ->> 'teamName' as team_name,
        to_char(g.event_at at time zone ${period.zone}, 'YYYY-MM-DD') as day,
        exists (select from commission_document d where d.payout_no = o.payout_no) as is_invoiced,
        (select json_agg(json_build_object('kind', x.kind, 'debitPaise', x.paise) order by x.kind)
          from (select a.kind, sum(case e.side when 'D' then e.amount_paise else -e.amount_paise end)::bigint as paise
            from entry e join account a on a.account_id = e.account_id where e.posting_id = g.posting_id group by 1) x) as lines
      from (
        select o.payout_no, g.posting_id from payout o
          cross join lateral (values ('settlement:' || o.payout_id), ('payout:' || o.payout_id)) k (key)
          join posting g on g.idempotency_key = k.key
        where o.period_start >= ${period.from} and o.period_start < ${period.to} and ${isInBooksScope(scope, 'o')}
        union all
        select o.payout_no, g.posting_id from posting g join payout o on o.payout_id = split_part(g.idempotency_key, ':', 2)
        where g.kind in ('payout paid', 'payout back') and g.team_id = o.team_id
          and g.event_at >= ${period.from} and g.event_at < ${period.to} and ${isInBooksScope(scope, 'o')}
      ) n join payout o on o.payout_no = n.payout_no join posting g on g.posting_id = n.posting_id
      order by g.event_at, g.posting_id`,
  )
