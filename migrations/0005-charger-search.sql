-- The search of the charger list: one index of words over what is looked at (features/chargers/charger-list.store.ts).
create index charger_words on charger using gin ((
  chargepoint_id || E'\n' || chargepoint_name || E'\n' || coalesce(street, '') || E'\n' || description) gin_trgm_ops)
  where deleted_at is null;
