-- Certain times beside the charger's own, statuses in the charger's order, and figures by the business hour (D-OCPP-6,
-- D-TXN-11, D-GEN-5).

-- What the charger told is kept beside what is certain, where they differ; everything that follows a time follows the
-- certain one.
alter table transaction
  add column start_told_at timestamptz,
  add column start_time_from text not null default 'charger' check (start_time_from in ('charger', 'clock', 'receipt')),
  add column stop_told_at timestamptz,
  add column stop_time_from text
    check (stop_time_from in ('charger', 'clock', 'receipt', 'samples', 'reading', 'person')),
  -- By how much the charger's clock was ahead, where its times are corrected.
  add column clock_offset_sec integer,
  -- The last plausible value of the energy register before the stop, in Wh. A stop below it is billed as told, and marked by it.
  add column reading_wh bigint,
  -- Decided without a bill: in no figure of energy or revenue.
  add column is_dismissed boolean not null default false;

update transaction set stop_time_from = case when stop_reason is null then 'reading' else 'charger' end
where stopped_at is not null;

-- Of what is not billed yet an impossible time is replaced, and the price follows. What is billed stays as it was billed.
update transaction t set start_told_at = t.started_at, started_at = t.start_received_at, start_time_from = 'receipt',
  price_version_id = (select v.price_version_id from price_group_version v
    where v.price_group_id = (select o.price_group_id from price_group_version o where o.price_version_id = t.price_version_id)
    order by v.valid_from <= t.start_received_at desc,
      case when v.valid_from <= t.start_received_at then v.valid_from end desc, v.valid_from limit 1)
where (t.stopped_at is null or t.in_review)
  and (t.started_at < '2020-01-01Z' or t.started_at > t.start_received_at + interval '10 minutes');
update transaction set stop_told_at = stopped_at, stopped_at = greatest(stop_received_at, started_at), stop_time_from = 'receipt'
where in_review and stop_reason is not null
  and (stopped_at < '2020-01-01Z' or stopped_at > stop_received_at + interval '10 minutes' or stopped_at < started_at);
update transaction t set is_dismissed = true from session_review r
where r.transaction_id = t.transaction_id and r.decision->>'action' = 'dismiss';

-- A resent start meets its first one by what the charger told (D-OCPP-6).
drop index transaction_same;
create unique index transaction_same on transaction (chargepoint_pk, connector_id, lower(id_tag),
  coalesce(start_told_at, started_at), meter_start_wh);

-- The clock of the charger as it stood when a stop came that nobody knew.
alter table session_review add column clock_offset_sec integer;

-- Null where the charger told no time, or its own is `at`.
alter table connector_status_history add column told_at timestamptz;

-- Meter values of no session, sent again, are found by this one; those of a session by its own index.
create index meter_value_of_none on meter_value (chargepoint_pk, connector_id, at) where transaction_id is null;

-- Figures: no sum of sessions can be too large for its column.
alter table usage_hour alter column energy_wh type numeric, alter column charged_paise type numeric,
  alter column revenue_paise type numeric, alter column card_paise type numeric, alter column wallet_paise type numeric,
  alter column rfid_paise type numeric;
alter table usage_team alter column charged_paise type numeric;
alter table usage_team_change alter column charged_paise type numeric;

-- Hours whose figures could not be written with their session; the upkeep works them out anew.
create table usage_stale (
  team_id integer not null,
  hour timestamptz not null,
  company_id integer not null,
  primary key (team_id, hour)
);
-- The business time zone by which the hours are cut (WATTDESK_TIME_ZONE); a start with another one cuts them anew.
insert into setting (key, value) values ('figures', '{"zone": "Asia/Kolkata"}');

-- The hour of an instant in a zone, as the instant at which it begins: a day of that zone is a whole number of them.
create function hour_in(at timestamptz, zone text) returns timestamptz language sql stable
  as $$ select date_trunc('hour', at, zone) $$;

-- What a session adds to the figures of the hour it began in. One that waits for a person, or was let go, has no energy
-- and no revenue.
create function session_figures(stopped_at timestamptz, stop_reason text, in_review boolean, is_dismissed boolean,
  energy_wh bigint, charged_paise bigint, payment_type text)
returns table (sessions integer, finished integer, successful integer, wh numeric, paise numeric, revenue numeric,
  card numeric, wallet numeric, rfid numeric) language sql immutable as $$
  select 1, (stopped_at is not null and not (in_review and stop_reason is null))::int,
    (c.counts and energy_wh > 0 and charged_paise > 0)::int, case when c.counts then energy_wh else 0 end::numeric,
    p.paise, greatest(p.paise, 0), case when payment_type in ('CARD', 'UPI') then p.paise else 0 end,
    case when payment_type = 'WALLET' then p.paise else 0 end,
    case when payment_type in ('RFID', 'PREPAID') then p.paise else 0 end
  from (select stopped_at is not null and not in_review and not is_dismissed as counts) c
  cross join lateral (select case when c.counts then charged_paise else 0 end::numeric as paise) p
$$;

-- Adds what changed to the hours' figures, in one order, so that two statements never wait for each other. A figure that
-- cannot be written holds no session up: its hour is worked out anew by the upkeep.
create function session_figures_kept() returns trigger language plpgsql as $$
declare
  zone text;
