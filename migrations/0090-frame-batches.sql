-- two versions: 0090, an earlier version shows neither frames in batches nor readings that name their shape
-- Frames as they are written: up to 128 rows of some charge points together, as arrays that PostgreSQL compresses, which
-- keeps its log a fifth as long. Within the hour they are packed into blocks of a charge point
-- (docs/decisions/0050-sealed-days.md). ocpp_frame_row keeps what earlier versions wrote until its days are sealed.
create table ocpp_frame_batch (
  ocpp_frame_batch_id bigint generated always as identity primary key,
  written_at timestamptz not null default now(),
  n integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  first_pk integer not null,
  last_pk integer not null,
  -- For each row its charge point, and the columns of ocpp_frame_row.
  pks integer[] not null,
  ids bigint[] not null,
  ats timestamptz[] not null,
  directions smallint[] not null,
  messages text[] not null,
  next_ats timestamptz[] not null,
  next_messages text[] not null
);
-- LZ4 takes a fifth of the time; not every PostgreSQL is built with it.
do $$ begin
  alter table ocpp_frame_batch alter column messages set compression lz4, alter column next_messages set compression lz4;
exception when feature_not_supported then null;
end $$;

-- Blocks that are made of batches are read at once, not only when a day is sealed: they end before every such moment.
alter table ocpp_frame_block alter column until_at set default '-infinity';

-- Rows of the log wherever they are, for people who look into the database; the product's readers name a charge point and a
-- time, which these views would not find quickly.
drop view ocpp_frame;
create view ocpp_frame_pair as
  select id, chargepoint_pk, at, direction, message, next_at, next_message from ocpp_frame_row
    where at >= (select until_at from sealed_until where table_name = 'ocpp_frame_row')
  union all
  select u.id, u.pk, u.at, u.direction, u.message, u.next_at, u.next_message from ocpp_frame_batch b
    cross join lateral unnest(b.pks, b.ids, b.ats, b.directions, b.messages, b.next_ats, b.next_messages)
      u (pk, id, at, direction, message, next_at, next_message)
  union all
  select u.id, b.chargepoint_pk, u.at, u.direction, u.message, u.next_at, u.next_message from ocpp_frame_block b
    cross join lateral unnest(b.ids, b.ats, b.directions, b.messages, b.next_ats, b.next_messages)
      u (id, at, direction, message, next_at, next_message)
    where b.until_at <= (select until_at from sealed_until where table_name = 'ocpp_frame_row');
-- Frame by frame; ids rise in the order of each charger's frames.
create view ocpp_frame as
  select id * 2 as id, chargepoint_pk, at, direction, message from ocpp_frame_pair
  union all
  select id * 2 + 1, chargepoint_pk, next_at, 1 - direction, next_message from ocpp_frame_pair where next_at is not null;

-- Nobody looks for readings that belong to no session by their charge point.
drop index meter_block_loose;
