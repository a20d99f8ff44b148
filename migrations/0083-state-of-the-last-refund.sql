-- A session carries the state of its last refund (D-REF-1), not of the refund that was told of last: a refund that failed
-- because its money had gone back in another way said failed for a session whose money is all back.
create function refund_state_of(session int) returns text language sql stable as $$
  select case when bool_or(status = 'pending') then 'pending'
    else (array_agg(status order by is_gone, refund_id desc))[1] end
  from (select status, refund_id, status = 'failed' and (cause = 'elsewhere'
      or failure is not distinct from 'The money of this refund has gone back in another way') as is_gone
    from refund where transaction_id = session) r
$$;
create or replace function session_refund() returns trigger language plpgsql as $$
begin
  if new.transaction_id is not null then
    update transaction t set refund_status = refund_state_of(new.transaction_id),
      refund_paise = (select coalesce(sum(r.amount_paise), 0) from refund r
        where r.transaction_id = new.transaction_id and r.status = 'processed')
    where t.transaction_id = new.transaction_id;
  end if;
  return null;
end $$;
update transaction t set refund_status = s.status
from (select transaction_id, refund_state_of(transaction_id) as status from refund
  where transaction_id is not null group by transaction_id) s
where s.transaction_id = t.transaction_id and t.refund_status is distinct from s.status;
