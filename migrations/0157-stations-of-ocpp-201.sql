-- The pair by which a station of OCPP 2.0.1 names a connector; null where the charger has not spoken 2.0.1.
alter table connector add column evse_id integer, add column evse_connector_id integer;
create unique index connector_by_evse on connector (chargepoint_pk, evse_id, evse_connector_id) where evse_id is not null;

-- The transactions of stations of OCPP 2.0.1 by the station's own name, which is unique at that station alone.
create table station_transaction (
  chargepoint_pk integer not null references charger,
  station_transaction_id text not null check (char_length(station_transaction_id) <= 36),
  -- The session; null until somebody was authorised.
  transaction_id integer,
  connector_id integer,
  -- The station's own time of its first event, whichever came first.
  first_at timestamptz not null,
  -- The first energy register of the transaction in Wh, as told; null until there was one.
  register_wh numeric,
  -- Energy has not flowed yet: the start of the session follows the first flow.
  is_start_open boolean not null default true,
  -- The sequence numbers of the events that are stored; those that came with readings, once the session has ended.
  seen int8multirange not null default '{}',
  -- The event that ended the transaction, while the end waits: for events that are missing, or for who was authorised.
  ended jsonb,
  primary key (chargepoint_pk, station_transaction_id)
);
-- While the session runs: the numbers of its events, written with the readings of each event.
alter table transaction_live add column seq_nos int8multirange;
create index station_transaction_of_session on station_transaction (transaction_id) where transaction_id is not null;
create index station_transaction_ended on station_transaction (chargepoint_pk) where ended is not null;
