-- A session appends what it adds to the figures, and waits for nobody: sessions of one team that begin and end in the same
-- hour no longer queue for the row of that hour. The upkeep folds what was appended into hours, days and teams. Who reads
-- figures reads the views, which are right at any moment.
create table usage_change (
  team_id integer not null,
  company_id integer not null,
  hour timestamptz not null,
  sessions bigint not null,
  finished bigint not null,
  successful bigint not null,
  energy_wh numeric not null,
  charged_paise numeric not null,
  revenue_paise numeric not null,
  card_paise numeric not null,
  wallet_paise numeric not null,
  rfid_paise numeric not null
);

lock table usage_hour, usage_team_change in exclusive mode;
drop trigger usage_team_inserted on usage_hour;
drop trigger usage_team_updated on usage_hour;
-- What waits by the old rule, folded once more: days and teams.
insert into usage_day as d (team_id, day, company_id, sessions, finished, successful, energy_wh, charged_paise, revenue_paise,
  card_paise, wallet_paise, rfid_paise)
select team_id, day, min(company_id), sum(sessions), sum(finished), sum(successful), sum(energy_wh), sum(charged_paise),
  sum(revenue_paise), sum(card_paise), sum(wallet_paise), sum(rfid_paise)
from usage_team_change group by 1, 2
on conflict (team_id, day) do update set sessions = d.sessions + excluded.sessions,
  finished = d.finished + excluded.finished, successful = d.successful + excluded.successful,
  energy_wh = d.energy_wh + excluded.energy_wh, charged_paise = d.charged_paise + excluded.charged_paise,
  revenue_paise = d.revenue_paise + excluded.revenue_paise, card_paise = d.card_paise + excluded.card_paise,
  wallet_paise = d.wallet_paise + excluded.wallet_paise, rfid_paise = d.rfid_paise + excluded.rfid_paise;
insert into usage_team as u select team_id, min(company_id), sum(sessions), sum(charged_paise) from usage_team_change group by 1
on conflict (team_id) do update set sessions = u.sessions + excluded.sessions,
  charged_paise = u.charged_paise + excluded.charged_paise;
drop function usage_team_inserted();
drop function usage_team_updated();
drop function usage_team_fold();
drop table usage_team_change;

alter table usage_hour rename to usage_hour_kept;
alter table usage_day rename to usage_day_kept;
alter table usage_team rename to usage_team_kept;

create view usage_hour as
  select team_id, company_id, hour, sum(sessions)::bigint as sessions, sum(finished)::bigint as finished,
    sum(successful)::bigint as successful, sum(energy_wh) as energy_wh, sum(charged_paise) as charged_paise,
    sum(revenue_paise) as revenue_paise, sum(card_paise) as card_paise, sum(wallet_paise) as wallet_paise,
    sum(rfid_paise) as rfid_paise
  from (select team_id, company_id, hour, sessions::bigint as sessions, finished::bigint as finished,
      successful::bigint as successful, energy_wh, charged_paise, revenue_paise, card_paise, wallet_paise, rfid_paise
    from usage_hour_kept
    union all select team_id, company_id, hour, sessions, finished, successful, energy_wh, charged_paise, revenue_paise,
      card_paise, wallet_paise, rfid_paise from usage_change) x
  group by team_id, company_id, hour;
create view usage_day as
  select team_id, company_id, day, sum(sessions)::bigint as sessions, sum(finished)::bigint as finished,
    sum(successful)::bigint as successful, sum(energy_wh) as energy_wh, sum(charged_paise) as charged_paise,
    sum(revenue_paise) as revenue_paise, sum(card_paise) as card_paise, sum(wallet_paise) as wallet_paise,
    sum(rfid_paise) as rfid_paise
  from (select team_id, company_id, day, sessions, finished, successful, energy_wh, charged_paise, revenue_paise, card_paise,
      wallet_paise, rfid_paise from usage_day_kept
    union all select team_id, company_id, figures_day(hour), sessions, finished, successful, energy_wh, charged_paise,
      revenue_paise, card_paise, wallet_paise, rfid_paise from usage_change) x
  group by team_id, company_id, day;
create view usage_team as
  select team_id, company_id, sum(sessions)::bigint as sessions, sum(charged_paise) as charged_paise
  from (select team_id, company_id, sessions, charged_paise from usage_team_kept
    union all select team_id, company_id, sessions, charged_paise from usage_change) x
  group by team_id, company_id;

