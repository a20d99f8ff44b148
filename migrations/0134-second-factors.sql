-- What people prove themselves by beside the password (MFA-01): apps that make codes, and passkeys.
create table second_factor (
  factor_id integer generated always as identity primary key,
  user_id integer not null references app_user on delete cascade,
  kind text not null check (kind in ('app', 'passkey')),
  name text not null check (length(name) between 1 and 60),
  made_at timestamptz not null,
  used_at timestamptz,
  -- An app: its secret, sealed, and the last step of 30 seconds whose code was taken (RFC 6238, 5.2: a code counts once).
  sealed_secret bytea,
  last_step bigint,
  -- A passkey: the host that it is for, its number and key, its counter, and how browsers reach it.
  rp_id text,
  credential_id text unique,
  public_key bytea,
  counter bigint,
  transports text[],
  check (case kind
    when 'app' then sealed_secret is not null and num_nulls(rp_id, credential_id, public_key, counter, transports) = 5
    else sealed_secret is null and num_nulls(rp_id, credential_id, public_key, counter, transports) = 0 end)
);
create unique index second_factor_name on second_factor (user_id, lower(name));

-- Ten at a time; of a code a keyed hash. A used one stays, so that people see how many are left of how many.
create table recovery_code (
  user_id integer not null references app_user on delete cascade,
  code_hash text not null,
  made_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- What waits for a code or a passkey for some minutes: a sign-in whose password was right, a passkey that is being made, a proof.
create table sign_in_step (
  ticket_hash bytea primary key,
  purpose text not null check (purpose in ('second factor', 'set up', 'passkey', 'new app', 'new passkey', 'proof')),
  -- Nobody yet for a sign-in by passkey alone.
  user_id integer references app_user on delete cascade,
  -- The version of the user's sessions when the step began: a new password ends the step.
  ver integer,
  begun_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Codes that were looked at and not right.
  wrong_tries smallint not null default 0,
  -- The challenge for a passkey, and the host and address that it is for.
  challenge text,
  rp_id text,
  origin text,
  -- The secret of an app that is being set up.
  sealed_secret bytea,
  check ((user_id is null) = (purpose = 'passkey') and (user_id is null) = (ver is null))
);
create index sign_in_step_user on sign_in_step (user_id, begun_at);
create index sign_in_step_expiry on sign_in_step (expires_at);

-- Who holds the role needs a second factor, from some days after this time on.
alter table role
  add column needs_second_factor boolean not null default false,
  add column second_factor_since timestamptz,
  add constraint role_second_factor check (not needs_second_factor or second_factor_since is not null);
