-- A company that has moved to another installation (docs/decisions/0059-moving-a-company.md): its people and charge points are
-- told where to, and nothing is done for it here any more.
create table company_moved (
  company_id integer primary key references team on delete cascade,
  -- The address of the other installation, as people are told.
  moved_to text not null,
  -- Whether the company was active before; its people may not sign in meanwhile.
  was_active boolean not null,
  at timestamptz not null default now()
);

-- A company that comes brings its postings with the times at which they were written. Such a transaction says so, and adds
-- entries to postings that it has written itself, and to no other.
create or replace function entry_is_of_now() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  odd record;
  is_move boolean := coalesce(current_setting('wattdesk.company_move', true), '') = 'on';
begin
  if exists (select from (select distinct posting_id from added) x
      left join posting p using (posting_id) where p.created_at is distinct from now()
        and not coalesce(is_move and p.xmin = pg_current_xact_id()::xid, false)) then
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
