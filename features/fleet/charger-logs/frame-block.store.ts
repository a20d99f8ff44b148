// The rows of the log of frames: in batches as they were written, then in blocks of a charge point. What earlier versions
// wrote is in a table of rows, whose days are sealed into blocks (platform/db/sealed.ts). Nothing tells a reader which of
// them gave a row; each statement finds each row once.
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Span, sealedUntil, sealParts } from '#platform/db/sealed.ts'

const TABLE = 'ocpp_frame_row'
const mark = sealedUntil(TABLE)
/** Rows of a block: a reader of one of them unpacks all. */
export const MOST_ROWS = 250
/** The rows of a block lie no further apart, so that few blocks are looked at for a time. */
const LONGEST_BLOCK = sql`interval '7 days'`

/** The blocks `b` of a charge point that may have rows of a time. */
const blocksOf = (pk: number, from: Date, to: Date): RawBuilder<boolean> => sql<boolean>`b.chargepoint_pk = ${pk}
  and b.first_at >= ${from}::timestamptz - ${LONGEST_BLOCK} and b.first_at <= ${to} and b.last_at >= ${from} and b.until_at <= ${mark}`

/** The batches `b` that may have rows of a charge point and a time. Their charge points are compared before anything is unpacked. */
const batchesOf = (pk: number, from: Date, to: Date): RawBuilder<boolean> => sql<boolean>`b.first_pk <= ${pk}
  and b.last_pk >= ${pk} and b.first_at <= ${to} and b.last_at >= ${from} and ${pk} = any(b.pks)`

/** Rows that are added to those of the database, as a statement with the same columns. */
type Added = RawBuilder<unknown> | undefined

/** The rows of a charge point from a time to a time, both included, as SQL, in no order. */
export const frameRows = (pk: number, from: Date, to: Date, added: Added): RawBuilder<unknown> => sql`(
  select id, at, direction, message, next_at, next_message from ocpp_frame_row
    where chargepoint_pk = ${pk} and at >= ${from} and at <= ${to} and at >= ${mark}
  union all
  select u.id, u.at, u.direction, u.message, u.next_at, u.next_message from ocpp_frame_batch b cross join lateral
    unnest(b.pks, b.ids, b.ats, b.directions, b.messages, b.next_ats, b.next_messages)
      u (pk, id, at, direction, message, next_at, next_message)
    where ${batchesOf(pk, from, to)} and u.pk = ${pk} and u.at >= ${from} and u.at <= ${to}
  union all
  select u.* from ocpp_frame_block b cross join lateral
    unnest(b.ids, b.ats, b.directions, b.messages, b.next_ats, b.next_messages) u (id, at, direction, message, next_at, next_message)
    where ${blocksOf(pk, from, to)} and u.at >= ${from} and u.at <= ${to}
  ${added ? sql`union all ${added}` : sql``})`

/** The same without texts, which costs less. */
export const frameTimes = (pk: number, from: Date, to: Date, added: Added): RawBuilder<unknown> => sql`(
  select at, next_at from ocpp_frame_row
    where chargepoint_pk = ${pk} and at >= ${from} and at <= ${to} and at >= ${mark}
  union all
  select u.at, u.next_at from ocpp_frame_batch b cross join lateral unnest(b.pks, b.ats, b.next_ats) u (pk, at, next_at)
    where ${batchesOf(pk, from, to)} and u.pk = ${pk} and u.at >= ${from} and u.at <= ${to}
  union all
  select u.* from ocpp_frame_block b cross join lateral unnest(b.ats, b.next_ats) u (at, next_at)
    where ${blocksOf(pk, from, to)} and u.at >= ${from} and u.at <= ${to}
  ${added ? sql`union all select a.at, a.next_at from (${added}) a` : sql``})`

/**
 * Returns a time with at least `n` rows of a charge point from there up to `end`, not before `since`; undefined where there
 * are fewer rows. Of blocks and of the archive only their bounds are read.
 */
export async function rowBack(
  db: Db,
  pk: number,
  { since, end, n }: { since: Date; end: Date; n: number },
): Promise<Date | undefined> {
  // A block that `end` cuts has some rows behind `end`, nobody knows how many: it is not counted.
  const { rows } = await sql<{ at: Date }>`
    with found as (
      (select at as first_at, at as last_at, 1 as n from ocpp_frame_row
        where chargepoint_pk = ${pk} and at >= ${since} and at < ${end} and at >= ${mark} order by at desc limit ${n})
      union all
      (select u.at, u.at, 1 from ocpp_frame_batch b cross join lateral unnest(b.pks, b.ats) u (pk, at)
        where ${batchesOf(pk, since, end)} and u.pk = ${pk} and u.at >= ${since} and u.at < ${end} order by u.at desc limit ${n})
      union all
      (select b.first_at, b.last_at, b.n from ocpp_frame_block b where ${blocksOf(pk, since, end)}
        order by b.first_at desc limit ${n + 1})
      union all
      (select r.first_at, r.last_at, r.n from archive_run r where r.kind = 'ocpp_frame' and r.first_key = ${pk}
        and r.first_at <= ${end} and r.last_at >= ${since} order by r.first_at desc limit ${n + 1}))
    select first_at as at from (select first_at, sum(n) filter (where last_at < ${end}) over (order by first_at desc) as rows
      from found) x
    where rows >= ${n} order by first_at desc limit 1`.execute(db)
  const at = rows[0]?.at
  return at && (at > since ? at : since)
}

