-- What stations of OCPP 2.0.1 watch of themselves, and the events of which they tell.
create table station_monitor (
  chargepoint_pk integer not null references charger on delete cascade,
  monitor_id integer not null,
  component text not null,
  component_instance text not null,
  evse_id integer not null,
  connector_id integer not null,
  variable text not null,
  variable_instance text not null,
  -- UpperThreshold, LowerThreshold, Delta, Periodic or PeriodicClockAligned.
  kind text not null,
  value double precision not null,
  -- 0 is danger, 9 is for debugging.
  severity smallint not null,
  during_transaction boolean not null,
  -- Set by us; else the station's own, or another system's.
  is_ours boolean not null default false,
  told_at timestamptz not null,
  primary key (chargepoint_pk, monitor_id)
);
create table station_monitoring (
  chargepoint_pk integer primary key references charger on delete cascade,
  -- When the usual monitors were set; null: not yet.
  set_at timestamptz,
  -- When the monitors were told last.
  told_at timestamptz
);

create table station_event (
  station_event_id bigint generated always as identity primary key,
  chargepoint_pk integer not null references charger on delete cascade,
  -- The station's number of the event.
  event_id integer not null,
  at timestamptz not null,
  -- By the station's own clock.
  told_at timestamptz not null,
  received_at timestamptz not null,
  trigger text not null,
  notification text not null,
  -- That of its monitor; null: nobody said.
  severity smallint,
  cause integer,
  component text not null,
  component_instance text not null,
  evse_id integer not null,
  connector_id integer not null,
  variable text not null,
  variable_instance text not null,
  -- null: a secret.
  actual_value text,
  tech_code text,
  tech_info text,
  station_transaction_id text,
  monitor_id integer,
  -- Tells that what an event before has told is over.
  is_over boolean not null,
  -- When it was over; null while it lasts.
  ended_at timestamptz,
  unique (chargepoint_pk, event_id, told_at)
);
create index station_event_by_time on station_event (chargepoint_pk, at);
create index station_event_received on station_event (received_at);
create index station_event_open on station_event (chargepoint_pk) where ended_at is null and not is_over;
