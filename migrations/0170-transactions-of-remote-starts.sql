-- concurrently
-- The session of a remote start is looked for by the station and the number of its task (0164).
drop index concurrently if exists station_transaction_of_start;
create index concurrently station_transaction_of_start on station_transaction (chargepoint_pk, remote_start_id)
  where remote_start_id is not null;
