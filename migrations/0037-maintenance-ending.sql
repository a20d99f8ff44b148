-- After a person has ended maintenance a charger stays out of service by its own word until it has obeyed: that time still
-- belongs to what was planned, for as long as an obedient charger needs (D-UP-1).
alter table station_status_history add is_planned boolean not null default false;
alter table charger_state add maintenance_ended_at timestamptz;
create index charger_state_maintenance_ended on charger_state (maintenance_ended_at) where maintenance_ended_at is not null;
