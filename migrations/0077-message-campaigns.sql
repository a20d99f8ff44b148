-- What was sent to the devices of many drivers: by whom, to how many, and what became of the messages (D-MSG-1).
create table message_campaign (
  campaign_id bigint generated always as identity primary key,
  company_id integer not null references team on delete cascade,
  team_id integer not null references team on delete cascade,
  message text not null,
  -- The domains that the sender chose, '' for drivers without a domain; none: all.
  domains text[] not null default '{}',
  -- Devices of drivers who are not disabled, counted when the campaign began.
  receivers integer not null,
  -- Devices that a message is on its way to, or was.
  handed_over integer not null default 0,
  -- Messages that the push service took, and messages that it refused for good.
  delivered integer not null default 0,
  refused integer not null default 0,
  created_by integer,
  created_by_name text not null,
  created_at timestamptz not null default now()
);
create index message_campaign_company on message_campaign (company_id, campaign_id desc);
create index message_campaign_team on message_campaign (team_id);

alter table outbox
  add column campaign_id bigint references message_campaign on delete set null,
  -- Refused for good: not tried again.
  add column given_up_at timestamptz;
-- A batch that is sent again, because its reply was lost, reaches nobody twice.
create unique index outbox_campaign on outbox (campaign_id, recipient) where campaign_id is not null;