/** Rows that are packed together, and that wait before they are packed although their hour has not passed. */
const PACKED_AT_ONCE = 100_000
const BATCH_HOUR_MS = 3_600_000

/**
 * Packs batches into blocks of a charge point: those of the last hour stay together until there are many, because a block
 * of few rows is hardly smaller than they are. Returns how many rows were packed.
 */
export async function packBatches(db: Db, now: Date): Promise<number> {
  let packed = 0
  for (;;) {
    const { rows } = await sql<{ until: number | null; waiting: number; oldest: Date | null }>`
      select max(ocpp_frame_batch_id) filter (where before < ${PACKED_AT_ONCE}) as until, coalesce(sum(n), 0)::int as waiting,
        min(written_at) as oldest
      from (select *, sum(n) over (order by ocpp_frame_batch_id) - n as before from ocpp_frame_batch) b`.execute(db)
    const { until, waiting, oldest } = rows[0] ?? { until: null, waiting: 0, oldest: null }
    if (until === null || oldest === null) return packed
    if (waiting < PACKED_AT_ONCE && oldest.getTime() > now.getTime() - BATCH_HOUR_MS) return packed
    packed += await packUntil(db, until)
  }
}

/** Moves the rows of batches into blocks, in one statement: a reader finds them in the one or in the other. */
async function packUntil(db: Db, until: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with batch as (delete from ocpp_frame_batch where ocpp_frame_batch_id <= ${until} returning *),
    unpacked as (select u.*, week, (row_number() over (partition by u.pk, week order by u.at, u.id) - 1) / ${MOST_ROWS}::int as block
      from batch b cross join lateral unnest(b.pks, b.ids, b.ats, b.directions, b.messages, b.next_ats, b.next_messages)
        u (pk, id, at, direction, message, next_at, next_message)
        cross join lateral date_bin(${LONGEST_BLOCK}, u.at, '2020-01-06 00:00+00') week),
    block as (insert into ocpp_frame_block
        (chargepoint_pk, first_at, last_at, n, ids, ats, directions, messages, next_ats, next_messages)
      select pk, min(at), max(at), count(*), array_agg(id order by at, id), array_agg(at order by at, id),
        array_agg(direction order by at, id), array_agg(message order by at, id), array_agg(next_at order by at, id),
        array_agg(next_message order by at, id) from unpacked group by pk, week, block returning n)
    select coalesce(sum(n), 0)::int as n from block`.execute(db)
  return rows[0]?.n ?? 0
}

/** Charge points whose rows are packed together. */
const AT_ONCE = 100
/** Packs the frames of a span, in the database alone. */
async function packFrames(db: Trx, { from, to }: Span): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ pk: number }>`select distinct chargepoint_pk as pk from ocpp_frame_row
      where at >= ${from} and at < ${to} and chargepoint_pk > ${after} order by 1 limit ${AT_ONCE}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    await sql`
      insert into ocpp_frame_block (chargepoint_pk, first_at, last_at, n, until_at, ids, ats, directions, messages, next_ats, next_messages)
      select chargepoint_pk, min(at), max(at), count(*), ${to}, array_agg(id order by at, id), array_agg(at order by at, id),
        array_agg(direction order by at, id), array_agg(message order by at, id), array_agg(next_at order by at, id),
        array_agg(next_message order by at, id)
      from (select *, (row_number() over (partition by chargepoint_pk order by at, id) - 1) / ${MOST_ROWS}::int as block from ocpp_frame_row
        where at >= ${from} and at < ${to} and chargepoint_pk > ${after} and chargepoint_pk <= ${last.pk}) r
      group by chargepoint_pk, block`.execute(db)
    after = last.pk
  }
}

/** Seals the frames of days that ended two days ago or longer. Returns how many parts of the table were sealed. */
export const sealFrames = (db: Db, now: Date): Promise<number> =>
  sealParts(
    db,
    {
      table: TABLE,
      packSpan: packFrames,
      removeRestBefore: (trx, at) => sql`delete from ocpp_frame_row_rest where at < ${at}`.execute(trx),
    },
    now,
  )
