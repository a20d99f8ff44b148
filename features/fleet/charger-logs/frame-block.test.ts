// The log of frames in batches, blocks and rows of earlier versions: every reader tells the same before, while and after
// frames move from one to the other.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAllParts } from '#office/installation/parts.store.ts'
import { namedFiles } from '#platform/archive/archived.ts'
import { makeParts } from '#platform/db/parts.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { type Frame, saveFrames } from './frame.store.ts'
import { archiveFrames, bringFramesBack, type MovedFrames } from './frame-archive.store.ts'
import { packBatches, sealFrames } from './frame-block.store.ts'
import { frameCounter, listInterval, listPage, type Position, positionOf } from './log.store.ts'
import { between } from './log-between.store.ts'
import { exchange, search, type WantedRows } from './log-search.store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
let t: TestApp
let pks: number[]
const now = new Date()
const ago = (ms: number) => new Date(now.getTime() - ms)
const ROWS = 1800

beforeAll(async () => {
  t = await startApp()
  pks = [t.world.chargers.dc.pk, t.world.chargers.ac.pk]
  await makeAllParts(t.db, ago(12 * DAY_MS))
  const rows: Frame[] = []
  // Ten days, unevenly; requests with their answers in the same row, and frames alone; some at the same instant.
  for (let i = 0; i < ROWS; i++) {
    const at = ago(10 * DAY_MS * (1 - (i / ROWS) ** 2))
    const pk = pks[i % 5 === 0 ? 1 : 0] ?? 0
    const message = `[2,"m${i}","${i % 3 === 0 ? 'Heartbeat' : 'MeterValues'}",{"note":"${i % 97 === 0 ? 'Grün' : 'x'}"}]`
    const next = { at: new Date(at.getTime() + (i % 40)), message: `[3,"m${i}",{}]` }
    rows.push({ pk, at, direction: 0, message, ...(i % 4 > 0 && { next }) })
    if (i % 50 === 0) rows.push({ pk, at, direction: 1, message: `[2,"o${i}","Reset",{}]` })
  }
  await saveFrames(t.db, rows)
})
afterAll(() => t.close())

/** All that readers tell of a charge point. */
async function toldOf(pk: number) {
  const pages: unknown[] = []
  let before: Position | undefined
  for (let isMore = true; isMore; ) {
    const { entries, next } = await listPage(t.services, pk, { page: 1, limit: 100, before, now })
    pages.push(entries)
    before = next === null ? undefined : positionOf(next)
    isMore = next !== null
  }
  const searches: unknown[] = []
  for (const wanted of [{ q: 'grün' }, { action: 'Reset' }, { kind: 'ANSWER' }] satisfies WantedRows[])
    for (const firstStep of [40, 5000]) {
      const { entries, next } = await search(t.services, pk, { wanted, limit: 30, now, firstStep, patienceMs: 60_000 })
      searches.push(entries, next)
    }
  const span = { from: ago(9.5 * DAY_MS), to: ago(DAY_MS) }
  const [rows, counted] = await between(t.services, pk, span, { limit: 500, now }, async ({ rows, times }) => {
    const counted = await sql`select count(*) as n, min(at) as first, max(at) as last from (${times}) f`.execute(t.db)
    return [await rows, counted.rows]
  })
  return {
    pages,
    searches,
    deep: await listPage(t.services, pk, { page: 7, limit: 100, now }),
    interval: await listInterval(t.services, pk, { from: span.from, until: ago(5 * DAY_MS), limit: 300, now }),
    exchanged: await exchange(t.services, pk, {
      at: ago(10 * DAY_MS * (1 - (301 / ROWS) ** 2)),
      messageId: 'm301',
      now,
    }),
    count: await frameCounter(t.services)(pk, now),
    since: await frameCounter(t.services)(pk, now, ago(4 * DAY_MS)),
    between: rows,
    counted,
  }
}

async function archive(before: Date): Promise<MovedFrames[]> {
  const moved: MovedFrames[] = []
  await archiveFrames(t.db, t.services.archive, { before, place: '' }, m => moved.push(m))
  return moved
}
const told = () => Promise.all(pks.map(toldOf))
const first = async () => JSON.stringify(await listPage(t.services, pks[0] ?? 0, { page: 9, limit: 100, now }))
const rowsIn = async () =>
  (
    await sql<{ rows: number; batches: number; blocks: number }>`select
      (select count(*) from ocpp_frame_row where at < ${ago(3 * DAY_MS)}) as rows,
      (select count(*) from ocpp_frame_batch) as batches, (select count(*) from ocpp_frame_block) as blocks`.execute(
      t.db,
    )
  ).rows[0]
/** Reads again and again while the work goes on: each time the same must be told. Returns the result of the work. */
async function readWhile(work: Promise<number>): Promise<number> {
  const state = { isOver: false }
  const before = await first()
  const watched = work.finally(() => {
    state.isOver = true
  })
  for (let i = 0; !state.isOver || i === 0; i++) expect((await first()) === before).toBe(true)
  return watched
}
const isSame = async (before: unknown) => JSON.stringify(await told()) === JSON.stringify(before)

