-- One rule for the failed refunds that wait for an attempt (D-REF-2), and for the state of a session's refunds (D-REF-1): a
-- session said failed although its money had gone back by another refund since then, and two refunds waited for the same
-- money.

-- The total charged for the sessions of a payment, in paise. A session is normally of the payment's company, but its charge
-- point may have moved to another company after the payment.
create view payment_charge as
  select p.payment_no, (select coalesce(sum(s.charged_paise), 0)::bigint from transaction s
    where lower(s.payment_id) = lower(p.payment_id) and (s.company_id = p.company_id
      or not exists (select from payment o where o.payment_id = s.payment_id and o.company_id = s.company_id))) as charged_paise
  from payment p;

-- Failed refunds that wait for a person or for their next attempt, with what that attempt would ask for: what is neither
-- charged nor given back nor on its way, and no more than the ledger holds for it. A failed refund of the provider's own
-- desk waits for nobody, neither does a refund whose money has gone back in another way, and of several failed refunds of a
-- session or payment the newest alone waits. The provider gives back nothing below 1 rupee.
create view waiting_refund as
  select * from (
    select r.refund_id, least(p.amount_paise - c.charged_paise
        - (select coalesce(sum(o.amount_paise), 0) from refund o
            where o.payment_id = p.payment_id and o.company_id = p.company_id and o.status <> 'failed'),
      (select a.balance_paise from account a
        where a.kind = case when r.transaction_id is null then 'payment' else 'hold' end
          and a.ref = coalesce(r.transaction_id, p.payment_no)))::bigint as left_paise
    from refund r join payment p on p.payment_id = r.payment_id and p.company_id = r.company_id
      join payment_charge c on c.payment_no = p.payment_no
    where r.status = 'failed' and r.cause <> 'elsewhere'
      and r.failure is distinct from 'The money of this refund has gone back in another way'
      and not exists (select from refund n where n.payment_id = r.payment_id and n.company_id = r.company_id
        and n.transaction_id is not distinct from r.transaction_id and n.refund_id > r.refund_id and n.status = 'failed'
        and n.cause <> 'elsewhere' and n.failure is distinct from 'The money of this refund has gone back in another way')) w
  where left_paise >= 100;

-- Pending while a refund is; else the state of the last refund that was processed or waits; null where there is none.
create or replace function refund_state_of(session int) returns text language sql stable as $$
  select case when bool_or(r.status = 'pending') then 'pending'
    else (array_agg(r.status order by r.refund_id desc) filter (where r.status <> 'failed'
      or exists (select from waiting_refund w where w.refund_id = r.refund_id)))[1] end
  from refund r where r.transaction_id = session
$$;
drop trigger session_refund on refund;
create trigger session_refund after insert or update of status, failure on refund
  for each row execute function session_refund();

-- A bill that takes the money of a failed refund leaves nothing that waits; a lower bill frees money for it. Read at the
-- commit, when the bill is in the ledger.
create function session_charge_of_refund() returns trigger language plpgsql as $$
begin
  update transaction set refund_status = refund_state_of(new.transaction_id) where transaction_id = new.transaction_id;
  return null;
end $$;
create constraint trigger session_charge_of_refund after update of charged_paise on transaction
  deferrable initially deferred for each row
  when (old.stopped_at is not null and new.payment_id is not null and new.charged_paise is distinct from old.charged_paise)
  execute function session_charge_of_refund();

update transaction t set refund_status = s.status
from (select transaction_id, refund_state_of(transaction_id) as status from refund
  where transaction_id is not null group by transaction_id) s
where s.transaction_id = t.transaction_id and t.refund_status is distinct from s.status;
