-- concurrently
-- A transaction of OCPP 2.0.1 is told apart by the name that its station gives it, never by what its start tells: two cars may
-- begin at one register and one second of a clock that stands.
alter table transaction add column if not exists has_station_name boolean not null default false;
drop index concurrently if exists transaction_same_start;
create unique index concurrently transaction_same_start on transaction (chargepoint_pk, connector_id, lower(id_tag),
  coalesce(start_told_at, started_at), meter_start_wh) where not has_station_name;
drop index concurrently if exists transaction_same;

-- What the events of a transaction told (TransactionStep), without those that told nothing but another reading. Until the session
-- begins, their readings and who was authorised too.
alter table station_transaction add column if not exists steps jsonb;
