-- The clock of a site, by which the window of a campaign is read; null: that of the installation, as before.
alter table charging_site add column time_zone text check (length(time_zone) between 1 and 60);
