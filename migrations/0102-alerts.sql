-- Alerts: rules of teams, what they have found, and what people did about it. The features Alert (20) and Campaign (21)
-- join the roles that companies were founded with.
alter table role_access drop constraint role_access_feature_id_check;
alter table role_access add constraint role_access_feature_id_check check (feature_id between 1 and 99);
insert into role_access (role_id, feature_id, can_view, can_create, can_update, can_delete)
select r.id, f.id, true, r.name in ('Admin', 'Operator'), r.name in ('Admin', 'Operator'), r.name = 'Admin'
from role r cross join (values (20), (21)) f (id) where r.name in ('Admin', 'Operator', 'Viewer')
on conflict do nothing;

create table alert_rule (
  alert_rule_id integer primary key generated always as identity,
  company_id integer not null references team on delete cascade,
  -- The rule looks at this team and all teams below it.
  team_id integer not null references team on delete cascade,
  name text not null,
  kind text not null,
  -- By name; a parameter that is missing has the default of its kind.
  parameters jsonb not null default '{}',
  severity text not null check (severity in ('Critical', 'Major', 'Minor')),
  -- Null: every charger, every site.
  charger_pks integer[],
  zone_ids integer[],
  is_active boolean not null default true,
  -- The rule came with the company.
  is_seeded boolean not null default false,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index alert_rule_of_team on alert_rule (team_id) where deleted_at is null;
create index alert_rule_of_kind on alert_rule (kind) where deleted_at is null and is_active;

create table alert (
  alert_id bigint primary key generated always as identity,
  alert_rule_id integer not null references alert_rule,
  company_id integer not null references team,
  -- The team of the subject.
  team_id integer not null references team,
  kind text not null,
  severity text not null,
  -- What the alert is about, unique within its rule: 'charger 12', 'connector 12/1', 'session 88'.
  subject text not null,
  chargepoint_pk integer references charger on delete cascade,
  connector_id smallint,
  zone_id integer,
  transaction_id integer,
  -- The subject as people call it, and what the words of the alert name besides.
  subject_name text not null,
  facts jsonb not null default '{}',
  -- Since when the cause has been there; of something that happens, when it last happened.
  since timestamptz not null,
  state text not null default 'Open' check (state in ('Open', 'Acknowledged', 'Closed')),
  opened_at timestamptz not null,
  -- How often the cause came, with the last time.
  occurrences integer not null default 1,
  last_at timestamptz not null,
  assignee_id integer,
  acknowledged_by integer,
  acknowledged_at timestamptz,
  closed_at timestamptz,
  -- Null: the alert closed by itself.
  closed_by integer,
  closed_why text
);
-- One open alert for a rule and a subject.
create unique index alert_open on alert (alert_rule_id, subject) where state <> 'Closed';
create index alert_of_company on alert (company_id, alert_id desc);
create index alert_of_team on alert (team_id, alert_id desc);
create index alert_of_charger on alert (chargepoint_pk, alert_id desc) where chargepoint_pk is not null;
create index alert_of_site on alert (zone_id, alert_id desc) where zone_id is not null;
create index alert_open_of_kind on alert (kind, team_id) where state <> 'Closed';
-- The last alert of a rule and a subject: one that comes back soon is opened again, one that a person closed is not.
create index alert_of_subject on alert (alert_rule_id, subject, alert_id desc);

create table alert_event (
  alert_event_id bigint primary key generated always as identity,
  alert_id bigint not null references alert on delete cascade,
  at timestamptz not null,
  what text not null check (what in ('opened', 'opened again', 'again', 'acknowledged', 'assigned', 'commented', 'closed')),
  -- Null: the product.
  user_id integer,
  note text
);
create index alert_event_of on alert_event (alert_id, alert_event_id);
