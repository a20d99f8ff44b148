-- When the product itself ended the connection of a charger. Until the charger is back, or some minutes are over, its alerts
-- stay as they are.
alter table charger_state add column sent_away_at timestamptz;
create index charger_state_sent_away on charger_state (sent_away_at);
