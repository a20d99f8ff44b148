-- What charge points tell of firmware updates and uploads, state by state (S-PROGRESS, O-63, O-64, O-81). A state that no
-- operation asked for has no task.
create table transfer_state (
  id bigint generated always as identity primary key,
  chargepoint_pk integer not null references charger on delete cascade,
  -- The message that told: FirmwareStatusNotification and its three kin.
  action text not null,
  status text not null,
  request_id integer,
  task_id text,
  at timestamptz not null
);
create index transfer_state_charger on transfer_state (chargepoint_pk, id desc);
create index transfer_state_task on transfer_state (task_id, id) where task_id is not null;
create index transfer_state_age on transfer_state (at);
