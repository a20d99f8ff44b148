-- Chargers that knocked with an id nobody made, and were turned away (D-OCPP-1): what they showed before there was any
-- message of theirs. One row an id; those not heard of for a month go.
create table knock (
  chargepoint_id text primary key check (length(chargepoint_id) between 1 and 60),
  first_at timestamptz not null,
  last_at timestamptz not null,
  refused bigint not null,
  address text not null,
  -- What it offers to speak, and what it calls its own software.
  protocols text,
  user_agent text,
  is_encrypted boolean not null,
  -- Whether it brought a name and a key.
  has_credentials boolean not null
);
create index knock_last on knock (last_at);