test('pages, intervals, searches, exchanges and counts are the same from batches, from blocks and from rows of earlier versions', async () => {
  const before = await told()
  expect(before[0]?.count).toBeGreaterThan(2000)
  expect(before[0]?.exchanged).toHaveLength(2)
  expect(await rowsIn()).toMatchObject({ rows: 0, blocks: 0 })

  // Nothing is packed before its hour has passed.
  expect(await packBatches(t.db, new Date())).toBe(0)
  expect(await readWhile(packBatches(t.db, new Date(Date.now() + 2 * HOUR_MS)))).toBe(ROWS + ROWS / 50)
  expect(await rowsIn()).toMatchObject({ rows: 0, batches: 0 })
  expect((await rowsIn())?.blocks).toBeGreaterThan(5)
  expect(await isSame(before)).toBe(true)

  await makeParts(t.db, { ocpp_frame_row: 1 }, ago(12 * DAY_MS))
  await sql`insert into ocpp_frame_row (id, chargepoint_pk, at, direction, message, next_at, next_message)
    select id, chargepoint_pk, at, direction, message, next_at, next_message from ocpp_frame_pair`.execute(t.db)
  await sql`truncate ocpp_frame_block`.execute(t.db)
  expect(await isSame(before)).toBe(true)
  expect(await readWhile(sealFrames(t.db, now))).toBeGreaterThan(7)
  expect((await rowsIn())?.rows).toBe(0)
  expect((await rowsIn())?.blocks).toBeGreaterThan(10)
  expect(await isSame(before)).toBe(true)

  // A frame that is written late is shown in its place by time.
  const late = { pk: pks[0] ?? 0, at: ago(5 * DAY_MS), direction: 0 as const, message: '[2,"late","Heartbeat",{}]' }
  await saveFrames(t.db, [late])
  const found = () =>
    listInterval(t.services, late.pk, { from: late.at, until: new Date(late.at.getTime() + 1), limit: 9, now })
  const shown = await found()
  expect(shown.map(e => e.message)).toContain(late.message)
  expect(await packBatches(t.db, new Date(Date.now() + 2 * HOUR_MS))).toBe(1)
  expect(await found()).toEqual(shown)
})

test('the same is told from the archive, of what is older than the database keeps too, and after the way back', async () => {
  const before = await told()
  const files = await archive(ago(5 * DAY_MS))
  expect(files.map(f => f.companyId)).toEqual(files.map(() => t.world.one.companyId))
  expect(files.reduce((n, f) => n + f.n, 0)).toBeGreaterThan(ROWS / 5)
  expect(await archive(ago(5 * DAY_MS))).toEqual([])
  expect(await isSame(before)).toBe(true)

  // 88 days later the oldest frames are past the 90 days of the database, and shown from the archive.
  const later = new Date(now.getTime() + 88 * DAY_MS)
  const pk = pks[0] ?? 0
  const page = () => listPage(t.services, pk, { page: 1, limit: 5000, now: later })
  const count = () => frameCounter(t.services)(pk, later)
  expect((await page()).entries.length).toBe(before[0]?.count)
  expect(await count()).toBe(before[0]?.count)
  // A reader who may see the charger's frames only from a day on is shown no older ones from the archive.
  const since = ago(7 * DAY_MS)
  const own = await listPage(t.services, pk, { page: 1, limit: 5000, since, now: later })
  expect(own.entries.every(e => new Date(e.messageTime) >= since)).toBe(true)
  expect(await frameCounter(t.services)(pk, later, since)).toBe(own.entries.length)

  for (const file of await namedFiles(t.db)) await bringFramesBack(t.db, t.services.archive, file)
  expect(await isSame(before)).toBe(true)
  expect((await page()).entries.length).toBeLessThan(before[0]?.count ?? 0)
})

test('frames move away and back under readers', async () => {
  const work = async () => {
    await archive(ago(DAY_MS))
    for (const file of await namedFiles(t.db)) await bringFramesBack(t.db, t.services.archive, file)
    return (await namedFiles(t.db)).length
  }
  expect(await readWhile(work())).toBe(0)
})

test('a block takes less than a quarter of its rows', async () => {
  const { rows } = await sql<{ packed: number; plain: number }>`select
      sum(pg_column_size(ids) + pg_column_size(ats) + pg_column_size(messages) + pg_column_size(next_ats) + pg_column_size(next_messages)) as packed,
      sum((select sum(length(m) + 60) from unnest(messages || next_messages) m)) as plain
    from ocpp_frame_block where n > 50`.execute(t.db)
  expect(Number(rows[0]?.packed)).toBeLessThan(Number(rows[0]?.plain) / 4)
})

test('a log whose archive is away is refused, and never shown as empty', async () => {
  await archive(ago(5 * DAY_MS))
  const [file] = await namedFiles(t.db)
  await t.services.files.remove(file?.name ?? '')
  const headers = await t.as('operator')
  const url = `/cms/v1/team/${t.world.one.teamId}/charger/DC-1/log`
  expect((await t.app.inject({ url: `${url}?limit=5`, headers })).statusCode).toBe(200)
  for (const query of ['?limit=500&page=4', '/search?q=nothing', '/search?q=m3']) {
    const reply = await t.app.inject({ url: `${url}${query}`, headers })
    expect([reply.statusCode, reply.json().message]).toEqual([503, expect.stringContaining('from the archive')])
  }
})
