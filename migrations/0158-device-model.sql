-- What stations of OCPP 2.0.1 tell of their device model. A part of a name that a variable lacks is '' or 0.
create table device_report (
  device_report_id bigint generated always as identity primary key,
  chargepoint_pk integer not null references charger on delete cascade,
  -- The number under which the parts come: of our choice where we asked, else the station's.
  request_id integer not null,
  -- All of the model was asked for: what it lacks at its end is there no more.
  is_whole boolean not null,
  asked_at timestamptz,
  first_at timestamptz,
  last_at timestamptz,
  generated_at timestamptz,
  -- The sequence numbers of the parts that are stored, and that of the last part once it has come.
  seen int4multirange not null default '{}',
  last_seq integer,
  -- Attributes that were told, and those for which there was no room.
  told integer not null default 0,
  left_out integer not null default 0,
  ended_at timestamptz,
  -- Why the station gave no report.
  refusal text,
  unique (chargepoint_pk, request_id)
);
create table device_variable (
  chargepoint_pk integer not null references charger on delete cascade,
  component text not null,
  component_instance text not null,
  evse_id integer not null,
  connector_id integer not null,
  variable text not null,
  variable_instance text not null,
  attribute text not null check (attribute in ('Actual', 'Target', 'MinSet', 'MaxSet')),
  -- null: none was told, or it may be told to nobody.
  value text,
  mutability text not null check (mutability in ('ReadOnly', 'WriteOnly', 'ReadWrite')),
  persistent boolean not null,
  constant boolean not null,
  characteristics jsonb,
  -- The report and part that told it last: an older part that comes later changes nothing.
  device_report_id bigint not null,
  seq_no integer not null,
  told_at timestamptz not null,
  primary key (chargepoint_pk, component, component_instance, evse_id, connector_id, variable, variable_instance, attribute)
);

-- Names of variables, with component, EVSE and instances, are longer than keys of OCPP 1.6.
alter table charger_config drop constraint charger_config_key_check,
  add constraint charger_config_key_check check (length(key) between 1 and 300);
alter table charger_config_wish drop constraint charger_config_wish_key_check,
  add constraint charger_config_wish_key_check check (length(key) between 1 and 300);
