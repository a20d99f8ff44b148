-- The history of connections tells with which code a socket closed, and which handshakes of known chargers were refused:
-- one row an hour for each reason, with how often and when last.
alter table connection_history
  add column close_code integer,
  add column times integer not null default 1,
  add column last_at timestamptz;
