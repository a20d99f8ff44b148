-- What a charger that had no socket is to be told at its next connection: that maintenance was set or ended meanwhile
-- (D-LIVE-3). Null: nothing.
alter table charger_state
  add availability_wish text check (availability_wish in ('Inoperative', 'Operative'));
