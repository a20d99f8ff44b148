// The rows of the log of frames, from the table and from blocks (platform/db/sealed.ts): days that are sealed are read from
// blocks, later ones from rows. Nothing tells a reader which of both gave a row.
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Span, sealedUntil, sealParts } from '#platform/db/sealed.ts'

const TABLE = 'ocpp_frame_row'
const mark = sealedUntil(TABLE)
/** Rows of a block: a reader of one of them unpacks all. */
const MOST_ROWS = 250
/** The rows of a block lie no further apart: parts were a week wide before they were days. */
const LONGEST_BLOCK = sql`interval '7 days'`

/** The blocks `b` of a charge point that may have rows of a time. */
const blocksOf = (pk: number, from: Date, to: Date): RawBuilder<boolean> => sql<boolean>`b.chargepoint_pk = ${pk}
  and b.first_at >= ${from}::timestamptz - ${LONGEST_BLOCK} and b.first_at <= ${to} and b.last_at >= ${from} and b.until_at <= ${mark}`

/** The rows of a charge point from a time to a time, both included, as SQL, in no order. */
export const frameRows = (pk: number, from: Date, to: Date): RawBuilder<unknown> => sql`(
  select id, at, direction, message, next_at, next_message from ocpp_frame_row
    where chargepoint_pk = ${pk} and at >= ${from} and at <= ${to} and at >= ${mark}
  union all
  select u.* from ocpp_frame_block b cross join lateral
    unnest(b.ids, b.ats, b.directions, b.messages, b.next_ats, b.next_messages) u (id, at, direction, message, next_at, next_message)
    where ${blocksOf(pk, from, to)} and u.at >= ${from} and u.at <= ${to})`

/** The same without texts, which costs less. */
export const frameTimes = (pk: number, from: Date, to: Date): RawBuilder<unknown> => sql`(
  select at, next_at from ocpp_frame_row
    where chargepoint_pk = ${pk} and at >= ${from} and at <= ${to} and at >= ${mark}
  union all
  select u.* from ocpp_frame_block b cross join lateral unnest(b.ats, b.next_ats) u (at, next_at)
    where ${blocksOf(pk, from, to)} and u.at >= ${from} and u.at <= ${to})`

/**
 * Returns a time with at least `n` rows in blocks from there up to `end`, not before `since`; undefined where the blocks
 * have fewer.
 */
export async function blockBack(
  db: Db,
  pk: number,
  { since, end, n }: { since: Date; end: Date; n: number },
): Promise<Date | undefined> {
  // A block that `end` cuts has some rows behind `end`, nobody knows how many: it is not counted.
  const { rows } = await sql<{ at: Date }>`select first_at as at from (
      select first_at, sum(n) filter (where last_at < ${end}) over (order by first_at desc) as rows
      from (select b.first_at, b.last_at, b.n from ocpp_frame_block b where ${blocksOf(pk, since, end)}
        order by b.first_at desc limit ${n + 1}) b) x
    where rows >= ${n} order by first_at desc limit 1`.execute(db)
  const at = rows[0]?.at
  return at && (at > since ? at : since)
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
