-- Settings that chargers are to have: templates of keys and values, where they apply, what is excepted, and the keys that
-- differ, kept key by key so that lists, figures and alerts read rows (docs/decisions/0067-drift-of-settings.md).

-- Whether two values of a key mean the same: leading zeros of numbers, the case of flags, and the order and the spaces of
-- lists do not count.
create function same_setting(a text, b text) returns boolean language plpgsql immutable parallel safe as $$
declare
  space constant text := E' \t\n\r\x0b\x0c\u00a0\ufeff';
begin
  if a is null or b is null then return false; end if;
  a := btrim(a, space);
  b := btrim(b, space);
  if a = b then return true; end if;
  if a ~ '^[+-]?[0-9]+([.][0-9]+)?$' and b ~ '^[+-]?[0-9]+([.][0-9]+)?$' then return a::numeric = b::numeric; end if;
  if lower(a) in ('true', 'false') then return lower(a) = lower(b); end if;
  if strpos(a, ',') = 0 or strpos(b, ',') = 0 then return false; end if;
  return (select array_agg(lower(btrim(x, space)) order by lower(btrim(x, space)) collate "C") from unnest(string_to_array(a, ',')) x)
    = (select array_agg(lower(btrim(x, space)) order by lower(btrim(x, space)) collate "C") from unnest(string_to_array(b, ',')) x);
end $$;

create table settings_template (
  template_id integer primary key generated always as identity,
  company_id integer not null references team on delete cascade,
  -- It applies to chargers of this team and the teams below it.
  team_id integer not null references team on delete cascade,
  name text not null,
  -- null: chargers of any model.
  vendor text,
  model text,
  notes text,
  -- Assigned to all chargers of the model.
  is_for_model boolean not null default false,
  created_by integer,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((vendor is null) = (model is null)),
  check (not is_for_model or model is not null)
);
create unique index settings_template_name on settings_template (team_id, lower(name)) where deleted_at is null;
create index settings_template_of_company on settings_template (company_id);

-- key is the small letters of spelling; a variable of OCPP 2.0.1 is written Component.Variable.
create table settings_template_key (
  template_id integer not null references settings_template on delete cascade,
  key text not null check (length(key) between 1 and 200),
  place smallint not null,
  spelling text not null,
  level text not null check (level in ('Required', 'Wished', 'Never touched')),
  value text check (length(value) <= 2500),
  primary key (template_id, key),
  check ((level = 'Never touched') = (value is null))
);

-- A team with all below it, or one charger.
create table settings_assignment (
  template_id integer not null references settings_template on delete cascade,
  assigned_team_id integer references team on delete cascade,
  chargepoint_pk integer references charger on delete cascade,
  check (num_nonnulls(assigned_team_id, chargepoint_pk) = 1)
);
create unique index settings_assignment_charger on settings_assignment (template_id, chargepoint_pk) where chargepoint_pk is not null;
create unique index settings_assignment_team on settings_assignment (template_id, assigned_team_id) where assigned_team_id is not null;
create index settings_assignment_of_charger on settings_assignment (chargepoint_pk) where chargepoint_pk is not null;
create index settings_assignment_of_team on settings_assignment (assigned_team_id) where assigned_team_id is not null;

-- A key of a charger, or all of its keys, that nobody compares.
create table settings_exception (
  exception_id integer primary key generated always as identity,
  company_id integer not null references team on delete cascade,
  team_id integer not null references team on delete cascade,
  chargepoint_pk integer not null references charger on delete cascade,
  -- null: all keys.
  key text check (length(key) between 1 and 200),
  spelling text,
  reason text not null,
  created_by integer,
  created_at timestamptz not null,
  check ((key is null) = (spelling is null))
);
create unique index settings_exception_once on settings_exception (chargepoint_pk, company_id, key) nulls not distinct;
create index settings_exception_of_company on settings_exception (company_id);
create index settings_exception_of_team on settings_exception (team_id);

-- Keys whose value is not the one that a template or a person asks for.
create table settings_drift (
  chargepoint_pk integer not null references charger on delete cascade,
  key text not null,
  company_id integer not null,
  team_id integer not null,
  spelling text not null,
  -- null: a person set the value at this charger.
  template_id integer references settings_template on delete cascade,
  level text not null check (level in ('Required', 'Wished', 'Set by hand')),
  wished text not null,
  -- null: the charger tells no value.
  told text,
  state text not null check (state in ('Differs', 'Unknown to it', 'After a restart')),
  -- Whether it counts as a fault: figures and alerts count these.
  counts boolean not null,
  since timestamptz not null,
  primary key (chargepoint_pk, key)
);
create index settings_drift_of_team on settings_drift (team_id, since);
-- The newest first, as the list asks for them.
create index settings_drift_newest on settings_drift (since desc nulls last);
create index settings_drift_of_company on settings_drift (company_id);
create index settings_drift_of_template on settings_drift (template_id, chargepoint_pk);

-- Chargers that are to be compared anew; a charger may wait several times, so that nobody waits for whoever takes it.
create table settings_check (
  chargepoint_pk integer not null,
  check_id bigint not null generated always as identity,
  primary key (chargepoint_pk, check_id)
);

create function settings_check_of_charger() returns trigger language plpgsql as $$
begin
  insert into settings_check (chargepoint_pk) values (new.chargepoint_pk);
  return null;
end $$;
create trigger settings_check_of_moved after update of team_id, company_id, deleted_at on charger for each row
  when ((old.team_id, old.company_id, old.deleted_at) is distinct from (new.team_id, new.company_id, new.deleted_at))
  execute function settings_check_of_charger();
-- Also one that has come with its company from another installation.
create trigger settings_check_of_new after insert on charger for each row execute function settings_check_of_charger();
create trigger settings_check_of_model after update of vendor, model on charger_state for each row
  when ((old.vendor, old.model) is distinct from (new.vendor, new.model))
  execute function settings_check_of_charger();

create function settings_check_of_team() returns trigger language plpgsql as $$
begin
  insert into settings_check (chargepoint_pk) select chargepoint_pk from charger where team_id = new.id and deleted_at is null;
  return null;
end $$;
create trigger settings_check_of_path after update of path on team for each row
  when (old.path is distinct from new.path) execute function settings_check_of_team();

-- What an item of an action sets at its charger, key by key, with the answers.
alter table bulk_action_item add column settings jsonb;
