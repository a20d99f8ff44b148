-- The log of frames of past days as blocks of up to 250 rows of one charge point, as arrays that PostgreSQL compresses; the
-- rows stay for the days that are not sealed yet (docs/decisions/0050-sealed-days.md).
create table ocpp_frame_block (
  chargepoint_pk integer not null,
  -- The first and the last time of its rows; `n`: their number.
  first_at timestamptz not null,
  last_at timestamptz not null,
  n integer not null,
  -- The end of the span that was sealed.
  until_at timestamptz not null,
  -- The columns of ocpp_frame_row, in the order of `at` and `id`.
  ids bigint[] not null,
  ats timestamptz[] not null,
  directions smallint[] not null,
  messages text[] not null,
  next_ats timestamptz[] not null,
  next_messages text[] not null
) partition by range (first_at);
create index ocpp_frame_block_charger on ocpp_frame_block (chargepoint_pk, first_at desc) include (last_at, n, until_at);
insert into sealed_until values ('ocpp_frame_row', '2020-01-06 00:00+00');

-- As for meter values: a day is sealed whole. Parts with rows stay as they are.
do $$
declare
  part regclass;
  has_rows boolean;
begin
  for part in select inhrelid::regclass from pg_inherits where inhparent = 'ocpp_frame_row'::regclass loop
    execute format('select exists (select from %s)', part) into has_rows;
    if not has_rows then execute format('drop table %s', part); end if;
  end loop;
end $$;
-- Blocks of the days that are there already, too.
select make_parts('ocpp_frame_row', '1 day'), make_parts('ocpp_frame_block', '7 days', now() - interval '90 days');
