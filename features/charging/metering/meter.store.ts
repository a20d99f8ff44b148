// Meter values as chargers send them, and the running figures they give.
import { type RawBuilder, sql } from 'kysely'
import type { Archive, ArchiveGroup } from '#platform/archive/archive.ts'
import { groupsOfKeys } from '#platform/archive/archived.ts'
import { bigints, floats, ints, jsons, texts, times } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { SampledValue } from './meter.rules.ts'
import { archivedMeters } from './meter-archive.store.ts'
import { notInBlocks, readMeters, type StoredMeter } from './meter-block.store.ts'
import { type StoredSamples, storedSamples } from './meter-shape.store.ts'

export type MeterOfSession = StoredMeter & { transactionId: number }

/**
 * The meter values of sessions since their start, oldest first. Rejects with ArchiveAway where some are in the archive, which
 * is away. `archive` is undefined for sessions that are never in it: those that run or wait for a person, and all of them
 * where a charger waits for the answer.
 */
export async function metersOf(
  db: Db | Trx,
  sessions: readonly { transactionId: number; startReceivedAt: Date }[],
  archive: Archive | undefined,
): Promise<MeterOfSession[]> {
  if (sessions.length === 0) return []
  // The table is cut by time of receipt: no part of before the first start need be looked at.
  const earliest = new Date(Math.min(...sessions.map(s => s.startReceivedAt.getTime())))
  const ids = sessions.map(s => s.transactionId)
  const isMeant = sql<boolean>`transaction_id = any(${ints(ids)})`
  const archived = archive && {
    groups: groupsOfKeys('meter_value', ids),
    read: (groups: readonly ArchiveGroup[]) => archivedMeters(archive, groups, new Set(ids)),
  }
  const meters = (await readMeters(db, isMeant, earliest, archived)) as MeterOfSession[]
  return meters.sort((a, b) => a.at.getTime() - b.at.getTime())
}

