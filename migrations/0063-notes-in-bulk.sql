-- What a statement on sessions changes of the report's hours, found by counting each row of before and after: a join of the
-- two went over all pairs, since its plan is kept from a statement of one row, and sessions end and are brought up by the
-- thousand.
create or replace function report_session_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into report_noted (team_id, hour, company_id)
    select distinct team_id, date_trunc('hour', stopped_at, 'UTC'), company_id from fresh where stopped_at is not null;
  else
    insert into report_noted (team_id, hour, company_id)
    select distinct x.team_id, date_trunc('hour', x.stopped_at, 'UTC'), x.company_id from (
      select team_id, stopped_at, company_id from (
        select transaction_id, team_id, company_id, stopped_at, in_review, energy_wh, payment_type from fresh
        union all
        select transaction_id, team_id, company_id, stopped_at, in_review, energy_wh, payment_type from stale) both_of
      where stopped_at is not null
      group by transaction_id, team_id, company_id, stopped_at, in_review, energy_wh, payment_type
      having count(*) = 1) x;
  end if;
  return null;
end $$;

-- Plans are kept from when a network was young and its tables empty: what is looked up is looked up by its key from the
-- first day on.
create or replace function report_bill_added() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  insert into report_noted (team_id, hour, company_id)
  select distinct t.team_id, date_trunc('hour', t.stopped_at, 'UTC'), t.company_id from fresh
  cross join lateral (select team_id, company_id, stopped_at from transaction t
    where t.transaction_id = fresh.transaction_id offset 0) t
  where t.stopped_at is not null;
  return null;
end $$;
alter function entry_is_of_now() set enable_seqscan = off;
