-- The check of new entries looks up each posting and account by its key, whatever the plan expects: a plan that was made
-- while the tables were empty read all postings for each new one, until the tables were analysed.
--
-- A company that is imported brings its postings with the times at which they were written. Such a transaction says so
-- (wattdesk.company_move), and adds entries to postings that it has written itself, and to no other.
create or replace function entry_is_of_now() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  odd record;
  is_move boolean := coalesce(current_setting('wattdesk.company_move', true), '') = 'on';
begin
  if exists (select from (select distinct posting_id from added) x
      left join lateral (select created_at, xmin as written_by from posting where posting_id = x.posting_id offset 0) p on true
      where p.created_at is distinct from now()
        and not coalesce(is_move and p.written_by = pg_current_xact_id()::xid, false)) then
    raise exception 'a posting is not added to' using errcode = 'restrict_violation';
  end if;
  if exists (select from (select distinct account_id from added) x
      left join lateral (select account_id from account where account_id = x.account_id offset 0) a on true
      where a.account_id is null) then
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
