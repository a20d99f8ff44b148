// The amount of a payment that has gone back, for all lists and comparisons of payments. It follows the provider's
// state of the payment, and once a refund has failed, the refunds of the payment: the provider's states are merged by
// rank, so its "refunded" is never taken back.
import { sql } from 'kysely'
import { isWaitingRefund } from './waiting-refund.store.ts'

/**
 * To be joined to a payment `p` as `g`: `g.paise` is what has gone back or is on its way there by the provider's books,
 * `g.status` the payment's state with that, `g.open` whether a refund is `pending`, or has `failed` and waits.
 */
export const givenBack = sql`lateral (
  select y.paise, x.open,
    case when p.status = 'refunded' and x.has_failed and y.paise < p.amount_paise then 'captured' else p.status end as status
  from (select coalesce(sum(r.amount_paise) filter (where r.status = 'processed'), 0)::bigint as processed,
      coalesce(sum(r.amount_paise) filter (where r.status = 'processed'
        or (r.status = 'pending' and r.provider_refund_id is not null)), 0)::bigint as at_provider,
      coalesce(bool_or(r.status = 'failed' or r.attempt > 1), false) as has_failed,
      case when bool_or(r.status = 'pending') then 'pending' when bool_or(${isWaitingRefund}) then 'failed' end as open
    from refund r where r.payment_id = p.payment_id and r.company_id = p.company_id) x
  cross join lateral (select case when x.has_failed then least(x.at_provider, p.amount_paise)
    else greatest(p.refunded_paise, x.processed) end as paise) y)`
