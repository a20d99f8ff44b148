// Meter values in rows and in blocks (platform/db/sealed.ts): days that are sealed are read from blocks, later ones from
// rows. Nothing tells a reader which of both gave a value. Old sessions are in the archive (meter-archive.store.ts).
import { type RawBuilder, sql } from 'kysely'
import type { ArchiveGroup } from '#platform/archive/archive.ts'
import { ints, texts, times } from '#platform/db/columns.ts'
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
export const metersOfBlock = (data: Buffer): BlockValue[] => metersOfText(unpack(PACKING, data))

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
type Found =
  | (Row & { data: null; archived: null })
  | (Owner & { data: Buffer; archived: null })
  | { data: null; archived: ArchiveGroup }

/** The columns of a row, read from `rowSource`. */
const rowColumns = sql`transaction_id, chargepoint_pk, connector_id, at, received_at, samples, shape, sampled`
const rowSource = sql`meter_value left join meter_shape using (meter_shape_id)`
const meterOf = ({ samples, shape, sampled, ...row }: Row): StoredMeter => ({
  ...row,
  samples: samples ?? samplesOf(shape ?? [], sampled ?? []),
})

/** A value is known by these, wherever it is stored. */
type Known = { transactionId: number | null; at: Date; samples: readonly SampledValue[] }
const keyOf = (m: Known): string => `${m.transactionId} ${m.at.getTime()} ${JSON.stringify(m.samples)}`

/** Where archived values are read: the groups in which they stand, and their reader. */
export type ArchivedPart = {
  groups: RawBuilder<unknown>
  read: (groups: readonly ArchiveGroup[]) => Promise<StoredMeter[]>
}

/**
 * The meter values of a condition on `transaction_id` and `chargepoint_pk` that came since `earliest`, in no order. Without
 * `archived` values in the archive are left out.
 */
export async function readMeters(
  db: Db | Trx,
  isMeant: RawBuilder<boolean>,
  earliest: Date,
  archived?: ArchivedPart,
): Promise<StoredMeter[]> {
  const { rows } = await sql<Found>`
    select ${rowColumns}, null::bytea as data, null::json as archived from ${rowSource}
      where ${isMeant} and received_at >= ${earliest} and received_at >= ${mark}
    union all
    select transaction_id, chargepoint_pk, null, null, null, null, null, null, data, null from meter_block
      where ${isMeant} and until_at > ${earliest} and until_at <= ${mark} and ${earliest} < ${mark}
    ${archived ? sql`union all select null, null, null, null, null, null, null, null, null, archived from (${archived.groups}) g` : sql``}`.execute(
    db,
  )
  const groups = rows.flatMap(r => r.archived ?? [])
  const stored = rows.flatMap((r): StoredMeter[] => {
    if (r.archived !== null) return []
    if (r.data === null) return [meterOf(r)]
    const { transactionId, chargepointPk } = r
    return metersOfBlock(r.data).map(m => ({ ...m, transactionId, chargepointPk }))
  })
  if (!archived || groups.length === 0) return stored
  const old = await archived.read(groups)
  // A charger may have sent a value again after the archive took it; whoever stores values asks no archive.
  return [...new Map([...stored, ...old].map(m => [keyOf(m), m])).values()]
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

async function writeBlocks(db: Trx, meters: readonly StoredMeter[], untilAt: Date): Promise<void> {
  const blocks: NewBlock[] = []
  for (let from = 0; from < meters.length; ) {
    const first = meters[from] as StoredMeter
    let to = from
    while (to < meters.length && isOfSame(first, meters[to])) to++
    blocks.push({ untilAt, meters: meters.slice(from, to) })
    from = to
  }
  await insertBlocks(db, blocks)
}

/** The meter values of one owner that came before a moment, at most a day before it. */
export type NewBlock = { untilAt: Date; meters: readonly StoredMeter[] }
/** Writes blocks, the largest divided. */
export async function insertBlocks(db: Trx, all: readonly NewBlock[]): Promise<void> {
  const blocks = all.flatMap(({ untilAt, meters }) =>
    Array.from({ length: Math.ceil(meters.length / MOST_VALUES) }, (_, i) => {
      const part = meters.slice(i * MOST_VALUES, (i + 1) * MOST_VALUES)
      const { transactionId, chargepointPk } = part[0] as StoredMeter
      return { transactionId, chargepointPk, untilAt, data: blockOf(part).toString('base64') }
    }),
  )
  await sql`insert into meter_block (transaction_id, chargepoint_pk, until_at, data)
    select id, pk, until_at, decode(data, 'base64') from unnest(${ints(blocks.map(b => b.transactionId))},
      ${ints(blocks.map(b => b.chargepointPk))}, ${times(blocks.map(b => b.untilAt))}, ${texts(blocks.map(b => b.data))})
      b (id, pk, until_at, data)`.execute(db)
}
const isOfSame = (a: Owner, b: Owner | undefined): boolean =>
  b !== undefined &&
  a.transactionId === b.transactionId &&
  (a.transactionId !== null || a.chargepointPk === b.chargepointPk)

/**
 * Returns the values that no block of their session has. A charger that was away for days may send
 * stored values again, and the statement that stores values compares them with rows only. Values of no session are not
 * compared.
 */
export async function notInBlocks<M extends Known>(db: Db | Trx, meters: readonly M[]): Promise<M[]> {
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
