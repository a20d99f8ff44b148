-- Files that charge points leave with us (S-FILES). Each is asked for by an operation and has an address of its own, which
-- takes one file while the request is open. Team and company are those of the charge point.
create table charger_file (
  file_id integer generated always as identity primary key,
  chargepoint_pk integer not null references charger on delete cascade,
  task_id text not null unique,
  kind text not null check (kind in ('diagnostics', 'security')),
  -- SHA-256 of the secret part of the address.
  token_hash text not null unique,
  asked_at timestamptz not null,
  open_until timestamptz not null,
  -- Of the file that came; null until then. The bytes are in the file store under stored_name.
  stored_name text,
  file_name text,
  bytes bigint,
  received_at timestamptz,
  -- Chosen for removal: nobody reads it any more.
  gone_at timestamptz,
  check ((received_at is null) = (stored_name is null) and (received_at is null) = (bytes is null))
);
create index charger_file_charger on charger_file (chargepoint_pk, asked_at desc);
create index charger_file_age on charger_file (asked_at);
