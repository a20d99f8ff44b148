-- What a charger earned of late while it was up, by which the loss of one that is down is estimated (S-ATTENTION). Worked out
-- anew once a day by the upkeep, from sessions and uptime; without a line there is no estimate.
create table charger_pace (
  chargepoint_pk integer primary key references charger on delete cascade,
  -- The team that the charger stood in then, and whose sessions alone were counted.
  team_id integer not null,
  since timestamptz not null,
  until timestamptz not null,
  up_ms bigint not null,
  -- Of the sessions that began in that time, have ended and count.
  revenue_paise bigint not null,
  worked_out_at timestamptz not null
);
