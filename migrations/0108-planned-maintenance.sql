-- Planned maintenance: windows in which chargers are out of service because people planned it, the chargers of each, and what
-- each charger was told at both ends.
create table maintenance_window (
  maintenance_id integer primary key generated always as identity,
  company_id integer not null references team on delete cascade,
  team_id integer not null references team on delete cascade,
  reason text not null,
  -- What drivers read who cannot charge; null: the usual words.
  driver_text text,
  starts_at timestamptz not null,
  -- The planned end; once the maintenance has ended, the real one.
  ends_at timestamptz not null check (ends_at > starts_at),
  sets_inoperative boolean not null,
  state text not null default 'Planned' check (state in ('Planned', 'Running', 'Ended', 'Cancelled')),
  -- What was chosen; the chargers that this meant are in maintenance_charger.
  charger_pks integer[],
  zone_ids integer[],
  -- A view of the list of charge points, with the name that it had when it was chosen.
  view_id integer,
  view_name text,
  created_by integer,
  created_at timestamptz not null,
  -- A person has ended or cancelled it; null: it ended by its time.
  ended_by integer,
  ended_at timestamptz
);
create index maintenance_window_of_company on maintenance_window (company_id, starts_at);
create index maintenance_window_of_team on maintenance_window (team_id, starts_at);
create index maintenance_window_due on maintenance_window (starts_at) where state in ('Planned', 'Running');

create table maintenance_charger (
  maintenance_id integer not null references maintenance_window on delete cascade,
  chargepoint_pk integer not null references charger on delete cascade,
  company_id integer not null references team on delete cascade,
  -- The time that counts as planned for this charger; empty where it took no part.
  planned_from timestamptz not null,
  planned_to timestamptz not null check (planned_to >= planned_from),
  -- When the product began and ended it at this charger.
  begun_at timestamptz,
  finished_at timestamptz,
  -- Why the charger takes no part any more.
  left_why text,
  -- A past time was changed: uptime from then on is to be added up anew.
  recount_from timestamptz,
  primary key (maintenance_id, chargepoint_pk)
);
create index maintenance_charger_time on maintenance_charger (chargepoint_pk, planned_to);
create index maintenance_charger_ends on maintenance_charger (planned_to);
create index maintenance_charger_open on maintenance_charger (planned_from) where finished_at is null;
create index maintenance_charger_recount on maintenance_charger (chargepoint_pk) where recount_from is not null;

create table maintenance_step (
  step_id integer primary key generated always as identity,
  maintenance_id integer not null,
  chargepoint_pk integer not null,
  -- 'out' and 'back': ChangeAvailability of the connector; 'reservation': CancelReservation of the number.
  what text not null check (what in ('out', 'back', 'reservation')),
  number integer not null,
  -- 'left': a person had it so, or wants it so; 'skipped': nothing is to be told any more.
  state text not null check (state in ('pending', 'sent', 'accepted', 'scheduled', 'rejected', 'left', 'skipped')),
  tries integer not null default 0,
  next_at timestamptz,
  task_id text,
  told_at timestamptz,
  -- The charger's own word, or why nothing is told.
  note text,
  foreign key (maintenance_id, chargepoint_pk) references maintenance_charger on delete cascade,
  unique (maintenance_id, chargepoint_pk, what, number)
);
create index maintenance_step_due on maintenance_step (next_at) where state in ('pending', 'sent');
create index maintenance_step_of_charger on maintenance_step (chargepoint_pk);
