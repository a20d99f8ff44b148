-- Entries are checked once for each statement that writes them instead of row by row, with the same promises: their posting
-- is of the same transaction, their account is there, and the lines of each posting balance. Postings and accounts are never
-- deleted (posting_is_for_good, account_stays), so a look at the moment of writing says the same as a foreign key.
create or replace function entry_is_of_now() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  odd record;
begin
  if exists (select from (select distinct posting_id from added) x
      left join posting p using (posting_id) where p.created_at is distinct from now()) then
    raise exception 'a posting is not added to' using errcode = 'restrict_violation';
  end if;
  if exists (select from (select distinct account_id from added) x
      left join account a using (account_id) where a.account_id is null) then
    raise exception 'an entry names an account that is not there' using errcode = 'foreign_key_violation';
  end if;
  select posting_id, coalesce(sum(amount_paise) filter (where side = 'D'), 0) as debit,
      coalesce(sum(amount_paise) filter (where side = 'C'), 0) as credit into odd from added group by 1
    having sum(case side when 'D' then amount_paise else -amount_paise end) <> 0 limit 1;
  if found then
    raise exception 'posting % has % of debit and % of credit',
      (select idempotency_key from posting where posting_id = odd.posting_id), odd.debit, odd.credit
      using errcode = 'check_violation', constraint = 'posting_balances';
  end if;
  return null;
end $$;

alter table entry drop constraint entry_posting_id_fkey, drop constraint entry_account_id_fkey;

-- A bill is posted together with its lines by one statement, so the deferred look at its lines is spared.
drop trigger posting_balances on posting;
create constraint trigger posting_balances after insert on posting deferrable initially deferred
  for each row when (new.kind not in ('bill', 'correction')) execute function posting_balances();
