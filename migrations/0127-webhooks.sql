-- Webhooks of operators (HOOK-01..04): who is called, what waits to be sent, and what was sent. Events are written by
-- triggers, in the transaction of the change and whatever way the change came (docs/decisions/0072-outgoing-webhooks.md).
create table webhook (
  webhook_id integer primary key generated always as identity,
  company_id integer not null references team on delete cascade,
  -- It is told of this team and the teams below it.
  team_id integer not null references team on delete cascade,
  name text not null,
  address text not null,
  events text[] not null,
  is_active boolean not null default true,
  -- Which of its secrets signs; they are derived from the installation's, and stored nowhere. Until this moment the one
  -- before signs as well.
  secret_no integer not null default 1,
  old_secret_until timestamptz,
  made_by integer references app_user on delete set null,
  changed_by integer references app_user on delete set null,
  created_at timestamptz not null,
  -- Since when, and why, the product has switched it off itself.
  stopped_at timestamptz,
  stopped_why text,
  deleted_at timestamptz
);
create index webhook_of_team on webhook (team_id, webhook_id desc);
create index webhook_of_company on webhook (company_id);
create index webhook_made_by on webhook (made_by);
create index webhook_changed_by on webhook (changed_by);
create unique index webhook_name on webhook (team_id, lower(name)) where deleted_at is null;

-- What webhooks want to hear, kept with them: the triggers read nothing else where nobody wants an event.
create table webhook_wish (
  kind text not null,
  company_id integer not null references team on delete cascade,
  webhook_id integer not null references webhook on delete cascade,
  team_id integer not null,
  primary key (kind, company_id, webhook_id)
);
create index webhook_wish_of on webhook_wish (webhook_id);
create index webhook_wish_of_company on webhook_wish (company_id);

-- Which run of which node sends to a webhook, and how the receiver stands.
create table webhook_state (
  webhook_id integer primary key references webhook on delete cascade,
  holder text,
  held_until timestamptz,
  -- The first failure since the last success, and how many there were since then.
  failing_since timestamptz,
  failures integer not null default 0,
  -- Nothing is sent before this moment, after failures in a row.
  paused_until timestamptz,
  delivered_at timestamptz
);

-- What waits to be sent. No references: each would lock the row of the webhook for every event.
create table webhook_waiting (
  webhook_delivery_id bigint primary key generated always as identity,
  webhook_id integer not null,
  company_id integer not null,
  -- The id that the receiver sees; the same however often it is sent.
  message_id uuid not null default uuidv7(),
  kind text not null,
  -- What it is about: of one object one event is sent after the other.
  object text not null,
  made_at timestamptz not null default clock_timestamp(),
  data jsonb not null,
  -- What is sent again was made long ago.
  queued_at timestamptz not null default clock_timestamp(),
  -- ready; failed: to be tried again when it is due; behind: one of the same object has failed and comes first.
  state text not null default 'ready' check (state in ('ready', 'failed', 'behind')),
  due_at timestamptz,
  tried_at timestamptz,
  tries integer not null default 0,
  -- [{at, ms, status, error}] of each try.
  attempts jsonb not null default '[]',
  answer text,
  -- Why it is sent: again by hand, or as a test; null: something happened.
  why text
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
create index webhook_waiting_ready on webhook_waiting (webhook_id, webhook_delivery_id) where state = 'ready';
create index webhook_waiting_failed on webhook_waiting (webhook_id, object, webhook_delivery_id) where state <> 'ready';
create index webhook_waiting_of on webhook_waiting (webhook_id, webhook_delivery_id desc);

-- What was sent, or given up, by days.
create table webhook_delivery (
  webhook_delivery_id bigint not null,
  webhook_id integer not null,
  company_id integer not null,
  message_id uuid not null,
  kind text not null,
  object text not null,
  made_at timestamptz not null,
  ended_at timestamptz not null,
  outcome text not null check (outcome in ('delivered', 'parked')),
  tries integer not null,
  attempts jsonb not null,
  status integer,
  answer text,
  data jsonb not null,
  why text,
  primary key (webhook_delivery_id, ended_at)
) partition by range (ended_at);
create index webhook_delivery_of on webhook_delivery (webhook_id, webhook_delivery_id desc);
select make_parts('webhook_delivery', '1 day');

create function webhook_time(at timestamptz) returns text language sql immutable parallel safe as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- Whether any webhook of the installation wants one of these events.
create function webhook_wanted(kinds text[]) returns boolean language sql stable as $$
  select exists (select from webhook_wish where kind = any(kinds))
$$;