-- Folds what was appended; of several nodes one does so, the others go on.
create function usage_fold() returns void language plpgsql as $$
begin
  if pg_try_advisory_xact_lock(7001004) then
    with gone as (delete from usage_change returning *),
    hours as (insert into usage_hour_kept as h (team_id, hour, company_id, sessions, finished, successful, energy_wh,
        charged_paise, revenue_paise, card_paise, wallet_paise, rfid_paise)
      select team_id, hour, min(company_id), sum(sessions), sum(finished), sum(successful), sum(energy_wh),
        sum(charged_paise), sum(revenue_paise), sum(card_paise), sum(wallet_paise), sum(rfid_paise)
      from gone group by 1, 2 order by 1, 2
      on conflict (team_id, hour) do update set sessions = h.sessions + excluded.sessions,
        finished = h.finished + excluded.finished, successful = h.successful + excluded.successful,
        energy_wh = h.energy_wh + excluded.energy_wh, charged_paise = h.charged_paise + excluded.charged_paise,
        revenue_paise = h.revenue_paise + excluded.revenue_paise, card_paise = h.card_paise + excluded.card_paise,
        wallet_paise = h.wallet_paise + excluded.wallet_paise, rfid_paise = h.rfid_paise + excluded.rfid_paise),
    days as (insert into usage_day_kept as d (team_id, day, company_id, sessions, finished, successful, energy_wh,
        charged_paise, revenue_paise, card_paise, wallet_paise, rfid_paise)
      select team_id, figures_day(hour), min(company_id), sum(sessions), sum(finished), sum(successful), sum(energy_wh),
        sum(charged_paise), sum(revenue_paise), sum(card_paise), sum(wallet_paise), sum(rfid_paise)
      from gone group by 1, 2 order by 1, 2
      on conflict (team_id, day) do update set sessions = d.sessions + excluded.sessions,
        finished = d.finished + excluded.finished, successful = d.successful + excluded.successful,
        energy_wh = d.energy_wh + excluded.energy_wh, charged_paise = d.charged_paise + excluded.charged_paise,
        revenue_paise = d.revenue_paise + excluded.revenue_paise, card_paise = d.card_paise + excluded.card_paise,
        wallet_paise = d.wallet_paise + excluded.wallet_paise, rfid_paise = d.rfid_paise + excluded.rfid_paise)
    insert into usage_team_kept as t (team_id, company_id, sessions, charged_paise)
    select team_id, min(company_id), sum(sessions), sum(charged_paise) from gone group by 1 order by 1
    on conflict (team_id) do update set sessions = t.sessions + excluded.sessions,
      charged_paise = t.charged_paise + excluded.charged_paise;
  end if;
end $$;

-- What a statement on sessions adds to the figures. A figure that cannot be written holds no session up: its hour is
-- worked out anew by the upkeep.
create or replace function session_figures_kept() returns trigger language plpgsql as $$
declare
  zone text;