begin
  -- Before the zone is read: who cuts the hours anew by another one holds this lock.
  lock table usage_hour in row exclusive mode;
  select value->>'zone' into zone from setting where key = 'figures';
  begin
    if tg_op = 'INSERT' then
      insert into usage_hour as h (company_id, team_id, hour, sessions, finished, successful, energy_wh, charged_paise,
        revenue_paise, card_paise, wallet_paise, rfid_paise)
      select t.company_id, t.team_id, hour_in(t.started_at, zone), sum(f.sessions), sum(f.finished), sum(f.successful),
        sum(f.wh), sum(f.paise), sum(f.revenue), sum(f.card), sum(f.wallet), sum(f.rfid)
      from fresh t cross join lateral session_figures(t.stopped_at, t.stop_reason, t.in_review, t.is_dismissed,
        t.energy_wh, t.charged_paise, t.payment_type) f
      group by 1, 2, 3 order by 2, 3
      on conflict (team_id, hour) do update set sessions = h.sessions + excluded.sessions,
        finished = h.finished + excluded.finished, successful = h.successful + excluded.successful,
        energy_wh = h.energy_wh + excluded.energy_wh, charged_paise = h.charged_paise + excluded.charged_paise,
        revenue_paise = h.revenue_paise + excluded.revenue_paise, card_paise = h.card_paise + excluded.card_paise,
        wallet_paise = h.wallet_paise + excluded.wallet_paise, rfid_paise = h.rfid_paise + excluded.rfid_paise;
    else
      insert into usage_hour as h (company_id, team_id, hour, sessions, finished, successful, energy_wh, charged_paise,
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
        or sum(n * f.paise) <> 0
      order by 2, 3
      on conflict (team_id, hour) do update set sessions = h.sessions + excluded.sessions,
        finished = h.finished + excluded.finished, successful = h.successful + excluded.successful,
        energy_wh = h.energy_wh + excluded.energy_wh, charged_paise = h.charged_paise + excluded.charged_paise,
        revenue_paise = h.revenue_paise + excluded.revenue_paise, card_paise = h.card_paise + excluded.card_paise,
        wallet_paise = h.wallet_paise + excluded.wallet_paise, rfid_paise = h.rfid_paise + excluded.rfid_paise;
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
create trigger session_figures_begun after insert on transaction referencing new table as fresh
  for each statement execute function session_figures_kept();
create trigger session_figures_changed after update on transaction referencing old table as stale new table as fresh
  for each statement execute function session_figures_kept();

-- The figures of every team and hour, from the facts.
create function figures_of_facts(zone text, of_team integer default null, since timestamptz default '-infinity',
  until timestamptz default 'infinity')
returns table (company_id integer, team_id integer, hour timestamptz, sessions bigint, finished bigint, successful bigint,
  energy_wh numeric, charged_paise numeric, revenue_paise numeric, card_paise numeric, wallet_paise numeric,
  rfid_paise numeric) language sql stable as $$
  select t.company_id, t.team_id, hour_in(t.started_at, zone), sum(f.sessions), sum(f.finished), sum(f.successful),
    sum(f.wh), sum(f.paise), sum(f.revenue), sum(f.card), sum(f.wallet), sum(f.rfid)
  from transaction t cross join lateral session_figures(t.stopped_at, t.stop_reason, t.in_review, t.is_dismissed,
    t.energy_wh, t.charged_paise, t.payment_type) f
  where (of_team is null or t.team_id = of_team) and t.started_at >= since and t.started_at < until
  group by 1, 2, 3
$$;

-- All figures from the facts, by the hours of a zone. Waits for whoever writes figures, and holds them up meanwhile.
create function rebuild_figures(zone text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7001004);
  lock table usage_hour in exclusive mode;
  delete from usage_team;
  delete from usage_team_change;
  delete from usage_stale;
  delete from usage_hour;
  insert into usage_hour (company_id, team_id, hour, sessions, finished, successful, energy_wh, charged_paise, revenue_paise,
    card_paise, wallet_paise, rfid_paise)
  select * from figures_of_facts(zone);
  insert into setting (key, value) values ('figures', jsonb_build_object('zone', zone))
    on conflict (key) do update set value = excluded.value;
end $$;

-- The hours whose figures could not be written, from the facts. What begins or ends meanwhile waits for the hour's row.
create function renew_stale_figures() returns integer language plpgsql as $$
declare
  s usage_stale;
  zone text;
  n integer := 0;
begin
  lock table usage_hour in row exclusive mode;
  select value->>'zone' into zone from setting where key = 'figures';
  for s in select * from usage_stale order by team_id, hour for update skip locked loop
    insert into usage_hour (company_id, team_id, hour) values (s.company_id, s.team_id, s.hour) on conflict do nothing;
    perform from usage_hour where team_id = s.team_id and hour = s.hour for update;
    update usage_hour h set sessions = coalesce(f.sessions, 0), finished = coalesce(f.finished, 0),
      successful = coalesce(f.successful, 0), energy_wh = coalesce(f.energy_wh, 0),
      charged_paise = coalesce(f.charged_paise, 0), revenue_paise = coalesce(f.revenue_paise, 0),
      card_paise = coalesce(f.card_paise, 0), wallet_paise = coalesce(f.wallet_paise, 0),
      rfid_paise = coalesce(f.rfid_paise, 0)
    from (select 1) one left join figures_of_facts(zone, s.team_id, s.hour, s.hour + interval '1 hour') f on true
    where h.team_id = s.team_id and h.hour = s.hour;
    delete from usage_stale where team_id = s.team_id and hour = s.hour;
    n := n + 1;
  end loop;
  return n;
end $$;
select rebuild_figures('Asia/Kolkata');
