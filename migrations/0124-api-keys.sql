-- Keys by which programs call the API (KEY-01). The feature Integration (22) joins the role Admin of every company.
insert into role_access (role_id, feature_id, can_view, can_create, can_update, can_delete)
select id, 22, true, true, true, true from role where name = 'Admin'
on conflict do nothing;

create table api_key (
  api_key_id integer primary key generated always as identity,
  company_id integer not null references team on delete cascade,
  -- The key reaches this team and the teams below it.
  team_id integer not null references team on delete cascade,
  name text not null,
  -- The person whose present rights bound those of the key; null: that person's account is gone, and the key is at rest.
  kept_by integer references app_user on delete set null,
  -- The letters of each feature, by its id: {"5": "vcu"}.
  rights jsonb not null,
  -- Addresses and networks (CIDR) that may use the key; empty: all.
  addresses text[] not null default '{}',
  -- The last business day on which the key counts; null: no end.
  valid_until date,
  -- The end of that day in the business zone.
  ends_at timestamptz,
  created_at timestamptz not null,
  last_used_at timestamptz,
  last_used_from text,
  revoked_at timestamptz
);
create index api_key_of_team on api_key (team_id, api_key_id desc);
create index api_key_of_company on api_key (company_id, api_key_id desc);
create index api_key_kept_by on api_key (kept_by);
-- A name is taken once in a team while its key counts.
create unique index api_key_name on api_key (team_id, lower(name)) where revoked_at is null;

-- The secret of a key as SHA-256. A rotation adds another; the one before counts until its end.
create table api_key_secret (
  hash bytea primary key,
  api_key_id integer not null references api_key on delete cascade,
  -- The first characters of the secret, by which people tell keys apart.
  start text not null,
  made_at timestamptz not null,
  ends_at timestamptz
);
create index api_key_secret_of on api_key_secret (api_key_id, made_at desc);

-- How often a key called, and how many of the calls were refused, by business days.
create table api_key_day (
  api_key_id integer not null references api_key on delete cascade,
  day date not null,
  calls integer not null,
  refused integer not null,
  primary key (api_key_id, day)
);
