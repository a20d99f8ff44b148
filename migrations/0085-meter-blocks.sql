-- Meter values of a session are kept for good as compressed blocks, one for each day on which values came; the rows stay
-- for the days that are not sealed yet (docs/decisions/0050-sealed-days.md).
create table meter_block (
  -- Null for meter values that belong to no session: one block of a charge point.
  transaction_id integer,
  chargepoint_pk integer not null,
  -- The values came before this moment, at most a day before it.
  until_at timestamptz not null,
  data bytea not null
);
create index meter_block_of on meter_block (transaction_id) where transaction_id is not null;
create index meter_block_loose on meter_block (chargepoint_pk) where transaction_id is null;
-- The data is compressed already.
alter table meter_block alter column data set storage external;

-- Up to which moment the rows of a table are in blocks: readers take older values from the blocks and later ones from the
-- rows, so a day changes from one to the other at once.
create table sealed_until (
  table_name text primary key,
  until_at timestamptz not null
);
insert into sealed_until values ('meter_value', '2020-01-06 00:00+00');

-- Parts that overlap others, which were made wider, are left out as well.
create or replace function make_parts(parent text, step interval, since timestamptz default now()) returns void language plpgsql as $$
declare
  origin constant timestamptz := '2020-01-06 00:00+00';
  lower_at timestamptz := date_bin(step, since, origin);
begin
  execute format('create table if not exists %I partition of %I default', parent || '_rest', parent);
  while lower_at <= now() + 2 * step loop
    begin
      execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
        parent || '_' || to_char(lower_at at time zone 'UTC', 'YYYYMMDD'), parent, lower_at, lower_at + step);
    exception
      when check_violation then
        -- Rows of that time wait in the rest already; they stay there.
        null;
      when invalid_object_definition then
        null;
    end;
    lower_at := lower_at + step;
  end loop;
end $$;

-- A day is sealed whole, so the parts of meter values are days from now on. Parts with rows stay as they are.
do $$
declare
  part regclass;
  has_rows boolean;
begin
  for part in select inhrelid::regclass from pg_inherits where inhparent = 'meter_value'::regclass loop
    execute format('select exists (select from %s)', part) into has_rows;
    if not has_rows then execute format('drop table %s', part); end if;
  end loop;
end $$;
select make_parts('meter_value', '1 day');
