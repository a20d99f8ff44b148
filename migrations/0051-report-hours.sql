-- Sums of the statement report (D-REP-2) by team and hour in which sessions ended, worked out by the upkeep from the sessions
-- and their bills. Whoever changes what an hour sums up notes the hour, in the transaction of the change; a noted hour is
-- read from the sessions themselves until it has been worked out anew, so that the cards are right at any moment.
create table report_hour (
  team_id integer not null,
  hour timestamptz not null,
  company_id integer not null,
  sessions integer not null,
  energy_wh bigint not null,
  payout_paise bigint not null,
  primary key (team_id, hour)
);
create index report_hour_company on report_hour (company_id, hour) include (team_id, sessions, energy_wh, payout_paise);
create index report_hour_all on report_hour (hour) include (team_id, sessions, energy_wh, payout_paise);

-- Only added to, so that sessions of a team wait for nobody; the same hour may stand here many times.
create table report_noted (
  team_id integer not null,
  hour timestamptz not null,
  company_id integer not null
);
create index report_noted_of on report_noted (team_id, hour);

create function report_session_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into report_noted (team_id, hour, company_id)
    select distinct team_id, date_trunc('hour', stopped_at, 'UTC'), company_id from fresh where stopped_at is not null;
  else
    insert into report_noted (team_id, hour, company_id)
    select distinct x.team_id, date_trunc('hour', x.stopped_at, 'UTC'), x.company_id
    from fresh f join stale s using (transaction_id)
    cross join lateral (values (f.team_id, f.stopped_at, f.company_id), (s.team_id, s.stopped_at, s.company_id))
      x (team_id, stopped_at, company_id)
    where x.stopped_at is not null and (f.team_id, f.stopped_at, f.in_review, f.energy_wh, f.payment_type)
      is distinct from (s.team_id, s.stopped_at, s.in_review, s.energy_wh, s.payment_type);
  end if;
  return null;
end $$;
create trigger report_session_added after insert on transaction referencing new table as fresh
  for each statement execute function report_session_changed();
create trigger report_session_changed after update on transaction referencing old table as stale new table as fresh
  for each statement execute function report_session_changed();

create function report_bill_added() returns trigger language plpgsql as $$
begin
  insert into report_noted (team_id, hour, company_id)
  select distinct t.team_id, date_trunc('hour', t.stopped_at, 'UTC'), t.company_id
  from fresh join transaction t using (transaction_id) where t.stopped_at is not null;
  return null;
end $$;
create trigger report_bill_added after insert on bill referencing new table as fresh
  for each statement execute function report_bill_added();

-- Terms hold from a moment on; the first ones of a team hold for all that was before as well.
create function report_terms_added() returns trigger language plpgsql as $$
begin
  insert into report_noted (team_id, hour, company_id)
  select h.team_id, h.hour, h.company_id from fresh f join report_hour h on h.team_id = f.team_id
    and (h.hour >= date_trunc('hour', f.since, 'UTC') or not exists (select from team_finance_history e
      where e.team_id = f.team_id and e.history_id < f.history_id));
  return null;
end $$;
create trigger report_terms_added after insert on team_finance_history referencing new table as fresh
  for each statement execute function report_terms_added();

create function report_sessions_gone() returns trigger language plpgsql as $$
begin
  delete from report_hour;
  delete from report_noted;
  return null;
end $$;
create trigger report_sessions_gone after truncate on transaction for each statement execute function report_sessions_gone();

insert into report_noted (team_id, hour, company_id)
select distinct team_id, date_trunc('hour', stopped_at, 'UTC'), company_id from transaction where stopped_at is not null;
