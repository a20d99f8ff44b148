-- concurrently
-- Changes of stations are added in the order of time, so a few bytes for a hundred pages find them: the index over each of
-- them took 16 bytes a change and a write of its own.
drop index concurrently if exists station_status_history_in_time;
create index concurrently station_status_history_in_time on station_status_history using brin (changed_at) with (pages_per_range = 16);
drop index concurrently if exists station_status_history_at;
