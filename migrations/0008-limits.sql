-- Limits of the edge: tries of passwords and codes counted before they are judged, the networks a user signs in from, and
-- what uploads take up.

-- One row a try, made before the try is looked at, so that of any number at once each counts; a right one takes its row
-- away. `username` in small letters, whether it exists or not. `network`: an IPv4 address, or 64 bits of an IPv6 one.
drop table sign_in_failure;
drop table code_attempt;
create table sign_in_try (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('password', 'code', 'request')),
  username text not null,
  network text not null,
  at timestamptz not null
);
create index sign_in_try_username on sign_in_try (username, kind, at);
create index sign_in_try_network on sign_in_try (network, at);
create index sign_in_try_at on sign_in_try (at);

-- Networks a user has signed in from: guesses made elsewhere do not close them.
create table sign_in_door (
  user_id integer not null references app_user on delete cascade,
  network text not null,
  at timestamptz not null,
  primary key (user_id, network)
);
-- Wrong tries from such networks are counted apart: strangers cannot use them up (D-AUTH-5).
alter table reset_code add column wrong_tries_at_door smallint not null default 0;
