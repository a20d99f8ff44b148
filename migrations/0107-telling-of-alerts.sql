-- Who is told of alerts, by which ways, and what was told: recipients of rules, choices of people, messages, the bell.
alter table alert_rule
  add user_ids integer[] not null default '{}',
  add role_ids integer[] not null default '{}',
  -- Mail addresses, phones and webhooks beside the people of the company.
  add addresses text[] not null default '{}',
  add phones text[] not null default '{}',
  add webhooks text[] not null default '{}',
  -- The ways to the people of the rule: 'mail', 'sms', 'push'.
  add channels text[] not null default '{mail}',
  -- How long an alert must stand before it is told, and how long those that follow it are gathered into one message.
  add wait_minutes integer not null default 0,
  add gather_minutes integer not null default 5,
  -- [{days: [1..7, Monday first], from: '22:00', to: '06:00'}] in the business zone; null: none.
  add quiet_hours jsonb,
  -- After so many minutes without acknowledgement these are told; null: nobody.
  add escalate_minutes integer,
  add escalate_user_ids integer[] not null default '{}',
  add escalate_role_ids integer[] not null default '{}',
  -- Whether those who were told hear when the alert is over.
  add tells_end boolean not null default true,
  -- Which of its secrets signs what goes to the webhooks; they are derived from the installation's, and stored nowhere.
  add webhook_secret_no integer not null default 1;

-- The order in which alerts rang: when they opened, and again when they came back.
create table alert_rang (
  rang bigint primary key generated always as identity,
  alert_id bigint not null references alert on delete cascade,
  company_id integer not null references team on delete cascade,
  -- The team of the alert.
  team_id integer not null references team on delete cascade,
  at timestamptz not null
);
create index alert_rang_of_team on alert_rang (team_id, rang desc);
create index alert_rang_of_alert on alert_rang (alert_id);

-- Up to which alert a person has read the bell.
create table alert_bell (
  user_id integer primary key references app_user on delete cascade,
  read_to bigint not null
);
-- What one person must know besides: an import is through, a report has stopped.
create table bell_notice (
  bell_notice_id bigint primary key generated always as identity,
  -- The company of the user.
  company_id integer not null references team on delete cascade,
  user_id integer not null references app_user on delete cascade,
  at timestamptz not null,
  text text not null,
  -- The page of the portal that it leads to.
  leads_to text not null,
  read_at timestamptz,
  -- What it is about, so that whatever tells it again tells it once.
  about text not null unique
);
create index bell_notice_of on bell_notice (user_id, bell_notice_id desc);
create index bell_notice_at on bell_notice (at);

-- What a person wants to be told of by each way, and in which hours of the business zone; without a row: everything, always.
create table alert_choice (
  user_id integer not null references app_user on delete cascade,
  channel text not null check (channel in ('mail', 'sms', 'push')),
  least text not null check (least in ('Critical', 'Major', 'Minor', 'Nothing')),
  -- 'HH:MM'; null: at all hours.
  from_time text,
  to_time text,
  primary key (user_id, channel)
);
-- Addresses outside the company whose owners want no more mails from it.
create table alert_stop (
  company_id integer not null references team on delete cascade,
  address text not null,
  at timestamptz not null,
  primary key (company_id, address)
);
-- Browsers that take push messages (RFC 8030), and the keys that these are signed with (RFC 8292).
create table push_browser (
  push_browser_id integer primary key generated always as identity,
  user_id integer not null references app_user on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index push_browser_of on push_browser (user_id);
create table push_key (
  push_key_id smallint primary key default 1 check (push_key_id = 1),
  public_key text not null,
  -- Sealed.
  private_key bytea not null
);

-- What has been told of an alert.
create table alert_telling (
  alert_id bigint primary key references alert on delete cascade,
  told_at timestamptz not null,
  escalated_at timestamptz,
  end_told_at timestamptz
);
create table alert_message (
  alert_message_id bigint primary key generated always as identity,
  company_id integer not null references team on delete cascade,
  alert_rule_id integer not null references alert_rule,
  what text not null check (what in ('opened', 'escalated', 'over', 'held back', 'test')),
  channel text not null check (channel in ('mail', 'sms', 'push', 'webhook')),
  -- Null: an address, phone or webhook of the rule.
  user_id integer references app_user on delete cascade,
  recipient text not null,
  alert_ids bigint[] not null,
  subject text not null,
  body text not null,
  leads_to text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'held back', 'dropped')),
  created_at timestamptz not null,
  due_at timestamptz not null,
  -- When it was handed over to its way, and what the way said.
  left_at timestamptz,
  error text,
  -- The line of the outbox by which a mail or a text message left.
  outbox_id bigint
);
create index alert_message_waiting on alert_message (due_at) where state = 'waiting';
create index alert_message_held on alert_message (channel, recipient) where state = 'held back';
create index alert_message_left on alert_message (channel, recipient, left_at desc) where left_at is not null;
create index alert_message_of_alert on alert_message using gin (alert_ids);
create index alert_message_at on alert_message (created_at);
create index alert_message_of_user on alert_message (user_id) where user_id is not null;
create index alert_message_of_rule on alert_message (alert_rule_id);

-- A mail that its receiver may stop by a link (RFC 8058).
alter table outbox add column stop_url text;
