-- The nodes of the installation. Each running node renews seen_at every second, by the clock of the database; another node
-- declares it lost when it has not done so for some seconds.
create table node (
  name text primary key,
  -- Another one for each run of a node, and for each return of a node that was declared lost.
  boot_id text not null,
  roles text[] not null,
  -- The newest migration that the node brings along.
  version text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- When the node was told to stop.
  stopping_at timestamptz,
  -- When the node ended, or was declared lost. The row is kept for a day.
  ended_at timestamptz
) with (fillfactor = 50);
