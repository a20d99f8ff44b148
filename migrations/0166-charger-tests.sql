-- Tests of chargers at an address of their own: they touch nothing of the network, and go after a day.
create table charger_test (
  charger_test_id integer generated always as identity primary key,
  company_id integer not null,
  team_id integer not null references team on delete cascade,
  -- What is tested, in the words of the person.
  name text not null,
  -- The end of the address: 128 random bits.
  token text not null unique,
  -- 0: without a password, 1: with one, which is known by its hash alone.
  security_profile smallint not null check (security_profile in (0, 1)),
  key_hash text,
  -- The address that was offered begins with wss.
  is_encrypted boolean not null,
  created_by text not null,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  -- The number of the newest connection: an older socket closes.
  connection_no integer not null default 0,
  -- What the journal holds.
  line_count integer not null default 0,
  character_count integer not null default 0
);
create index charger_test_of_company on charger_test (company_id, created_at);

create table charger_test_line (
  charger_test_id integer not null references charger_test on delete cascade,
  charger_test_line_id bigint generated always as identity,
  at timestamptz not null,
  -- in, out: frames. ask: a person asks. note: what happened, as JSON.
  kind text not null check (kind in ('in', 'out', 'ask', 'note')),
  message text not null,
  primary key (charger_test_id, charger_test_line_id)
);
