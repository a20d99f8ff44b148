-- Figures by team and business day, so that ninety days are read as days and not as hours. What changes an hour is
-- appended with its day, which waits for nobody, and folded in by the upkeep; a reader adds what waits to what is folded.
create table usage_day (
  team_id integer not null,
  day date not null,
  company_id integer not null,
  sessions bigint not null,
  finished bigint not null,
  successful bigint not null,
  energy_wh numeric not null,
  charged_paise numeric not null,
  revenue_paise numeric not null,
  card_paise numeric not null,
  wallet_paise numeric not null,
  rfid_paise numeric not null,
  primary key (team_id, day)
) with (fillfactor = 70);
create index usage_day_company on usage_day (company_id, day);

-- What waits is folded by the old rule once more, before its rows are wider; nobody adds to it meanwhile.
lock table usage_hour, usage_team_change in exclusive mode;
with gone as (delete from usage_team_change returning *)
insert into usage_team as u select team_id, min(company_id), sum(sessions), sum(charged_paise) from gone group by 1 order by 1
on conflict (team_id) do update set sessions = u.sessions + excluded.sessions,
  charged_paise = u.charged_paise + excluded.charged_paise;
alter table usage_team_change
  add column day date not null, add column finished bigint not null, add column successful bigint not null,
  add column energy_wh numeric not null, add column revenue_paise numeric not null, add column card_paise numeric not null,
  add column wallet_paise numeric not null, add column rfid_paise numeric not null;

-- The business day of an hour, by the zone that cuts the hours.
create function figures_day(hour timestamptz) returns date language sql stable
  as $$ select (hour at time zone (select value->>'zone' from setting where key = 'figures'))::date $$;

create or replace function usage_team_fold() returns void language plpgsql as $$
begin
  if pg_try_advisory_xact_lock(7001004) then
    with gone as (delete from usage_team_change returning *),
    days as (insert into usage_day as d (team_id, day, company_id, sessions, finished, successful, energy_wh, charged_paise,
        revenue_paise, card_paise, wallet_paise, rfid_paise)
      select team_id, day, min(company_id), sum(sessions), sum(finished), sum(successful), sum(energy_wh),
        sum(charged_paise), sum(revenue_paise), sum(card_paise), sum(wallet_paise), sum(rfid_paise)
      from gone group by 1, 2 order by 1, 2
      on conflict (team_id, day) do update set sessions = d.sessions + excluded.sessions,
        finished = d.finished + excluded.finished, successful = d.successful + excluded.successful,
        energy_wh = d.energy_wh + excluded.energy_wh, charged_paise = d.charged_paise + excluded.charged_paise,
        revenue_paise = d.revenue_paise + excluded.revenue_paise, card_paise = d.card_paise + excluded.card_paise,
        wallet_paise = d.wallet_paise + excluded.wallet_paise, rfid_paise = d.rfid_paise + excluded.rfid_paise)
    insert into usage_team select team_id, min(company_id), sum(sessions), sum(charged_paise) from gone group by 1 order by 1
    on conflict (team_id) do update set sessions = usage_team.sessions + excluded.sessions,
      charged_paise = usage_team.charged_paise + excluded.charged_paise;
  end if;
end $$;

create or replace function usage_team_inserted() returns trigger language plpgsql as $$
begin
  insert into usage_team_change (team_id, company_id, day, sessions, finished, successful, energy_wh, charged_paise,
    revenue_paise, card_paise, wallet_paise, rfid_paise)
  select f.team_id, f.company_id, d.day, sum(f.sessions), sum(f.finished), sum(f.successful), sum(f.energy_wh),
    sum(f.charged_paise), sum(f.revenue_paise), sum(f.card_paise), sum(f.wallet_paise), sum(f.rfid_paise)
  from fresh f join (select hour, figures_day(hour) as day from fresh group by 1) d on d.hour = f.hour group by 1, 2, 3;
  return null;
end $$;
create or replace function usage_team_updated() returns trigger language plpgsql as $$
begin
  insert into usage_team_change (team_id, company_id, day, sessions, finished, successful, energy_wh, charged_paise,
    revenue_paise, card_paise, wallet_paise, rfid_paise)
  select x.team_id, x.company_id, d.day, sum(n * x.sessions), sum(n * x.finished), sum(n * x.successful),
    sum(n * x.energy_wh), sum(n * x.charged_paise), sum(n * x.revenue_paise), sum(n * x.card_paise),
    sum(n * x.wallet_paise), sum(n * x.rfid_paise)
  from (select 1 as n, * from fresh union all select -1, * from stale) x
  join (select hour, figures_day(hour) as day from fresh group by 1) d on d.hour = x.hour group by 1, 2, 3;
  return null;
end $$;

create or replace function rebuild_figures(zone text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7001004);
  lock table usage_hour in exclusive mode;
  delete from usage_team;
  delete from usage_day;
  delete from usage_team_change;
  delete from usage_stale;
  delete from usage_hour;
  -- Before the hours are written: their triggers ask for the zone.
  insert into setting (key, value) values ('figures', jsonb_build_object('zone', zone))
    on conflict (key) do update set value = excluded.value;
  insert into usage_hour (company_id, team_id, hour, sessions, finished, successful, energy_wh, charged_paise, revenue_paise,
    card_paise, wallet_paise, rfid_paise)
  select * from figures_of_facts(zone);
end $$;

insert into usage_day
select team_id, figures_day(hour), min(company_id), sum(sessions), sum(finished), sum(successful), sum(energy_wh),
  sum(charged_paise), sum(revenue_paise), sum(card_paise), sum(wallet_paise), sum(rfid_paise)
from usage_hour group by 1, 2;
