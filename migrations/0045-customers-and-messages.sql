-- UPI ids of drivers (D-CM-2): one driver each in the whole installation, in any case of letters.
create table upi_id (
  upi_id text primary key check (upi_id = lower(upi_id)),
  driver_id integer not null references driver,
  created_at timestamptz not null default now()
);
create index upi_id_driver on upi_id (driver_id);

-- Those whom a message can reach (D-MSG-2), and whose a device is when the provider says that the device is gone.
create index driver_device on driver (device_id) where device_id is not null;
create index driver_reached on driver (company_id, team_id) where device_id is not null;
