-- One rule for the money that a failed refund may still give back. It decides which failed refunds wait for an attempt
-- (D-REF-2) and the state of a session's last refund (D-REF-1): a failed refund said failed for a session whose money
-- had gone back by another refund since then, and charges of a session of another company were left out.

-- The total charged for the sessions of a payment, in paise. A session is normally of the payment's company, but its charge
-- point may have moved to another company after the payment.
create function payment_charged_paise(p payment) returns bigint language sql stable as $$
  select coalesce(sum(s.charged_paise), 0)::bigint from transaction s
  where lower(s.payment_id) = lower(p.payment_id) and (s.company_id = p.company_id
    or not exists (select from payment o where o.payment_id = s.payment_id and o.company_id = s.company_id))
$$;

-- The part of its payment that a failed refund may still give back, in paise: what is neither charged nor given back nor
-- on its way, and no more than the ledger holds for it.
create function refund_left_paise(r refund) returns bigint language sql stable as $$
  select least(p.amount_paise - payment_charged_paise(p)
      - (select coalesce(sum(o.amount_paise), 0) from refund o
          where o.payment_id = p.payment_id and o.company_id = p.company_id and o.status <> 'failed'),
    coalesce((select a.balance_paise from account a
      where a.kind = case when r.transaction_id is null then 'payment' else 'hold' end
        and a.ref = coalesce(r.transaction_id, p.payment_no)), 0))::bigint
  from payment p where p.payment_id = r.payment_id and p.company_id = r.company_id
$$;

-- Whether a refund has failed and waits for a person or for its next attempt. A failed refund of the provider's own desk
-- waits for nobody, and neither does a refund whose money has gone back in another way. The provider gives back nothing
-- below 1 rupee.
create function refund_waits(r refund) returns boolean language sql stable as $$
  select r.status = 'failed' and r.cause <> 'elsewhere'
    and r.failure is distinct from 'The money of this refund has gone back in another way'
    and refund_left_paise(r) >= 100
$$;

-- Pending while a refund is; else the state of the last refund, leaving out failed refunds that do not wait.
create or replace function refund_state_of(session int) returns text language sql stable as $$
  select case when bool_or(status = 'pending') then 'pending'
    else (array_agg(status order by is_over, refund_id desc))[1] end
  from (select r.status, r.refund_id, r.status = 'failed' and not refund_waits(r) as is_over
    from refund r where r.transaction_id = session) x
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
  when (new.refund_status in ('failed', 'processed') and new.charged_paise is distinct from old.charged_paise)
  execute function session_charge_of_refund();

update transaction t set refund_status = s.status
from (select transaction_id, refund_state_of(transaction_id) as status from refund
  where transaction_id is not null group by transaction_id) s
where s.transaction_id = t.transaction_id and t.refund_status is distinct from s.status;
