-- Moving a network in by files: each file with its course, what became of its rows, and saved matchings of columns.
create table network_import (
  network_import_id integer primary key generated always as identity,
  company_id integer not null references team on delete cascade,
  -- The team whose records the rows become.
  team_id integer not null references team on delete cascade,
  user_id integer not null references app_user on delete cascade,
  username text not null,
  ip text,
  kind text not null,
  file_name text not null,
  -- Its name in the file store.
  stored_name text not null,
  bytes integer not null,
  format text not null check (format in ('csv', 'xlsx')),
  encoding text,
  delimiter text,
  headers text[] not null,
  -- The first rows, to be shown while columns are matched.
  preview jsonb not null,
  -- The place of each column in the file, by the name of the column; null until somebody has confirmed it.
  columns jsonb,
  state text not null,
  -- The rows that an import takes: all or none, or the good ones.
  mode text check (mode in ('all', 'good')),
  total integer not null,
  -- How many rows the step that runs has done; written with the rows themselves.
  place integer not null default 0,
  -- Why the import stopped.
  fault text,
  created_at timestamptz not null,
  checked_at timestamptz,
  -- When the rows were taken, and by whom they were taken back.
  ended_at timestamptz,
  taken_back_at timestamptz,
  taken_back_by text
);
create index network_import_of_team on network_import (company_id, team_id, created_at desc);

create table network_import_row (
  network_import_id integer not null references network_import on delete cascade,
  row_no integer not null,
  -- Where the row stands in the file.
  line integer not null,
  cells text[] not null,
  -- By what the record is known, as it is compared; null where the row has none.
  row_key text,
  outcome text not null check (outcome in ('new', 'changed', 'equal', 'refused')),
  -- Why the row is refused: [{field, value, reason}].
  reasons jsonb,
  -- Written with the record itself: what the import made or changed.
  record_id integer,
  -- Of a changed record: its body before and after, to be taken back.
  before jsonb,
  after jsonb,
  is_done boolean not null default false,
  primary key (network_import_id, row_no)
);
create index network_import_row_key on network_import_row (network_import_id, row_key);
create index network_import_row_outcome on network_import_row (network_import_id, outcome, row_no);

create table network_import_mapping (
  network_import_mapping_id integer primary key generated always as identity,
  company_id integer not null references team on delete cascade,
  kind text not null,
  name text not null,
  -- The header of each column, by the name of the column.
  columns jsonb not null,
  updated_at timestamptz not null
);
create unique index network_import_mapping_name on network_import_mapping (company_id, kind, lower(name));
