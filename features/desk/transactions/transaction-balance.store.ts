// The balance of a wallet or prepaid card before a session and after it, by the entries of the ledger (D-TXN-12).
import { rupeesFromPaise } from '@wattdesk/base/money'
import { sql } from 'kysely'

export type Balances = {
  /** The amount kept back for the session; null: nothing could be kept back. */
  holdPaise: number | null
  /** Null of sessions that are paid otherwise. */
  beforePaise: number | null
  /** Null before the bill. */
  afterPaise: number | null
}

/**
 * The balance of a wallet or card before a session and after its current bill, by the entries of the ledger (D-TXN-12).
 * For scan and pay the amount was kept back before the session began (`reserve`), for other sessions at its start.
 * Where nothing was kept back, the first figure is the balance at the start.
 */
const tables = sql`left join lateral (
    select e.account_id, e.balance_after + case e.side when 'D' then e.amount_paise else -e.amount_paise end as before_paise
    from posting p join entry e using (posting_id) join account a using (account_id)
    where t.payment_type in ('WALLET', 'PREPAID') and a.kind in ('wallet', 'card') and p.posting_id in (
      select x.posting_id from posting x where x.transaction_id = t.transaction_id
      union all
      select r.posting_id from posting h join entry d on d.posting_id = h.posting_id and d.side = 'D'
        join account k on k.account_id = d.account_id and k.kind = 'reserved'
        join entry r on r.account_id = k.account_id and r.side = 'C'
        where h.transaction_id = t.transaction_id and h.kind = 'hold')
    order by p.posting_id limit 1) o on true
  left join lateral (
    select e.balance_after as paise from account a join entry e using (account_id) join posting p using (posting_id)
    where o.account_id is null and (t.payment_type, a.kind, a.ref) in (('WALLET', 'wallet', t.driver_id), ('PREPAID', 'card', t.ocpp_tag_pk))
      and p.created_at <= t.start_received_at order by e.account_version desc limit 1) stood on true
  left join lateral (
    select (select e.balance_after from entry e where e.account_id = o.account_id and e.posting_id <= b.posting_id
        order by e.account_version desc limit 1)
      + coalesce((select sum(case e.side when 'C' then e.amount_paise else -e.amount_paise end) from posting c
        join entry e on e.posting_id = c.posting_id and e.account_id = o.account_id
        where c.transaction_id = t.transaction_id and c.kind = 'correction'), 0) as paise
    from posting b where b.transaction_id = t.transaction_id and b.kind in ('bill', 'release')
    order by b.posting_id limit 1) billed on true`

/** SQL for the balances of a transaction `t`, selected with its row. */
export const purseOf = {
  tables,
  columns: sql`t.hold_paise, billed.paise::bigint as after_paise, case when t.payment_type in ('WALLET', 'PREPAID')
    then coalesce(o.before_paise, stood.paise, t.hold_paise) end::bigint as before_paise`,
}

/**
 * The balance after the bill; without a bill yet, the balance after the running cost, which is limited to the amount
 * kept back.
 */
export function remainingOf(r: Balances & { chargedPaise: number }): number | null {
  if (r.afterPaise !== null || r.beforePaise === null)
    return r.afterPaise === null ? null : rupeesFromPaise(BigInt(r.afterPaise))
  return rupeesFromPaise(BigInt(r.beforePaise - Math.min(r.holdPaise ?? 0, r.chargedPaise)))
}
