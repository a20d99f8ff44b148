-- Since when nothing is known of a charger because the node that held its connection ended without closing it; null from the
-- charger's next connection on.
alter table charger_state add column unknown_since timestamptz;
