#!/bin/sh
# Run once, in a new database: lets the replica follow (docker/compose.yaml). May be run again in one that is there already.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$REPLICATION_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
select not exists (select from pg_roles where rolname = 'replicator') as is_new \gset
\if :is_new
create role replicator login replication;
\endif
alter role replicator password :'password';
SQL
line='host replication replicator samenet scram-sha-256'
grep -qxF "$line" "$PGDATA/pg_hba.conf" || echo "$line" >> "$PGDATA/pg_hba.conf"
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" -c 'select pg_reload_conf()'
