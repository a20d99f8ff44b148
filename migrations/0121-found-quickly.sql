-- concurrently
-- Alarms are found by their type: of the security events of a large fleet they are few.
drop index concurrently if exists security_event_type;
create index concurrently security_event_type on security_event (type, received_at);

-- The last team of a charger is read by the charger, also while the tables are new and their statistics say nothing: the
-- order by the bare number let PostgreSQL read the history backwards through its primary key, all of it for each new charger.
create or replace function charger_team_told() returns trigger language plpgsql as $$
begin
  insert into charger_team_history (chargepoint_pk, team_id, since)
  select c.chargepoint_pk, c.held, now() from (select chargepoint_pk, case when deleted_at is null then team_id end as held
    from charger where chargepoint_pk = new.chargepoint_pk) c
  left join lateral (select history_id, team_id from charger_team_history l where l.chargepoint_pk = c.chargepoint_pk
    order by history_id + 0 desc limit 1) l on true
  where l.history_id is null or l.team_id is distinct from c.held;
  return null;
end $$;
