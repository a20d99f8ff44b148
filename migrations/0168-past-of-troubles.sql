-- What was wrong before and is over, so that a rule about it can be tried on the last days: of such causes only the present was
-- kept.

-- A stretch in which something was wrong with a charger.
create table charger_trouble (
  charger_trouble_id bigint generated always as identity primary key,
  chargepoint_pk integer not null references charger on delete cascade,
  -- silent: connected and sent nothing; overdrawn: drew more than its site lets it.
  kind text not null check (kind in ('silent', 'overdrawn')),
  from_at timestamptz not null,
  until_at timestamptz not null
);
create index charger_trouble_by_time on charger_trouble (chargepoint_pk, kind, from_at);
create index charger_trouble_ended on charger_trouble (until_at);

-- How many settings of a charger differ from what was set, from each moment at which that changed.
create table charger_differs (
  chargepoint_pk integer not null references charger on delete cascade,
  at timestamptz not null,
  differs smallint not null,
  primary key (chargepoint_pk, at)
);
create index charger_differs_by_time on charger_differs (at);
insert into charger_differs (chargepoint_pk, at, differs)
  select chargepoint_pk, coalesce(config_differs_since, now()), config_differs from charger_state where config_differs > 0;

-- The days (UTC) on which the value came.
alter table odd_value add column days datemultirange not null default '{}';
update odd_value set days = datemultirange(daterange((last_at at time zone 'UTC')::date, (last_at at time zone 'UTC')::date, '[]'));

-- The least room on the disk of a node in each hour.
create table node_disk_hour (
  name text not null,
  hour timestamptz not null,
  least_free_bytes bigint not null,
  primary key (name, hour)
);
create index node_disk_hour_by_time on node_disk_hour (hour);
