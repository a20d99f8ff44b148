-- What stations of OCPP 2.0.1 show to drivers, by company: the running cost every so many seconds, 0 for never, and the price
-- before the start.
alter table company
  add column running_cost_sec integer not null default 0
    check (running_cost_sec = 0 or running_cost_sec between 10 and 3600),
  add column shows_tariff boolean not null default false;
