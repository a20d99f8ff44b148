#!/bin/sh
# The replica (docker/compose.yaml): copies the primary where there is no copy yet, and follows it from then on. A copy that
# broke off is begun anew. A replica that was away for longer than the primary keeps its log is copied anew once its volume
# is removed.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$(dirname "$PGDATA")"
  rm -rf "$PGDATA" "$PGDATA.copy"
  if [ "$(id -u)" = 0 ]; then
    chown postgres:postgres "$(dirname "$PGDATA")"
    as='gosu postgres'
  else
    as=''
  fi
  # The password stays out of the command line, and stands in the copy's settings for following (-R).
  PGPASSWORD="$REPLICATION_PASSWORD" $as pg_basebackup -h "$PRIMARY" -U replicator -D "$PGDATA.copy" -X stream -c fast -R
  mv "$PGDATA.copy" "$PGDATA"
fi
exec docker-entrypoint.sh "$@"
