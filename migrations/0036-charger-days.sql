-- What a charger did on each business day: sockets opened, accepted or not; boots; messages that were refused for their
-- content; values outside their enumeration. Counted from this version on.
create table charger_day (
  chargepoint_pk integer not null references charger on delete cascade,
  day date not null,
  connects integer not null default 0,
  boots integer not null default 0,
  refused integer not null default 0,
  odd integer not null default 0,
  primary key (chargepoint_pk, day)
) with (fillfactor = 80);
create index charger_day_day on charger_day (day);

-- Since when the clock is known to run so far off that the charger's times are put right.
alter table charger_state add column clock_off_since timestamptz;
