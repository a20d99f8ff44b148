-- Firmware files, the addresses at which chargers fetch them, and campaigns that bring a file to many chargers in waves.

-- The bytes of an uploaded file; those that no firmware names are removed after a day.
create table firmware_content (
  content_id integer primary key generated always as identity,
  company_id integer not null references team on delete cascade,
  team_id integer not null references team on delete cascade,
  stored_name text not null,
  file_name text not null,
  bytes bigint not null check (bytes > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  created_by integer,
  created_at timestamptz not null,
  gone_at timestamptz
);
create index firmware_content_of_company on firmware_content (company_id);

create table firmware (
  firmware_id integer primary key generated always as identity,
  company_id integer not null references team on delete cascade,
  team_id integer not null references team on delete cascade,
  version text not null,
  vendor text not null,
  model text not null,
  source text not null check (source in ('Upload', 'Address')),
  location text,
  content_id integer unique references firmware_content,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  signature text,
  certificate text,
  notes text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((source = 'Upload') = (content_id is not null) and (source = 'Address') = (location is not null)),
  check ((signature is null) = (certificate is null))
);
create unique index firmware_version on firmware (company_id, lower(vendor), lower(model), lower(version))
  where deleted_at is null;
create index firmware_of_team on firmware (team_id) where deleted_at is null;

create table firmware_campaign (
  campaign_id integer primary key generated always as identity,
  company_id integer not null references team on delete cascade,
  -- Its chargers are those of this team and the teams below it.
  team_id integer not null references team on delete cascade,
  name text not null,
  firmware_id integer not null references firmware,
  state text not null default 'Draft'
    check (state in ('Draft', 'Running', 'Paused', 'Stopped', 'Done', 'Cancelled')),
  -- Which chargers: looked for when the campaign starts.
  choice jsonb not null default '{}',
  -- The sizes of the first waves, in order; the rest is the last wave.
  waves jsonb not null default '[]',
  -- The share of a wave that must be verified before the next begins.
  wave_percent smallint not null check (wave_percent between 1 and 100),
  -- Minutes of the day in the time zone; null: the whole day.
  window_from smallint check (window_from between 0 and 1439),
  window_to smallint check (window_to between 0 and 1439),
  time_zone text not null,
  at_once integer not null check (at_once > 0),
  stop_percent smallint not null check (stop_percent between 0 and 100),
  waits_for_sessions boolean not null,
  retries smallint not null check (retries between 0 and 10),
  step_minutes integer not null check (step_minutes > 0),
  give_up_hours integer not null check (give_up_hours > 0),
  wave smallint not null default 1,
  wave_began_at timestamptz,
  -- Failures before this moment no longer stop the campaign: a person let it go on.
  counted_since timestamptz,
  stopped_why text,
  stopped_at timestamptz,
  -- The campaign that this one takes back.
  rolls_back integer references firmware_campaign,
  created_by integer,
  created_at timestamptz not null default now(),
  started_by integer,
  started_at timestamptz,
  ended_at timestamptz,
  deleted_at timestamptz,
  check ((window_from is null) = (window_to is null)),
  check (window_from <> window_to)
);
create index firmware_campaign_of_team on firmware_campaign (team_id, campaign_id desc) where deleted_at is null;
create index firmware_campaign_of_firmware on firmware_campaign (firmware_id);
create index firmware_campaign_live on firmware_campaign (campaign_id) where state in ('Running', 'Paused', 'Stopped');

create table firmware_campaign_charger (
  campaign_id integer not null references firmware_campaign on delete cascade,
  chargepoint_pk integer not null references charger on delete cascade,
  -- As it was called when the campaign started.
  chargepoint_id text not null,
  vendor text,
  model text,
  version_before text,
  wave smallint not null,
  place integer not null,
  state text not null default 'Queued' check (state in ('Queued', 'Waiting for session', 'Sent', 'Downloading',
    'Downloaded', 'Installing', 'Installed', 'Verified', 'Failed', 'Given up')),
  reason text,
  attempt smallint not null default 0,
  -- The task of the last attempt.
  task_id text,
  sent_at timestamptz,
  state_at timestamptz not null,
  -- Not sent before.
  next_at timestamptz,
  -- What was read already: the last state that the charger reported, and the last boot.
  seen_state_id bigint not null default 0,
  seen_boot_at timestamptz,
  -- When the charger was asked how far it is.
  asked_at timestamptz,
  -- In the hands of the campaign; no charger is in those of two.
  is_open boolean not null default true,
  primary key (campaign_id, chargepoint_pk)
);
create unique index firmware_campaign_charger_open on firmware_campaign_charger (chargepoint_pk) where is_open;
create index firmware_campaign_charger_state on firmware_campaign_charger (campaign_id, state, place);
create index firmware_campaign_charger_task on firmware_campaign_charger (task_id) where task_id is not null;

create table firmware_campaign_event (
  event_id bigint primary key generated always as identity,
  campaign_id integer not null references firmware_campaign on delete cascade,
  -- Null: of the campaign itself.
  chargepoint_pk integer,
  at timestamptz not null,
  -- The new state of the charger or the campaign.
  what text not null,
  attempt smallint,
  note text,
  -- Null: the product.
  user_id integer
);
create index firmware_campaign_event_of on firmware_campaign_event (campaign_id, chargepoint_pk, event_id);

-- An address of a file for one charger and one operation; the address itself is stored nowhere.
create table firmware_link (
  token_hash text primary key,
  firmware_id integer not null references firmware,
  chargepoint_pk integer not null references charger on delete cascade,
  task_id text not null,
  campaign_id integer references firmware_campaign on delete cascade,
  created_at timestamptz not null,
  open_until timestamptz not null,
  -- When the charger first took a byte.
  fetched_at timestamptz
);
create index firmware_link_task on firmware_link (task_id);
create index firmware_link_until on firmware_link (open_until);
