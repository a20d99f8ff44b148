// The log of frames at 10 million: pages, intervals and searches of a usual and of a busy charger, what keeping costs, and
// what an index over the texts would cost, which is why there is none.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { saveFrames } from '#fleet/charger-logs/frame.store.ts'
import { frameCounter, listInterval, listPage } from '#fleet/charger-logs/log.store.ts'
import { exchange, search, type WantedRows } from '#fleet/charger-logs/log-search.store.ts'
import { dropOldFrames, makeAllParts } from '#office/installation/parts.store.ts'
import { openArchive } from '#platform/archive/archive.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { startPostgres } from '#platform/db/embedded.ts'
import { migrate } from '#platform/db/migrations.ts'
import { folderFiles } from '#platform/files/files.ts'
import { newFolder } from './stand.ts'
import { figure, median, type Section, table, target } from './table.ts'
import { measured, timed } from './transactions.ts'

const FRAMES = Number(process.env.BENCH_FRAMES ?? 10_000_000)
const CHARGERS = 5000
/** One charger speaks as much as 200 others. */
const BUSY = 1
const BUSY_FRAMES = Math.round(FRAMES / 25)
const DAY_MS = 86_400_000
const DAYS = 89
const TIMES = 30
const BATCH = 500
const BATCHES = 60

/** Rows of a request and its answer, in the order of time; heartbeats, states and readings by turns. */
const fill = (db: Db, now: Date, rows: number, pk: ReturnType<typeof sql>) =>
  sql`
  insert into ocpp_frame_row (chargepoint_pk, at, direction, message, next_at, next_message)
  select ${pk}, at, 0,
    case n % 3 when 0 then '[2,"' || n || '","Heartbeat",{}]'
      when 1 then '[2,"' || n || '","StatusNotification",{"connectorId":1,"errorCode":"NoError","status":"' ||
        (array['Available', 'Preparing', 'Charging', 'Finishing'])[1 + n % 4] || '","timestamp":"' || at || '"}]'
      else '[2,"' || n || '","MeterValues",{"connectorId":1,"transactionId":' || n % 100000 || ',"meterValue":[{"timestamp":"' || at ||
        '","sampledValue":[{"value":"' || n % 90000 || '","measurand":"Energy.Active.Import.Register","unit":"Wh"},{"value":"' ||
        n % 22000 || '","measurand":"Power.Active.Import","unit":"W"},{"value":"' || n % 100 || '","measurand":"SoC","unit":"Percent"}]}]}]' end,
    at + interval '4 milliseconds',
    case n % 3 when 0 then '[3,"' || n || '",{"currentTime":"' || at || '"}]' else '[3,"' || n || '",{}]' end
  from (select n, date_trunc('milliseconds', ${now}::timestamptz - make_interval(secs => (${rows}::int - n) * ${(DAYS * 86_400) / rows}::float8)) as at
    from generate_series(1, ${rows}::int) n) g`.execute(db)

type Taken = { what: string; p50: number; p95: number }
async function reading(db: Db, now: Date): Promise<Taken[]> {
  // Nothing is archived.
  const source = { db, archive: openArchive(() => folderFiles('.')) }
  const taken: Taken[] = []
  const measure = async (what: string, work: () => Promise<unknown>, times = TIMES) =>
    taken.push(measured(what, await timed(times, work)))
  const until = new Date(now.getTime() - 40 * DAY_MS)
  let charger = 100
  for (const [name, next] of [
    ['usual', () => ++charger],
    ['busy', () => BUSY],
  ] as const) {
    const count = frameCounter(source)
    await measure(`${name}: first page`, () => listPage(source, next(), { page: 1, limit: 50, now }))
    await measure(`${name}: first page with the exact total, first time`, () => {
      const pk = next()
      const fresh = name === 'busy' ? frameCounter(source) : count
      return Promise.all([listPage(source, pk, { page: 1, limit: 50, now }), fresh(pk, now)])
    })
    await measure(`${name}: page 40 days back`, () =>
      listPage(source, next(), { page: 1, limit: 50, before: { at: until, id: 0 }, now }),
    )
    const day = { until, now, limit: 5001 }
    await measure(`${name}: interval of a day`, () =>
      listInterval(source, next(), { ...day, from: new Date(until.getTime() - DAY_MS) }),
    )
    await measure(`${name}: interval of 31 days`, () =>
      listInterval(source, next(), { ...day, from: new Date(until.getTime() - 31 * DAY_MS) }),
    )
    await measure(`${name}: request and answer`, () => exchange(source, next(), { at: until, messageId: '77', now }))
    const looked: [string, WantedRows][] = [
      ['action', { action: 'StatusNotification' }],
      ['common text', { q: 'charging' }],
      ['text that nothing has, one call', { q: 'no such text' }],
    ]
    for (const [what, wanted] of looked)
      await measure(`${name}: search, ${what}`, () => search(source, next(), { wanted, limit: 50, now }), 10)
  }
  return taken
}

