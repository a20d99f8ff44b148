-- Refunds made at the provider's own desk before the bill: the part of the bill that its hold had lost was booked as money
-- with the provider, which the provider does not have. Such a bill debits the gateway although the payment was in the hold of
-- its session. The owner bears that part (D-REF-2), dated now, so that the next payout settles it.
create temporary table lacking on commit drop as
select p.transaction_id, p.company_id, p.team_id, y.company_id as payment_company_id, y.payment_id, a.account_id as hold_id,
  least(g.paise, lost.paise) as paise, 0::bigint as stuck, 0 as version
from posting p
join transaction t on t.transaction_id = p.transaction_id and t.payment_type in ('CARD', 'UPI')
join account a on a.kind = 'hold' and a.ref = t.transaction_id
cross join lateral (select o.company_id, o.payment_id from payment o where o.payment_id = t.payment_id
  order by o.company_id = t.company_id desc limit 1) y
cross join lateral (select sum(e.amount_paise)::bigint as paise from entry e join account x on x.account_id = e.account_id
  where e.posting_id = p.posting_id and x.kind = 'gateway' and e.side = 'D') g
cross join lateral (select sum(e.amount_paise)::bigint as paise from entry e join posting q on q.posting_id = e.posting_id
  where e.account_id = a.account_id and e.side = 'D' and q.kind = 'refunded' and e.posting_id < p.posting_id) lost
where p.kind = 'bill' and p.idempotency_key = 'bill:' || p.transaction_id || ':1' and g.paise > 0 and lost.paise > 0
  and exists (select from posting h where h.idempotency_key = 'hold:' || p.transaction_id);
-- Where such a bill was lowered since, nobody could refund that part: it waits in the hold, and belongs to the owner.
update lacking l set stuck = least(l.paise, a.balance_paise), version = v.version
from account a, (select transaction_id, max(version) as version from bill group by 1) v
where a.account_id = l.hold_id and a.balance_paise > 0 and v.transaction_id = l.transaction_id and v.version > 1
  and not exists (select from refund r where r.payment_id = l.payment_id and r.company_id = l.payment_company_id
    and r.status = 'pending');

create temporary table lacking_posting on commit drop as
select transaction_id, company_id, team_id, payment_company_id, payment_id, paise,
  'bill:' || transaction_id || ':1:refunded before' as key,
  array['owner', 'gateway'] as kinds, array[team_id, company_id] as refs from lacking
union all
select transaction_id, company_id, team_id, payment_company_id, payment_id, -stuck,
  'bill:' || transaction_id || ':' || version || ':refunded before',
  array['hold', 'owner'], array[transaction_id, team_id] from lacking where stuck > 0;
insert into posting (idempotency_key, request_hash, kind, company_id, team_id, transaction_id, event_at)
select key, sha256(convert_to(key, 'UTF8')), 'refunded before', company_id, team_id, transaction_id, now()
from lacking_posting order by transaction_id, paise desc;
update account a set balance_paise = a.balance_paise - l.stuck, version = a.version + 1
from lacking l where a.account_id = l.hold_id and l.stuck > 0;
insert into entry (posting_id, line_no, account_id, side, amount_paise, balance_after, account_version)
select p.posting_id, x.n, a.account_id, case x.n when 1 then 'D' else 'C' end, abs(l.paise),
  case when a.is_kept then a.balance_paise end, case when a.is_kept then a.version end
from lacking_posting l join posting p on p.idempotency_key = l.key
cross join lateral unnest(l.kinds, l.refs) with ordinality x (kind, ref, n)
join account a on a.kind = x.kind and a.ref = x.ref;
insert into refund_borne (team_id, company_id, payment_id, transaction_id, at, paise, posting_key)
select team_id, payment_company_id, payment_id, transaction_id, now(), paise, key from lacking_posting
order by transaction_id, paise desc;
-- Debit and credit are compared here, not at the end of the transaction.
set constraints all immediate;
