-- What a person decided of a station's availability is told to its charger until the charger answers (D-LIVE-3). When it
-- was decided: no session begins from then on while it is maintenance, and no later answer to an earlier decision counts.
-- How often it was told without an answer and when it is told next, and the word with which the charger refused.
alter table charger_state
  add maintenance_changed_at timestamptz,
  add availability_tries smallint not null default 0,
  add availability_next_at timestamptz,
  add availability_refusal text;
update charger_state set maintenance_changed_at = status_changed_at where maintenance_by_hand or availability_wish is not null;
update charger_state set availability_next_at = status_changed_at where availability_wish is not null;
create index charger_state_availability_due on charger_state (availability_next_at)
  where availability_wish is not null and availability_refusal is null;
