-- Load balancing as a running loop (D-SITE-4): what it knows of each site and of each charger, kept before anything is sent,
-- so that whichever node goes on after a crash knows every limit that may stand somewhere.
create table load_site (
  zone_id integer primary key references charging_site on delete cascade,
  -- When it is planned next, whatever happens before.
  due_at timestamptz not null,
  -- Turns, what each car takes, and the energy of the hour, from one plan to the next.
  memory jsonb not null default '{}',
  -- The last plan, as its page shows it; null before the first.
  plan jsonb,
  planned_at timestamptz
);
create index load_site_due on load_site (due_at);

create table load_charger (
  chargepoint_pk integer primary key references charger on delete cascade,
  -- The site whose limits it has. Without reference: what was set is cleared at the charger also after its site is deleted.
  zone_id integer not null,
  -- The limits that were acknowledged, and those that were sent and not answered, each with the time up to which it stands.
  standing jsonb not null
);
create index load_charger_zone on load_charger (zone_id);

-- What a site's chargers were allowed and took, every 30 seconds and whenever a limit changed; kept 3 days.
create table load_history (
  zone_id integer not null,
  at timestamptz not null,
  -- Tenths of an ampere for each phase, or watts.
  unit text not null check (unit in ('dA', 'W')),
  load_limit integer not null,
  allowed integer not null,
  at_most integer not null,
  -- Null where no meter told.
  measured integer,
  primary key (zone_id, at)
);
create index load_history_at on load_history using brin (at);

-- Which number a charger counted with, since when and in which state; kept 90 days.
create table load_charger_history (
  chargepoint_pk integer not null references charger on delete cascade,
  at timestamptz not null,
  zone_id integer not null,
  unit text not null check (unit in ('dA', 'W')),
  counted integer not null,
  safe integer not null,
  state text not null check (state in ('acknowledged', 'waiting', 'refused', 'silent', 'unknown')),
  primary key (chargepoint_pk, at)
);
create index load_charger_history_at on load_charger_history using brin (at);
