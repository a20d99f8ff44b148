-- Limits that somebody else sets at a station of OCPP 2.0.1 (NotifyChargingLimit): an energy manager, the grid, its maker.
create table outside_limit (
  chargepoint_pk integer not null references charger on delete cascade,
  -- 0: the station as a whole.
  evse_id integer not null,
  -- EMS, SO (grid), CSO (operator) or Other.
  source text not null,
  -- When this source began to limit, and when it was last told.
  since timestamptz not null,
  told_at timestamptz not null,
  -- Whether the grid depends on it; null: not told.
  is_grid_critical boolean,
  -- The limits over time; [] where the station told none.
  schedules jsonb not null,
  primary key (chargepoint_pk, evse_id, source)
);
