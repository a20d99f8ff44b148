-- Since when the registers that a charger sends without a unit are read as kWh, by a person's agreement; null: as Wh.
alter table charger add column kwh_registers_since timestamptz;
-- When a session last showed registers that look like kWh.
alter table charger_state add column kwh_registers_seen_at timestamptz;
-- The scale of the session's registers without a unit: the scale of its charger when the session began. Stored registers
-- are Wh, already scaled; meter values are kept as they came.
alter table transaction add column register_scale smallint not null default 1 check (register_scale in (1, 1000));