export type NewMeter = {
  transactionId: number | null
  pk: number
  connectorId: number
  /** By the charger's own clock. */
  at: Date
  receivedAt: Date
  samples: readonly SampledValue[]
  /** True when the charger may have sent this meter value before: it is looked up, and stored only once. */
  mayRepeat: boolean
  /** True when another node may be storing it at this moment. */
  mayBeUnderWay: boolean
}
export type LiveRow = {
  transactionId: number
  currentWh: number
  chargedPaise: number
  powerW: number | null
  socPercent: number | null
  meteredAt: Date
  /** The numbers of the station's events so far, as an int8multirange (2.0.1). */
  seqNos?: string | undefined
}
/** The statement that begins the running figures of the sessions in `begun` (transaction_id, meter_start_wh, started_at). */
export const insertLive = (begun: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into transaction_live (transaction_id, current_wh, charged_paise, metered_at)
  select transaction_id, meter_start_wh, 0, started_at from ${begun}`

/** The statement that ends the running figures of the sessions in `ended` (transaction_id). */
export const deleteLive = (ended: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  delete from transaction_live l using ${ended} e where l.transaction_id = e.transaction_id`

/** A meter value that came with a stop. */
export type StopMeter = { transactionId: number; at: Date; samples: readonly SampledValue[]; stored: StoredSamples }
/** Returns those of the meter values that came with stops which no block has, ready to be stored. */
export async function newStopMeters(db: Db | Trx, meters: readonly Omit<StopMeter, 'stored'>[]): Promise<StopMeter[]> {
  if (meters.length === 0) return []
  const fresh = await notInBlocks(db, meters)
  const stored = await storedSamples(
    db,
    fresh.map(m => m.samples),
  )
  return fresh.map((m, i) => ({ ...m, stored: stored[i] as StoredSamples }))
}
/**
 * The statement that writes the meter values which came with the stops of the sessions in `ended` (transaction_id,
 * chargepoint_pk, connector_id, stop_received_at), each stored once.
 */
export const insertStopMeters = (meters: readonly StopMeter[], ended: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into meter_value (transaction_id, chargepoint_pk, connector_id, at, received_at, samples, meter_shape_id, sampled)
  select t.transaction_id, t.chargepoint_pk, t.connector_id, m.at, t.stop_received_at, m.samples, m.shape_id, m.sampled
  from ${ended} t join (select distinct on (id, at, told) * from unnest(${ints(meters.map(m => m.transactionId))},
    ${times(meters.map(m => m.at))}, ${texts(meters.map(m => JSON.stringify(m.samples)))}, ${samplesColumns(meters.map(m => m.stored))})
    m (id, at, told, samples, shape_id, sampled)) m on m.id = t.transaction_id
  where not exists (select from meter_value o where o.transaction_id = m.id and o.at = m.at and ${isSame(sql`o`, sql`m`)})`

/** The columns `samples`, `shape_id` and `sampled` for `unnest`. */
const samplesColumns = (
  stored: readonly StoredSamples[],
): RawBuilder<unknown> => sql`${jsons(stored.map(s => s.samples))},
  ${ints(stored.map(s => s.shapeId))}, ${jsons(stored.map(s => s.sampled))}`
/** Whether a stored row has the samples of a new row, whose `told` is their whole text. */
const isSame = (row: RawBuilder<unknown>, fresh: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  ${row}.samples::text = ${fresh}.told
  or ${row}.meter_shape_id = ${fresh}.shape_id and ${row}.sampled::text = ${fresh}.sampled::text)`

/**
 * Waits for statements of other nodes that store meter values of these sessions, and keeps others waiting until the
 * transaction ends. What is looked up afterwards is seen as they have left it; within one statement it would be seen as before.
 */
const lockRunning = (trx: Trx, sessions: readonly number[]): Promise<unknown> =>
  sql`select from transaction_live where transaction_id = any(${ints(sessions)}) order by transaction_id for update`.execute(
    trx,
  )

/**
 * Stores meter values with the running figures they give, all or none. Where another node may be storing some of them at this
 * moment, their sessions are locked first: two nodes that wait for each other would both find nothing stored.
 */
export async function saveMeters(db: Db | Trx, meters: readonly NewMeter[], live: readonly LiveRow[]): Promise<void> {
  const stored = await storedSamples(
    db,
    meters.map(m => m.samples),
  )
  const rows = meters.map((m, i) => ({ ...m, stored: stored[i] as StoredSamples }))
  const underWay = meters.flatMap(m => (m.mayBeUnderWay && m.transactionId !== null ? [m.transactionId] : []))
  if (underWay.length === 0) return insertMeters(db, rows, live)
  const locked = async (trx: Trx) => {
    // All that the statement will lock, in one order, so that two transactions never wait for each other.
    await lockRunning(trx, [...underWay, ...live.map(l => l.transactionId)])
    await insertMeters(trx, rows, live)
  }
  await (db.isTransaction ? locked(db as Trx) : db.transaction().execute(locked))
}

/** Writes the meter values and the running figures in one statement. */
async function insertMeters(
  db: Db | Trx,
  meters: readonly (NewMeter & { stored: StoredSamples })[],
  live: readonly LiveRow[],
): Promise<void> {
  const repeats = meters.filter(m => m.mayRepeat)
  const fresh = new Set(await notInBlocks(db, repeats))
  const rows = repeats.length === 0 ? meters : meters.filter(m => !m.mayRepeat || fresh.has(m))
  // The last row of each session alone; sorted, so that two statements never wait for each other.
  const last = [...new Map(live.map(l => [l.transactionId, l])).values()].sort(
    (a, b) => a.transactionId - b.transactionId,
  )
  const seqNos = last.some(l => l.seqNos !== undefined)
    ? sql`, seq_nos = coalesce(l.seq_nos + x.seq_nos::int8multirange, x.seq_nos::int8multirange, l.seq_nos)`
    : sql``
  const running =
    last.length > 0
      ? sql`with l as (update transaction_live l set current_wh = x.wh, charged_paise = greatest(l.charged_paise, x.paise),
        power_w = coalesce(x.w, l.power_w), soc_percent = coalesce(x.soc::numeric(5, 2), l.soc_percent), metered_at = x.at${seqNos}
      from unnest(${ints(last.map(l => l.transactionId))}, ${bigints(last.map(l => l.currentWh))},
        ${bigints(last.map(l => l.chargedPaise))}, ${ints(last.map(l => l.powerW && Math.round(l.powerW)))},
        ${floats(last.map(l => l.socPercent))}, ${times(last.map(l => l.meteredAt))}, ${texts(last.map(l => l.seqNos ?? null))})
        x (id, wh, paise, w, soc, at, seq_nos)
      -- One that has ended meanwhile has no row any more.
      where l.transaction_id = x.id)`
      : sql``
  const isSameHere = isSame(sql`m`, sql`x`)
  // `told` is null where the value cannot be a repeated one.
  const unlessStored = rows.some(r => r.mayRepeat)
    ? sql`where x.told is null or not (exists (select from meter_value m where m.transaction_id = x.id and m.at = x.at
        and ${isSameHere})
      or x.id is null and exists (select from meter_value m where m.transaction_id is null and m.chargepoint_pk = x.pk
        and m.connector_id = x.connector_id and m.at = x.at and ${isSameHere}))`
    : sql``
  await sql`
    ${running}
    insert into meter_value (transaction_id, chargepoint_pk, connector_id, at, received_at, samples, meter_shape_id, sampled)
    select id, pk, connector_id, at, received_at, samples, shape_id, sampled
    from unnest(${ints(rows.map(r => r.transactionId))}, ${ints(rows.map(r => r.pk))}, ${ints(rows.map(r => r.connectorId))},
      ${times(rows.map(r => r.at))}, ${times(rows.map(r => r.receivedAt))},
      ${texts(rows.map(r => (r.mayRepeat ? JSON.stringify(r.samples) : null)))}, ${samplesColumns(rows.map(r => r.stored))})
      x (id, pk, connector_id, at, received_at, told, samples, shape_id, sampled)
    ${unlessStored}`.execute(db)
}