begin
  -- Before the zone is read: who cuts the hours anew by another one holds this lock.
  lock table usage_change in row exclusive mode;
  select value->>'zone' into zone from setting where key = 'figures';
  begin
    if tg_op = 'INSERT' then
      insert into usage_change (company_id, team_id, hour, sessions, finished, successful, energy_wh, charged_paise,
        revenue_paise, card_paise, wallet_paise, rfid_paise)
      select t.company_id, t.team_id, hour_in(t.started_at, zone), sum(f.sessions), sum(f.finished), sum(f.successful),
        sum(f.wh), sum(f.paise), sum(f.revenue), sum(f.card), sum(f.wallet), sum(f.rfid)
      from fresh t cross join lateral session_figures(t.stopped_at, t.stop_reason, t.in_review, t.is_dismissed,
        t.energy_wh, t.charged_paise, t.payment_type) f
      group by 1, 2, 3;
    else
      insert into usage_change (company_id, team_id, hour, sessions, finished, successful, energy_wh, charged_paise,
        revenue_paise, card_paise, wallet_paise, rfid_paise)
      select t.company_id, t.team_id, hour_in(t.started_at, zone), sum(n * f.sessions), sum(n * f.finished),
        sum(n * f.successful), sum(n * f.wh), sum(n * f.paise), sum(n * f.revenue), sum(n * f.card), sum(n * f.wallet),
        sum(n * f.rfid)
      from (select 1 as n, company_id, team_id, started_at, stopped_at, stop_reason, in_review, is_dismissed, energy_wh,
          charged_paise, payment_type from fresh
        union all select -1, company_id, team_id, started_at, stopped_at, stop_reason, in_review, is_dismissed, energy_wh,
          charged_paise, payment_type from stale) t
      cross join lateral session_figures(t.stopped_at, t.stop_reason, t.in_review, t.is_dismissed, t.energy_wh,
        t.charged_paise, t.payment_type) f
      group by 1, 2, 3
      having sum(n * f.sessions) <> 0 or sum(n * f.finished) <> 0 or sum(n * f.successful) <> 0 or sum(n * f.wh) <> 0
        or sum(n * f.paise) <> 0;
    end if;
  exception when others then
    insert into usage_stale (company_id, team_id, hour)
      select distinct t.company_id, t.team_id, hour_in(t.started_at, zone) from fresh t order by 2, 3 on conflict do nothing;
    if tg_op = 'UPDATE' then
      insert into usage_stale (company_id, team_id, hour)
        select distinct t.company_id, t.team_id, hour_in(t.started_at, zone) from stale t order by 2, 3 on conflict do nothing;
    end if;
  end;
  return null;
end $$;

create or replace function rebuild_figures(zone text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7001004);
  lock table usage_change in exclusive mode;
  delete from usage_change;
  delete from usage_stale;
  delete from usage_team_kept;
  delete from usage_day_kept;
  delete from usage_hour_kept;
  insert into setting (key, value) values ('figures', jsonb_build_object('zone', zone))
    on conflict (key) do update set value = excluded.value;
  insert into usage_hour_kept (company_id, team_id, hour, sessions, finished, successful, energy_wh, charged_paise,
    revenue_paise, card_paise, wallet_paise, rfid_paise)
  select * from figures_of_facts(zone);
  insert into usage_day_kept (team_id, day, company_id, sessions, finished, successful, energy_wh, charged_paise,
    revenue_paise, card_paise, wallet_paise, rfid_paise)
  select team_id, figures_day(hour), min(company_id), sum(sessions), sum(finished), sum(successful), sum(energy_wh),
    sum(charged_paise), sum(revenue_paise), sum(card_paise), sum(wallet_paise), sum(rfid_paise)
  from usage_hour_kept group by 1, 2;
  insert into usage_team_kept (team_id, company_id, sessions, charged_paise)
  select team_id, min(company_id), sum(sessions), sum(charged_paise) from usage_hour_kept group by 1;
end $$;

-- The hours whose figures could not be written: what they lack against the facts is appended. Nobody begins or ends a
-- session meanwhile.
create or replace function renew_stale_figures() returns integer language plpgsql as $$
declare
  s usage_stale;
  zone text;
  n integer := 0;
begin
  lock table usage_change in exclusive mode;
  select value->>'zone' into zone from setting where key = 'figures';
  for s in select * from usage_stale order by team_id, hour for update skip locked loop
    insert into usage_change (company_id, team_id, hour, sessions, finished, successful, energy_wh, charged_paise,
      revenue_paise, card_paise, wallet_paise, rfid_paise)
    select s.company_id, s.team_id, s.hour, sum(side * x.sessions), sum(side * x.finished), sum(side * x.successful),
      sum(side * x.energy_wh), sum(side * x.charged_paise), sum(side * x.revenue_paise), sum(side * x.card_paise),
      sum(side * x.wallet_paise), sum(side * x.rfid_paise)
    from (select 1 as side, f.* from figures_of_facts(zone, s.team_id, s.hour, s.hour + interval '1 hour') f
      union all select -1, u.company_id, u.team_id, u.hour, u.sessions, u.finished, u.successful, u.energy_wh,
        u.charged_paise, u.revenue_paise, u.card_paise, u.wallet_paise, u.rfid_paise
      from usage_hour u where u.team_id = s.team_id and u.hour = s.hour) x
    having count(*) > 0;
    delete from usage_stale where team_id = s.team_id and hour = s.hour;
    n := n + 1;
  end loop;
  return n;
end $$;
