-- What stations of OCPP 2.0.1 tell in parts after they have accepted an operation, by the task that asked for it.
create table task_part (
  task_id text not null,
  chargepoint_pk integer not null references charger on delete cascade,
  -- The station's number of the part, from 0; where its message has none, in the order in which the parts came.
  seq_no integer not null,
  is_last boolean not null,
  -- A list of what the part tells, or a text; null: there was no room for it, or it was removed.
  content jsonb,
  bytes integer not null,
  told_at timestamptz not null,
  -- When a person or its time removed the content.
  removed_at timestamptz,
  primary key (task_id, seq_no)
);
create index task_part_charger on task_part (chargepoint_pk);
create index task_part_by_time on task_part (told_at);
