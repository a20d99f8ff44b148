-- Meter values of days that are not sealed yet, small: most of a row repeats from value to value, so it is stored once as a
-- shape (docs/decisions/0050-sealed-days.md).
create table meter_shape (
  meter_shape_id integer generated always as identity primary key,
  -- The samples of a meter value as the charger sends them, with an empty text for each value.
  shape json not null
);
create unique index meter_shape_text on meter_shape (md5(shape::text));

-- A row has `samples`, or a shape and the values of its samples in their order. No foreign key: it would cost each value a
-- look at its shape, and shapes are never deleted.
alter table meter_value alter column samples drop not null,
  add column meter_shape_id integer,
  add column sampled json,
  add constraint meter_value_samples check (samples is not null or (meter_shape_id is not null and sampled is not null)) not valid;
