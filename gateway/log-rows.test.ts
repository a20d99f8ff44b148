// The log by either way: a frame and its answer in one row, or each in a row of its own, are read alike.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPage } from '#fleet/charger-logs/log.store.ts'
import type { Station } from '#fleet/stations/station.memory.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { deferredWrites } from './deferred-writes.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

test('frames that share rows and frames with a row each give the same log', async () => {
  const { ac, dc } = t.world.chargers
  const now = t.app.services.now()
  const frames: ['in' | 'out', number, string][] = [
    ['in', 0, '[2,"1","Heartbeat",{}]'],
    ['out', 2, '[3,"1",{}]'],
    ['out', 3, '[2,"a","Reset",{}]'],
    ['in', 5, '[2,"2","Heartbeat",{}]'],
    ['in', 6, '[3,"a",{"status":"Accepted"}]'],
    // Its answer comes late.
    ['out', 2500, '[3,"2",{}]'],
  ]
  const ways = [
    { pk: ac.pk, sharesRows: true, rows: 4 },
    { pk: dc.pk, sharesRows: false, rows: 6 },
  ]
  const logs = []
  for (const { pk, sharesRows, rows } of ways) {
    const writes = deferredWrites(t.app.services, { sharesRows })
    const station = { charger: { pk } } as Station
    for (const [way, ms, text] of frames) writes.frame(station, way, text, new Date(now.getTime() - 10_000 + ms))
    await writes.close()
    const stored = await sql<{
      n: number
    }>`select count(*) as n from ocpp_frame_pair where chargepoint_pk = ${pk}`.execute(t.db)
    expect(stored.rows[0]?.n).toBe(rows)
    const { entries } = await listPage(t.services, pk, { page: 1, limit: 20, now })
    logs.push(entries.map(({ id: _id, ...entry }) => entry))
  }
  expect(logs[0]?.map(e => e.message)).toEqual(frames.map(([, , text]) => text).reverse())
  expect(logs[1]).toEqual(logs[0])
})
