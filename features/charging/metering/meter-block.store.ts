// Meter values in rows and in blocks (platform/db/sealed.ts): days that are sealed are read from blocks, later ones from
// rows. Nothing tells a reader which of both gave a value.
import { type RawBuilder, sql } from 'kysely'
import { ints, texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { pack, unpack } from '#platform/db/packed.ts'
import { type Span, sealedUntil, sealParts } from '#platform/db/sealed.ts'
import type { SampledValue } from './meter.rules.ts'
import { type BlockValue, blockText, metersOfText, USUAL_TEXT } from './meter-block.rules.ts'
import { samplesOf } from './meter-shape.rules.ts'

const TABLE = 'meter_value'
const mark = sealedUntil(TABLE)

/** Part of the format of what is stored: another text needs another version, and this one to read older blocks. */
const PACKING = { version: 1, dictionary: Buffer.from(USUAL_TEXT) }
export const blockOf = (meters: readonly BlockValue[]): Buffer => pack(PACKING, blockText(meters))
const metersOfBlock = (data: Buffer): BlockValue[] => metersOfText(unpack(PACKING, data))

/** `transactionId` is null for a value that belongs to no session. */
type Owner = { transactionId: number | null; chargepointPk: number }
export type StoredMeter = BlockValue & Owner
/** A row as it is stored: its samples whole, or their shape and values. */
type Row = Owner &
  Omit<BlockValue, 'samples'> & {
    samples: SampledValue[] | null
    shape: SampledValue[] | null
    sampled: (string | null)[] | null
  }
type Found = (Row & { data: null }) | (Owner & { data: Buffer })

/** The columns of a row, read from `rowSource`. */
const rowColumns = sql`transaction_id, chargepoint_pk, connector_id, at, received_at, samples, shape, sampled`
const rowSource = sql`meter_value left join meter_shape using (meter_shape_id)`
const meterOf = ({ samples, shape, sampled, ...row }: Row): StoredMeter => ({
  ...row,
  samples: samples ?? samplesOf(shape ?? [], sampled ?? []),
})

/** The meter values of a condition on `transaction_id` and `chargepoint_pk` that came since `earliest`, in no order. */
export async function readMeters(db: Db | Trx, isMeant: RawBuilder<boolean>, earliest: Date): Promise<StoredMeter[]> {
  const { rows } = await sql<Found>`
    select ${rowColumns}, null::bytea as data from ${rowSource}
      where ${isMeant} and received_at >= ${earliest} and received_at >= ${mark}
    union all
    select transaction_id, chargepoint_pk, null, null, null, null, null, null, data from meter_block
      where ${isMeant} and until_at > ${earliest} and until_at <= ${mark} and ${earliest} < ${mark}`.execute(db)
  return rows.flatMap((r): StoredMeter[] => {
    if (r.data === null) return [meterOf(r)]
    const { transactionId, chargepointPk } = r
    return metersOfBlock(r.data).map(m => ({ ...m, transactionId, chargepointPk }))
  })
}

/** Owners whose values are read and packed together. */
const AT_ONCE = 200
/** Values of a block: more of them are divided, so that none takes megabytes. */
const MOST_VALUES = 2000

/** Seals the meter values of days that ended two days ago or longer. Returns how many parts of the table were sealed. */
export const sealMeters = (db: Db, now: Date): Promise<number> =>
  sealParts(
    db,
    {
      table: TABLE,
      packSpan: packMeters,
      removeRestBefore: (trx, at) => sql`delete from meter_value_rest where received_at < ${at}`.execute(trx),
    },
    now,
  )

/** Packs the meter values that came in a span: sessions first, then values of no session by charge point. */
async function packMeters(db: Trx, span: Span): Promise<void> {
  for (const [key, isMeant] of [
    ['transaction_id', sql<boolean>`transaction_id is not null`],
    ['chargepoint_pk', sql<boolean>`transaction_id is null`],
  ] as const) {
    const owner = sql.ref<number>(key)
    const within = sql<boolean>`${isMeant} and received_at >= ${span.from} and received_at < ${span.to}`
    for (let after = 0; ; ) {
      const { rows } = await sql<{ id: number | null }>`select distinct ${owner} as id from meter_value
        where ${within} and ${owner} > ${after} order by 1 limit ${AT_ONCE}`.execute(db)
      const last = rows.at(-1)?.id
      if (last === undefined || last === null) break
      const { rows: meters } = await sql<Row>`select ${rowColumns} from ${rowSource}
        where ${within} and ${owner} > ${after} and ${owner} <= ${last} order by ${owner}, received_at, at`.execute(db)
      await writeBlocks(db, meters.map(meterOf), span.to)
      after = last
    }
  }
}

async function writeBlocks(db: Trx, meters: readonly StoredMeter[], until: Date): Promise<void> {
  const blocks: (Owner & { data: Buffer })[] = []
  for (let from = 0; from < meters.length; ) {
    const first = meters[from] as StoredMeter
    const { transactionId, chargepointPk } = first
    let to = from
    while (to < meters.length && to < from + MOST_VALUES && isOfSame(first, meters[to])) to++
    blocks.push({ transactionId, chargepointPk, data: blockOf(meters.slice(from, to)) })
    from = to
  }
  await sql`insert into meter_block (transaction_id, chargepoint_pk, until_at, data)
    select id, pk, ${until}, decode(data, 'base64') from unnest(${ints(blocks.map(b => b.transactionId))},
      ${ints(blocks.map(b => b.chargepointPk))}, ${texts(blocks.map(b => b.data.toString('base64')))}) b (id, pk, data)`.execute(
    db,
  )
}
const isOfSame = (a: Owner, b: Owner | undefined): boolean =>
  b !== undefined &&
  a.transactionId === b.transactionId &&
  (a.transactionId !== null || a.chargepointPk === b.chargepointPk)

type New = { transactionId: number | null; at: Date; samples: readonly SampledValue[] }
const keyOf = (m: New): string => `${m.transactionId} ${m.at.getTime()} ${JSON.stringify(m.samples)}`
/**
 * Returns the values that no block of their session has. A charger that was away for days may send
 * stored values again, and the statement that stores values compares them with rows only. Values of no session are not
 * compared.
 */
export async function notInBlocks<M extends New>(db: Db | Trx, meters: readonly M[]): Promise<M[]> {
  const ids = [...new Set(meters.flatMap(m => m.transactionId ?? []))]
  if (ids.length === 0) return [...meters]
  const { rows } = await sql<{
    transactionId: number | null
    data: Buffer
  }>`select transaction_id, data from meter_block
    where transaction_id = any(${ints(ids)}) and until_at <= ${mark}`.execute(db)
  const stored = new Set(
    rows.flatMap(({ transactionId, data }) => metersOfBlock(data).map(m => keyOf({ ...m, transactionId }))),
  )
  return meters.filter(m => !stored.has(keyOf(m)))
}
