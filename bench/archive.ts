// Meter values in the archive: the bytes of a session in the database and in Parquet files, how fast they move, and how long
// one session's readings take from a store on the same machine.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { metersOf } from '#charging/metering/meter.store.ts'
import { archiveMeters } from '#charging/metering/meter-archive.store.ts'
import { insertBlocks, type NewBlock } from '#charging/metering/meter-block.store.ts'
import { type Archive, openArchive } from '#platform/archive/archive.ts'
import { namedFiles } from '#platform/archive/archived.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { startPostgres } from '#platform/db/embedded.ts'
import { migrate } from '#platform/db/migrations.ts'
import { s3Files } from '#platform/files/s3-files.ts'
import { startObjectStore } from './object-store.ts'
import { newFolder } from './stand.ts'
import { figure, type Section, table } from './table.ts'
import { generate, measured, timed } from './transactions.ts'

const SESSIONS = 20_000
const READINGS = 10
const TIMES = 200
const DAY_MS = 86_400_000

type Ended = { transactionId: number; chargepointPk: number; startedAt: Date }
/** Ten readings of four samples, half a minute apart, with the hundredths of real meters. */
function blockOf({ transactionId, chargepointPk, startedAt }: Ended): NewBlock {
  const sample = (measurand: string, unit: string, value: number) => {
    const text = { value: String(value), context: 'Sample.Periodic', measurand, location: 'Outlet', unit }
    return text as NewBlock['meters'][number]['samples'][number]
  }
  const some = (i: number, n: number) => (transactionId * 7919 + i * 104_729) % n
  let wh = 1_000_000 + some(1, 900_000)
  const meters = Array.from({ length: READINGS }, (_, i) => {
    wh += 300 + some(i, 400)
    const at = new Date(startedAt.getTime() + (i + 1) * 30_000 + some(i, 9) * 1000)
    return {
      transactionId,
      chargepointPk,
      connectorId: 1,
      at,
      receivedAt: new Date(at.getTime() + 150 + some(i, 900)),
      samples: [
        sample('Energy.Active.Import.Register', 'Wh', wh),
        sample('Power.Active.Import', 'W', 40_000 + some(i, 9000)),
        sample('Current.Import', 'A', 100 + some(i, 30)),
        sample('Voltage', 'V', 395 + some(i, 8)),
      ],
    }
  })
  return { untilAt: new Date((Math.floor(startedAt.getTime() / DAY_MS) + 1) * DAY_MS), meters }
}

/** Sessions of one company over a year, with a block each; returns the ended ones. */
async function fill(db: Db): Promise<Ended[]> {
  await generate(db, SESSIONS)
  await sql`update transaction set company_id = 2`.execute(db)
  await sql`update sealed_until set until_at = now()`.execute(db)
  const { rows } = await sql<Ended>`select transaction_id, chargepoint_pk, started_at from transaction
    where stopped_at is not null and not in_review order by transaction_id`.execute(db)
  for (let from = 0; from < rows.length; from += 1000)
    await db.transaction().execute(trx => insertBlocks(trx, rows.slice(from, from + 1000).map(blockOf)))
  return rows
}

const bytesOfBlocks = async (db: Db): Promise<number> =>
  Number(
    (await sql<{ bytes: number }>`select pg_total_relation_size('meter_block') as bytes`.execute(db)).rows[0]?.bytes,
  )

async function reading(db: Db, archive: () => Archive, sessions: readonly Ended[]): Promise<number[]> {
  let next = 0
  return timed(TIMES, async () => {
    const s = sessions[(next++ * 977) % sessions.length] as Ended
    const found = await metersOf(db, [{ transactionId: s.transactionId, startReceivedAt: s.startedAt }], archive())
    if (found.length !== READINGS) throw new Error(`Session ${s.transactionId} has ${found.length} readings`)
  })
}

export async function archive(): Promise<Section> {
  const folder = newFolder()
  const postgres = await startPostgres(join(folder, 'db'))
  const db = openDb(postgres.config)
  const store = await startObjectStore()
  try {
    await migrate(postgres.config)
    const files = s3Files(store.place)
    const opened = () => openArchive(() => files)
    const warm = opened()
    const sessions = await fill(db)
    const before = (await bytesOfBlocks(db)) / sessions.length
    const fromBlocks = measured('from a block of the database', await reading(db, () => warm, sessions))
    const start = performance.now()
    await archiveMeters(db, warm, { before: new Date(), place: '' }, () => undefined)
    const rate = sessions.length / ((performance.now() - start) / 1000)
    const named = await namedFiles(db)
    const after = named.reduce((sum, f) => sum + f.bytes, 0) / sessions.length
    const taken = [
      fromBlocks,
      measured('from the archive, footers remembered', await reading(db, () => warm, sessions)),
      measured('from the archive, right after a start', await reading(db, opened, sessions)),
    ]
    return {
      title: 'Archive',
      text: `The meter values of ${figure(sessions.length)} sessions of ${READINGS} readings of four samples, of one company over a year: ${figure(before)} bytes a session in blocks with their index, ${figure(after)} in ${named.length} Parquet files. They move at ${figure(rate)} sessions a second, read back and compared. The readings of one session, the store on the same machine:\n\n${table(
        ['read', 'p50 ms', 'p95 ms'],
        taken.map(m => [m.what, figure(m.p50), figure(m.p95)]),
      )}`,
    }
  } finally {
    await db.destroy()
    await store.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
