-- What chargers tell of their configuration, and what they were asked to set. Keys compare without regard to case
-- (OCPP 1.6 §9): key is the small letters of spelling. The values of secret keys are kept nowhere.
create table charger_config (
  chargepoint_pk integer not null references charger on delete cascade,
  key text not null check (length(key) between 1 and 50),
  spelling text not null,
  -- null: the charger told none, or a secret.
  value text,
  is_readonly boolean not null,
  read_at timestamptz not null,
  primary key (chargepoint_pk, key)
);

-- The last value that a charger was asked to take, and the last one that it refused: a refusal leaves the other as it was.
create table charger_config_wish (
  chargepoint_pk integer not null references charger on delete cascade,
  key text not null check (length(key) between 1 and 50),
  -- False for one that the charger refused.
  is_taken boolean not null,
  spelling text not null,
  -- null: a secret.
  value text,
  -- Accepted, RebootRequired, Rejected and so on, or Timeout where no answer tells.
  outcome text not null,
  -- null: set by the product itself.
  set_by integer,
  set_at timestamptz not null,
  ended_at timestamptz not null,
  primary key (chargepoint_pk, key, is_taken)
);

-- One row a charger: its last reading of all keys, and the last try by the product itself.
create table charger_config_read (
  chargepoint_pk integer primary key references charger on delete cascade,
  read_at timestamptz,
  -- The firmware that was running then.
  fw_version text,
  tried_at timestamptz,
  -- Why the last try told nothing; null where it did.
  error text
);

-- Keys whose value is not the one that was set, and since when the oldest of these was set.
alter table charger_state add column config_differs smallint not null default 0;
alter table charger_state add column config_differs_since timestamptz;
