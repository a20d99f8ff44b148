-- The report shows a settled session by the terms of its payout (D-REP-2), so a payout's lines change the sums of the hours in
-- which their sessions ended. Lines are looked up by key: the plan of the function is kept from the day its tables were empty.
create function report_line_added() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  insert into report_noted (team_id, hour, company_id)
  select distinct t.team_id, date_trunc('hour', t.stopped_at, 'UTC'), t.company_id from fresh
  cross join lateral (select team_id, company_id, stopped_at from transaction t
    where t.transaction_id = fresh.transaction_id offset 0) t
  where t.stopped_at is not null and fresh.prior_version is null;
  return null;
end $$;
create trigger report_line_added after insert on payout_line referencing new table as fresh
  for each statement execute function report_line_added();

-- All hours are summed up anew by the new rule.
insert into report_noted (team_id, hour, company_id) select team_id, hour, company_id from report_hour;
