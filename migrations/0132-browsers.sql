-- The browsers in which people are signed in (MFA-03). A token names its browser and ends with it.
create table browser (
  browser_id integer primary key generated always as identity,
  user_id integer not null references app_user on delete cascade,
  -- SHA-256 of the secret by which the browser is known again.
  secret_hash bytea not null,
  -- Browser and system as they name themselves.
  agent text not null,
  -- The network that it signed in from, by which tries of passwords are counted too.
  network text not null,
  signed_in_at timestamptz not null,
  signed_in_from text not null,
  used_at timestamptz not null,
  used_from text not null,
  ended_at timestamptz,
  -- How: the person signed out there, ended it from elsewhere, or has a new password.
  ended_by text check (ended_by in ('signed out', 'ended', 'password'))
);
create index browser_of_user on browser (user_id, browser_id desc);
create index browser_by_time on browser (signed_in_at);
-- A browser that was ended is signed in anew as another: tokens of before stay ended.
create unique index browser_known on browser (user_id, secret_hash) where ended_at is null;
