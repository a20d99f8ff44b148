-- Chargers of balanced sites that draw more than the limit that they acknowledged (D-SITE-4): since when, what they draw and the
-- limit, in tenths of an ampere for each phase or in watts.
alter table load_charger
  add column overdraw_since timestamptz,
  add column overdraw integer,
  add column overdraw_limit integer,
  add column overdraw_unit text check (overdraw_unit in ('dA', 'W')),
  add constraint load_charger_overdraw check (num_nulls(overdraw_since, overdraw, overdraw_limit, overdraw_unit) in (0, 4));
create index load_charger_overdrawn on load_charger (overdraw_since) where overdraw_since is not null;
