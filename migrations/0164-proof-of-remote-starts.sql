-- The remote start that a station names as the cause of its transaction (remoteStartId, the number of the task), and the kind of
-- the token by which its session began.
alter table station_transaction add column remote_start_id integer, add column id_token_type text;

-- What the station told when a reservation ended without a session: its time was over, it could not keep it any longer, or it was
-- used and no transaction followed (2.1 alone).
alter table reservation add column ended_as text,
  add constraint reservation_ended_as_check check (ended_as in ('Expired', 'Removed', 'NoTransaction')) not valid;
