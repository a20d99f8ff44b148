-- Single sign-on of a company by OpenID Connect (SSO-01, SSO-02). What a company says about passwords and second factors is in
-- company_sign_in (0133).
create table sign_in_provider (
  company_id integer primary key references team on delete cascade,
  issuer text not null,
  client_id text not null,
  -- Sealed with the secret of the installation.
  client_secret bytea not null,
  -- The claim that names the groups of a person.
  groups_claim text not null default 'groups',
  -- The provider verifies all its mail addresses, though it does not say so of each.
  trusts_mail boolean not null default false,
  -- Who signs in for the first time gets an account.
  makes_users boolean not null default true,
  -- The role of people whose groups give none.
  default_team_id integer references team on delete set null,
  default_role_id integer references role on delete set null,
  is_active boolean not null default false,
  -- When issuer, client and secret, as they are, were last tried with success.
  tested_at timestamptz,
  changed_at timestamptz not null
);
create index sign_in_provider_team on sign_in_provider (default_team_id);
create index sign_in_provider_role on sign_in_provider (default_role_id);

-- Which role on which team a group gives; of several on one team the first counts.
create table sign_in_group (
  company_id integer not null references sign_in_provider on delete cascade,
  place integer not null,
  group_name text not null,
  team_id integer not null references team on delete cascade,
  role_id integer not null references role on delete cascade,
  primary key (company_id, place)
);
create index sign_in_group_team on sign_in_group (team_id);
create index sign_in_group_role on sign_in_group (role_id);

-- The mail domains of a company. Only people with an address of a proven one come in by single sign-on.
create table sign_in_domain (
  sign_in_domain_id integer primary key generated always as identity,
  company_id integer not null references team on delete cascade,
  domain text not null check (domain = lower(domain)),
  -- What the DNS record has to say.
  proof text not null,
  made_at timestamptz not null,
  checked_at timestamptz,
  -- What was found by the last check that proved nothing.
  check_found text,
  proven_at timestamptz,
  proven_how text check (proven_how in ('DNS record', 'platform')),
  proven_by text,
  unique (company_id, domain),
  check ((proven_at is null) = (proven_how is null))
);
create unique index sign_in_domain_proven on sign_in_domain (domain) where proven_at is not null;

-- A person at a provider is one user, and a user one person of a provider.
create table sign_in_identity (
  issuer text not null,
  subject text not null,
  user_id integer not null references app_user on delete cascade,
  company_id integer not null references team on delete cascade,
  made_at timestamptz not null,
  used_at timestamptz not null,
  primary key (issuer, subject)
);
create unique index sign_in_identity_user on sign_in_identity (user_id, issuer);
create index sign_in_identity_company on sign_in_identity (company_id);

-- The roles that groups have given, which groups alone take away.
create table sign_in_role (
  user_id integer not null references app_user on delete cascade,
  team_id integer not null references team on delete cascade,
  role_id integer not null references role on delete cascade,
  primary key (user_id, team_id)
);
create index sign_in_role_team on sign_in_role (team_id);
create index sign_in_role_role on sign_in_role (role_id);

-- Single sign-ons under way: ten minutes from the beginning to the answer of the provider, then one minute for the ticket.
create table sign_in_attempt (
  -- SHA-256 of the state that the provider sends back.
  state_hash bytea primary key,
  company_id integer not null references team on delete cascade,
  purpose text not null check (purpose in ('sign in', 'proof')),
  issuer text not null,
  client_id text not null,
  nonce text not null,
  -- Of PKCE, sealed.
  verifier bytea not null,
  -- SHA-256 of what the page that began keeps to itself.
  binding bytea not null,
  -- Where the page stands that began, and where it goes on to.
  origin text not null,
  return_to text not null,
  network text not null,
  -- Who proves anew who they are, and where.
  user_id integer references app_user on delete cascade,
  browser_id integer references browser on delete cascade,
  begun_at timestamptz not null,
  -- The provider has answered; it may do so once.
  answered_at timestamptz,
  -- SHA-256 of the ticket that the page gets for it.
  ticket_hash bytea unique,
  -- What the provider said of the person, sealed; or why the answer was refused.
  result bytea,
  failure text,
  finished_at timestamptz
);
create index sign_in_attempt_network on sign_in_attempt (network, begun_at);
create index sign_in_attempt_time on sign_in_attempt (begun_at);
create index sign_in_attempt_company on sign_in_attempt (company_id);
create index sign_in_attempt_user on sign_in_attempt (user_id);
create index sign_in_attempt_browser on sign_in_attempt (browser_id);

-- The session at the provider that a browser came from: both end together.
create table sign_in_session (
  browser_id integer primary key references browser on delete cascade,
  company_id integer not null references team on delete cascade,
  issuer text not null,
  subject text not null,
  -- The name of the session, where the provider gives one.
  sid text,
  -- The id token, sealed: the provider is told by it whose session ends.
  id_token bytea not null
);
create index sign_in_session_subject on sign_in_session (issuer, subject);
create index sign_in_session_company on sign_in_session (company_id);

-- Logout tokens that were taken in, each once; kept until they are too old to be taken.
create table sign_in_logout (
  issuer text not null,
  jti text not null,
  at timestamptz not null,
  primary key (issuer, jti)
);

-- The provider may end the session of a browser too.
alter table browser drop constraint browser_ended_by_check;
alter table browser add constraint browser_ended_by_check check (ended_by in ('signed out', 'ended', 'password', 'provider'));
