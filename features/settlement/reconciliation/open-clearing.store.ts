// Money that is on its way, grouped by the event it waits for: the open items of clearing accounts. Amounts in paise.
import { sql } from 'kysely'
import { placeMarkSql } from '#fleet/stations/evse.store.ts'
import { areSumsKept, beyond, type Folded } from '#money/ledger/ledger-sums.store.ts'
import { type Books, inBooks, isInBooksScope } from './books.store.ts'
import type { ClearingKind } from './open-item.words.ts'
import { always, type Item, isOpenItemOf, payouts, refunds, sessions, waiting } from './open-shape.store.ts'

/**
 * `folded`: the mark up to which the stored list of bills without a payout is complete; later ones are searched among
 * the entries.
 */
export function clearingItem(kind: ClearingKind, books: Books, folded: Folded): Item {
  const { scope } = books
  switch (kind) {
    case 'refundClearing':
      return refunds(sql<boolean>`r.status = 'pending' and r.cause <> 'elsewhere'
        and exists (select from account a where a.kind = 'refundClearing' and a.ref = r.company_id and ${inBooks(books)})`)
    case 'payoutClearing':
      return payouts(isInBooksScope(scope, 'o'))
    case 'hold':
      return {
        ...sessions(
          isOpenItemOf(books, 'hold'),
          sql`a.balance_paise`,
          sql`case when t.in_review then 'review' when t.stopped_at is null then 'running'
            else coalesce('refund ' || t.refund_status, 'rest') end`,
        ),
        from: sql`account a join transaction t on t.transaction_id = a.ref`,
      }
    case 'payment':
      return waiting(books, always)
    case 'reserved':
      return {
        key: sql`'start:' || s.pay_session_id`,
        at: sql`s.created_at`,
        amount: sql`a.balance_paise`,
        team: sql`s.team_id`,
        what: sql`'Start at ' || s.chargepoint_id || ' / ' || ${placeMarkSql('s')}`,
        state: sql`'start'`,
        from: sql`account a join pay_session s on s.pay_session_id = a.ref`,
        where: isOpenItemOf(books, 'reserved'),
      }
    case 'receivable':
      return {
        key: sql`o.idempotency_key`,
        at: sql`o.event_at`,
        team: sql`a.ref`,
        transaction: sql`o.transaction_id`,
        amount: sql`o.amount_paise`,
        what: sql`'Session by RFID'`,
        state: sql`'not set off'`,
        from: sql`(select o.account_id, o.transaction_id, o.bill_version, o.idempotency_key, o.event_at, o.amount_paise
            from ledger_open_bill o where ${areSumsKept(folded)}
            union all select e.account_id, p.transaction_id, substring(p.idempotency_key from '\\d+$')::int, p.idempotency_key, p.event_at,
              case e.side when 'D' then e.amount_paise else -e.amount_paise end
            from entry e join posting p on p.posting_id = e.posting_id
            where ${beyond(folded)} and p.posting_id > ${folded} and p.kind in ('bill', 'correction')) o
          join account a on a.account_id = o.account_id`,
        where: sql<boolean>`a.kind = 'receivable' and ${inBooks(books)} and not exists (select from payout_line l
          where l.transaction_id = o.transaction_id and l.bill_version >= o.bill_version)`,
      }
  }
}
