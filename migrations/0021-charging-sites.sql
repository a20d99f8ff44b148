-- Which site a charger stood at, with dates: what a limit would have meant in a past month goes by it. Names of sites are
-- looked up by their team.
create table charger_site_history (
  chargepoint_pk integer not null references charger on delete cascade,
  -- Null: at none. No reference: a site that was deleted has been there all the same.
  zone_id integer,
  since timestamptz not null,
  primary key (chargepoint_pk, since)
);
insert into charger_site_history (chargepoint_pk, zone_id, since)
  select chargepoint_pk, zone_id, created_at from charger where zone_id is not null;
alter table charging_site
  add created_at timestamptz not null default now(),
  add constraint charging_site_value check (load_balancing_value >= 0);
