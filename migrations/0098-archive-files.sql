-- Old data in Parquet files of an object store (docs/decisions/0055-old-data-in-parquet.md): what a file holds is no longer
-- in its table. A file is named here in the transaction that removes its rows from the table.
create table archive_file (
  archive_file_id integer generated always as identity primary key,
  -- The table that the rows come from.
  kind text not null check (kind in ('meter_value', 'ocpp_frame')),
  -- Null where the rows belong to no company.
  company_id integer,
  month date not null,
  -- Where the file lies: empty for the installation's own store, else a bucket or folder as given by --to.
  place text not null,
  name text not null,
  bytes bigint not null,
  sha256 text not null,
  -- Where the description of the file begins, which readers fetch first.
  footer_at bigint not null,
  footer_sum text not null,
  n integer not null,
  -- The blocks of the table that the rows came from.
  blocks integer not null,
  archived_at timestamptz not null default now(),
  unique (place, name)
);

-- The rows of a key that stand together in a group of a file, which is read whole. Of meter values the key is the session, of
-- frames the charge point.
create table archive_run (
  archive_file_id integer not null references archive_file on delete cascade,
  kind text not null,
  row_group integer not null,
  -- Its bytes in the file, and their sum, which is compared before anything is read in them.
  from_byte bigint not null,
  to_byte bigint not null,
  sum text not null,
  -- Null for meter values that belong to no session.
  first_key integer,
  last_key integer,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- The number of rows, and of the entries that readers count: a row of frames holds up to two.
  n integer not null,
  entries integer not null
);
create index archive_run_file on archive_run (archive_file_id);
create index archive_run_session on archive_run using gist (int4range(first_key, last_key, '[]')) 
  where kind = 'meter_value' and first_key is not null;
create index archive_run_charger on archive_run (first_key, first_at) include (last_at, n, entries) where kind = 'ocpp_frame';
