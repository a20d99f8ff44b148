-- Running figures change with each reading, states of chargers with each message: room in their pages for some versions of
-- each row, so that a new one stays in its page, where it needs no entry in an index, and the log has what has changed alone.
-- Rows that are there stay where they are; these tables have as many rows as there are sessions that run and chargers.
alter table transaction_live set (fillfactor = 25);
alter table charger_state set (fillfactor = 30);
alter table connector set (fillfactor = 40);
