-- Lists of transactions that page in milliseconds over any number of them (docs/decisions/transaction-lists.md).
-- What is sorted or filtered by is indexed once a session has ended, so that a start writes no more than before.

-- Newest first, of the whole installation and of one company; of one team it is there already.
create index transaction_all_start on transaction (started_at desc, transaction_id desc);
create index transaction_company_start on transaction (company_id, started_at desc, transaction_id desc);

create index transaction_by_stop on transaction (team_id, stopped_at, transaction_id) where stopped_at is not null;
-- Not the bare id: a walk by the primary key, looking for one team's rows, must not look cheaper than this.
create index transaction_by_id on transaction (team_id, (transaction_id + 0)) where stopped_at is not null;
create index transaction_by_charger on transaction (team_id, chargepoint_id, transaction_id) where stopped_at is not null;
create index transaction_by_energy on transaction (team_id, energy_wh, transaction_id) where stopped_at is not null;
create index transaction_by_charged on transaction (team_id, charged_paise, transaction_id) where stopped_at is not null;
create index transaction_by_paid on transaction (team_id, paid_paise, transaction_id) where stopped_at is not null;
create index transaction_by_refund on transaction (team_id, refund_paise, transaction_id) where stopped_at is not null;

-- Few values, many rows: small, since equal keys are stored once.
create index transaction_by_connector on transaction (connector_id) where stopped_at is not null;
create index transaction_by_type on transaction ((case when payment_type = 'CARD' and (payment_description = 'QRv2 Payment'
  or payment_description ilike '%upi%') then 'UPI' else payment_type end)) where stopped_at is not null;
create index transaction_by_email on transaction (lower(email)) where email is not null;
create index transaction_by_phone on transaction (lower(phone)) where phone is not null;
create index transaction_by_payment on transaction (lower(payment_id)) where payment_id is not null;
-- What a partial index knows of its values is not asked: without these any e-mail would be thought to be one in 200.
create statistics transaction_emails on (lower(email)) from transaction;
create statistics transaction_phones on (lower(phone)) from transaction;
create statistics transaction_payments on (lower(payment_id)) from transaction;
create index transaction_by_payout on transaction (payout_id) where payout_id is not null;
create index transaction_by_driver on transaction (driver_id) where driver_id is not null;
create index transaction_with_notes on transaction (team_id) where notes is not null;
-- Stopped before it started, or after more than two days: a handful, named so that a day of stopping bounds the start.
-- The statistics tell the planner how few they are.
create index transaction_odd_length on transaction (team_id)
  where (case when stopped_at < started_at or stopped_at - started_at > interval '48 hours' then 1 end) = 1;
create statistics transaction_odd_lengths
  on (case when stopped_at < started_at or stopped_at - started_at > interval '48 hours' then 1 end), started_at from transaction;

-- For the search and every 'contains', each column's trigrams apart: digits of one say nothing of another's. Chargers,
-- tags and drivers bear few names in many sessions: those are kept once, below, and lead to the sessions.
create index transaction_words on transaction using gin ((transaction_id::text) gin_trgm_ops, payment_id gin_trgm_ops,
  notes gin_trgm_ops) where stopped_at is not null;
create index transaction_unknown_tag on transaction using gin (id_tag gin_trgm_ops)
  where stopped_at is not null and ocpp_tag_pk is null;

-- The names that chargers, tags and drivers bore in any session, each once, whatever they are called today; e-mail and
-- phone in small letters.
create table session_charger (
  company_id integer not null,
  team_id integer not null,
  chargepoint_pk integer not null,
  chargepoint_id text not null,
  chargepoint_name text not null,
  primary key (team_id, chargepoint_pk, chargepoint_id, chargepoint_name)
);
create table session_tag (ocpp_tag_pk integer not null, id_tag text not null, primary key (ocpp_tag_pk, id_tag));
create table session_email (email text primary key);
create table session_phone (phone text primary key);
create index session_charger_words on session_charger using gin (chargepoint_id gin_trgm_ops, chargepoint_name gin_trgm_ops);
create index session_tag_words on session_tag using gin (id_tag gin_trgm_ops);
create index session_email_words on session_email using gin (email gin_trgm_ops);
create index session_phone_words on session_phone using gin (phone gin_trgm_ops);

-- In one order, so that two batches never wait for each other.
create function session_names_kept() returns trigger language plpgsql as $$
begin
  insert into session_charger
    select distinct f.company_id, f.team_id, f.chargepoint_pk, f.chargepoint_id, f.chargepoint_name from fresh f
    where not exists (select from session_charger s where (s.team_id, s.chargepoint_pk, s.chargepoint_id, s.chargepoint_name)
      = (f.team_id, f.chargepoint_pk, f.chargepoint_id, f.chargepoint_name))
    order by 2, 3, 4, 5 on conflict do nothing;
  insert into session_tag
    select distinct f.ocpp_tag_pk, f.id_tag from fresh f where f.ocpp_tag_pk is not null
      and not exists (select from session_tag s where (s.ocpp_tag_pk, s.id_tag) = (f.ocpp_tag_pk, f.id_tag))
    order by 1, 2 on conflict do nothing;
  insert into session_email select distinct lower(f.email) from fresh f
    where f.email <> '' and not exists (select from session_email s where s.email = lower(f.email)) order by 1 on conflict do nothing;
  insert into session_phone select distinct lower(f.phone) from fresh f
    where f.phone <> '' and not exists (select from session_phone s where s.phone = lower(f.phone)) order by 1 on conflict do nothing;
  return null;
end $$;
create trigger session_names_kept after insert on transaction referencing new table as fresh
  for each statement execute function session_names_kept();

-- All sessions of a team in one row, so that an unfiltered total reads no year of hours. Changes of usage_hour are
-- appended, which waits for nobody and cannot deadlock, and folded in by the upkeep of whichever node gets the lock.
create table usage_team (
  team_id integer primary key,
  company_id integer not null,
  sessions bigint not null,
  charged_paise bigint not null
) with (fillfactor = 60);
create table usage_team_change (
  team_id integer not null,
  company_id integer not null,
  sessions bigint not null,
  charged_paise bigint not null
);
insert into usage_team select team_id, company_id, sum(sessions), sum(charged_paise) from usage_hour group by 1, 2;

create function usage_team_fold() returns void language plpgsql as $$
begin
  if pg_try_advisory_xact_lock(7001004) then
    with gone as (delete from usage_team_change returning *)
    insert into usage_team select team_id, min(company_id), sum(sessions), sum(charged_paise) from gone group by 1 order by 1
    on conflict (team_id) do update set sessions = usage_team.sessions + excluded.sessions,
      charged_paise = usage_team.charged_paise + excluded.charged_paise;
  end if;
end $$;

create function usage_team_inserted() returns trigger language plpgsql as $$
begin
  insert into usage_team_change select team_id, company_id, sum(sessions), sum(charged_paise) from fresh group by 1, 2;
  return null;
end $$;
create function usage_team_updated() returns trigger language plpgsql as $$
begin
  insert into usage_team_change select team_id, company_id, sum(sessions), sum(charged_paise) from (
    select team_id, company_id, sessions, charged_paise from fresh
    union all select team_id, company_id, -sessions, -charged_paise from stale) x group by 1, 2;
  return null;
end $$;
create trigger usage_team_inserted after insert on usage_hour referencing new table as fresh
  for each statement execute function usage_team_inserted();
create trigger usage_team_updated after update on usage_hour referencing old table as stale new table as fresh
  for each statement execute function usage_team_updated();
