-- Chargers of balanced sites that restart, and sites that are switched on anew.
-- Since when load is balanced there without a break: what chargers were told before that counts for nothing.
alter table load_site add column on_since timestamptz not null default now();
-- Where load is not balanced nothing is planned.
delete from load_site l using charging_site z where z.zone_id = l.zone_id and not z.is_load_balancing;

-- forgotten: it restarted and has taken no limit since.
alter table load_charger_history drop constraint load_charger_history_state_check,
  add constraint load_charger_history_state_check
    check (state in ('acknowledged', 'waiting', 'refused', 'silent', 'unknown', 'forgotten'));
-- Whoever has lost a safe limit once counted with its rated power for ever; now until it has taken one anew.
update load_charger set standing = standing || '{"readBack": "same", "forgets": true}' where standing ->> 'readBack' = 'forgotten';
