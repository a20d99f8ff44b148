-- Of several refunds of a session one that is still on its way counts: the last one told of said processed for all (D-REF-1).
create or replace function session_refund() returns trigger language plpgsql as $$
begin
  if new.transaction_id is not null then
    update transaction t set refund_status = case when exists (select from refund r
        where r.transaction_id = new.transaction_id and r.status = 'pending') then 'pending' else new.status end,
      refund_paise = (select coalesce(sum(r.amount_paise), 0) from refund r
        where r.transaction_id = new.transaction_id and r.status = 'processed')
    where t.transaction_id = new.transaction_id;
  end if;
  return null;
end $$;
