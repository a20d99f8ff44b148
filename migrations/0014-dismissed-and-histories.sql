-- A session that was dismissed has no energy that counts: its registers stay as the charger told them.
update transaction set energy_wh = 0 where is_dismissed and energy_wh <> 0;

-- The histories that money stands on are only added to (docs/decisions/0010-money-as-of-when-it-held.md). They go with the
-- team or charger they tell of: a row that a deletion takes along is removed from within a trigger of the database.
create function is_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
  raise exception '% is only added to', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger team_finance_history_is_for_good before update or delete on team_finance_history
  for each row execute function is_history();
create trigger team_finance_histories_are_for_good before truncate on team_finance_history execute function is_history();
create trigger charger_team_history_is_for_good before update or delete on charger_team_history
  for each row execute function is_history();
create trigger charger_team_histories_are_for_good before truncate on charger_team_history execute function is_history();
create trigger connector_price_history_is_for_good before update or delete on connector_price_history
  for each row execute function is_history();
create trigger connector_price_histories_are_for_good before truncate on connector_price_history execute function is_history();
