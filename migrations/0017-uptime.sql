-- Uptime of stations (D-UP-1), added up to full business hours from the history of statuses, so that ninety days are two
-- lines of each station: what has been added up until the first moment of a window, and until now.

-- Until `at`: time up and time that counts since the first boot, and what held at that moment. Hours are kept for some
-- days, midnights for good.
create table uptime_mark (
  chargepoint_pk integer not null,
  at timestamptz not null,
  up_ms bigint not null,
  counted_ms bigint not null,
  status text not null,
  is_planned boolean not null,
  primary key (chargepoint_pk, at)
);
create index uptime_mark_at on uptime_mark (at);

-- The mean of the stations of a team over one business hour or day, as a sum of percentages beside their number, by the
-- team that a station stood in at its end.
create table uptime_point (
  team_id integer not null,
  company_id integer not null,
  span text not null check (span in ('hour', 'day')),
  at timestamptz not null,
  stations integer not null,
  percent_sum double precision not null,
  primary key (team_id, span, at)
);

-- How far all has been added up stands in the setting 'uptime': until when, by the hours of which zone, and which lines of
-- the history were known then, so that an earlier time that is told later makes the station's marks be made anew.
create index station_status_history_at on station_status_history (changed_at);