/** Frames a second as the gateway writes them, of 500 chargers at a time. */
async function writing(db: Db, now: Date): Promise<number> {
  const rates: number[] = []
  for (let b = 0; b < BATCHES; b++) {
    const rows = Array.from({ length: BATCH }, (_, i) => {
      const at = new Date(now.getTime() + b * 100)
      const text = `[2,"w${b}-${i}","StatusNotification",{"connectorId":1,"errorCode":"NoError","status":"Charging","timestamp":"${at.toISOString()}"}]`
      return { pk: 1000 + i, at, direction: 0 as const, message: text, next: { at, message: `[3,"w${b}-${i}",{}]` } }
    })
    const start = performance.now()
    await saveFrames(db, rows)
    rates.push((BATCH * 2) / ((performance.now() - start) / 1000))
  }
  return median(rates)
}

export async function logs(): Promise<Section> {
  const now = new Date(Math.floor(Date.now() / 1000) * 1000)
  const folder = newFolder()
  const postgres = await startPostgres(join(folder, 'db'))
  const db = openDb(postgres.config)
  try {
    await migrate(postgres.config)
    await makeAllParts(db, new Date(now.getTime() - 91 * DAY_MS))
    await fill(db, now, (FRAMES - BUSY_FRAMES) / 2, sql`100 + n % ${CHARGERS}::int`)
    await fill(db, now, BUSY_FRAMES / 2, sql`${BUSY}::int`)
    await sql`vacuum analyze ocpp_frame_row`.execute(db)
    const taken = await reading(db, now)
    const plain = await writing(db, now)
    // The part that is written to; the others would take hours.
    const { rows } = await sql<{ part: string }>`select tableoid::regclass::text as part from ocpp_frame_row
      where at >= ${now} limit 1`.execute(db)
    const part = rows[0]?.part ?? ''
    await sql`create extension if not exists pg_trgm`.execute(db)
    await sql`create index words on ${sql.table(part)} using gin (message gin_trgm_ops, next_message gin_trgm_ops)`.execute(
      db,
    )
    const indexed = await writing(db, new Date(now.getTime() + 60_000))
    await sql`drop index words`.execute(db)
    const start = performance.now()
    const dropped = await dropOldFrames(db, new Date(now.getTime() + 40 * DAY_MS))
    const dropping = performance.now() - start
    const pages = taken.filter(t => t.what.endsWith('first page'))
    const slowest = Math.max(...pages.map(t => t.p95))
    return {
      title: 'Logs',
      text: `The log of one network: ${figure(FRAMES)} frames of ${figure(CHARGERS)} chargers over ${DAYS} days in weekly parts, ${figure(BUSY_FRAMES)} of them of one busy charger, each reading of another charger, the first of it left out. Target for the first page, p95: ${target(slowest, '<', 100, ' ms')}. The exact total of a charger is counted once and remembered. A search reads backwards for about a second and says how far it came; of a busy charger a text that nothing has takes several calls.\n\n${table(
        ['call', 'p50 ms', 'p95 ms'],
        taken.map(t => [t.what, figure(t.p50), figure(t.p95)]),
      )}\n\nWriting, in batches of ${figure(BATCH * 2)} frames: ${figure(plain)} frames a second; with a trigram index over the texts ${figure(indexed)}, so there is none, and a search needs nothing that writing pays for. Retention drops whole parts: ${dropped} of them in ${figure(dropping)} ms.`,
    }
  } finally {
    await db.destroy()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
