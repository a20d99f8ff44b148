// The log of frames: the rights to read it, pages and intervals newest first, exact totals at low cost, and no secrets.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSecurityEvent, dropOldSecurityEvents } from '#fleet/stations/charger-notice.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { bootedCharger, newCharger } from '#testing/ocpp.ts'
import type { LogEntry } from './charger-log.contract.ts'
import { type Frame, saveFrames } from './frame.store.ts'
import { frameCounter, listInterval, listPage, type Position, positionOf } from './log.store.ts'
import type { SecurityEventRow } from './security-event.contract.ts'

let t: TestApp
let base: { ws: string }
let headers: { authorization: string }
const DAY = 86_400_000
const now = new Date()
const ago = (ms: number) => new Date(now.getTime() - ms)

beforeAll(async () => {
  t = await startApp()
  base = await t.listen()
  headers = await t.as('operator')
  const { ac } = t.world.chargers
  await saveFrames(
    t.db,
    Array.from({ length: 120 }, (_, i) => ({
      pk: ac.pk,
      // Two frames a minute, the last of them an hour ago; the first two at the same instant.
      at: ago(3_600_000 + Math.max(0, 118 - i) * 30_000),
      direction: (i % 2) as 0 | 1,
      message: `[2,"m${i}","Heartbeat",{}]`,
    })),
  )
})
afterAll(() => t.close())

type Page = { data: LogEntry[]; page: number; limit: number; total: number; next: string | null }
const log = (query = '', charger = 'AC-1', path = 'log') =>
  t.app.inject({ url: `/cms/v1/team/${t.world.one.teamId}/charger/${charger}/${path}${query}`, headers })
const page = async (query = ''): Promise<Page> => (await log(query)).json()
const names = (p: Page) => p.data.map(d => d.message.split('"')[1])

describe('rights', () => {
  test.each([
    ['nobody', 404],
    ['finance', 200],
    ['viewer', 200],
    ['operator', 200],
    ['admin', 200],
    ['root', 200],
    ['stranger', 404],
  ] as [Person, number][])('%s reads the log: %i', async (person, status) => {
    const as = await t.as(person)
    for (const path of [
      'log',
      'logs',
      'security-events?page=1&pageSize=10',
      'log/time_interval?startDate=2026-01-01&startTime=00:00:00&endDate=2026-01-02&endTime=00:00:00',
    ]) {
      const r = await t.app.inject({ url: `/cms/v1/team/${t.world.one.teamId}/charger/AC-1/${path}`, headers: as })
      expect(r.statusCode, path).toBe(status)
    }
  })
  test('without a token nothing is read', async () => {
    const r = await t.app.inject({ url: `/cms/v1/team/${t.world.one.teamId}/charger/AC-1/log` })
    expect(r.statusCode).toBe(401)
  })
  test('a charger of another company is not found', async () => {
    expect((await log('', 'OTHER-1')).json()).toMatchObject({ success: false, message: 'Charge point not found' })
    expect((await log('', String(t.world.chargers.other.pk))).statusCode).toBe(404)
  })
})

describe('security events', () => {
  type Events = { data: SecurityEventRow[]; total: number }
  const events = async (query = 'page=1&pageSize=10', charger = 'AC-1') =>
    (await log(`?${query}`, charger, 'security-events')).json() as Events
  const filtered = (...conditions: object[]) =>
    `page=1&pageSize=10&filters=${encodeURIComponent(JSON.stringify({ combine: 'AND', conditions }))}`

  test('what a charger reports, with both times, and what the server refused; searched, filtered and paged', async () => {
    const c = await bootedCharger(t, base.ws)
    const at = (minutesAgo: number) => ago(minutesAgo * 60_000).toISOString()
    const report = (type: string, timestamp: string, techInfo?: string) =>
      c.call('SecurityEventNotification', { type, timestamp, ...(techInfo && { techInfo }) })
    await report('TamperDetectionActivated', at(90), 'Lid')
    await report('InvalidMessages', at(60))
    await report('X-VendorDoor', '1970-01-01T00:00:00Z')
    await c.close()
    const refusedAt = t.services.now()
    await addSecurityEvent(t.db, {
      pk: c.pk,
      identity: c.id,
      source: 'server',
      type: 'InvalidTLSVersion',
      techInfo: 'TLS is required (::1)',
      at: refusedAt,
      receivedAt: refusedAt,
    })
    const all = await events(undefined, c.id)
    expect(all.total).toBe(4)
    expect(all.data.map(e => [e.type, e.severity, e.source, e.techInfo])).toEqual([
      ['InvalidTLSVersion', 'Not critical', 'Server', 'TLS is required (::1)'],
      // The charger's clock is far off: the time of receipt counts, and both times are returned.
      ['X-VendorDoor', 'Not critical', 'Charger', null],
      ['InvalidMessages', 'Not critical', 'Charger', null],
      ['TamperDetectionActivated', 'Critical', 'Charger', 'Lid'],
    ])
    expect(all.data[1]).toMatchObject({ toldAt: '1970-01-01T00:00:00.000Z', at: all.data[1]?.receivedAt })
    expect(all.data[3]).toMatchObject({ toldAt: null, at: at(90) })
    expect(Date.parse(all.data[3]?.receivedAt ?? '')).toBeGreaterThanOrEqual(now.getTime())
    const critical = { field: 'severity', operator: 'equals', value: 'Critical' }
    const types = async (query: string) => (await events(query, c.id)).data.map(e => e.type)
    expect(await types(filtered(critical))).toEqual(['TamperDetectionActivated'])
    expect(await types(filtered({ field: 'source', operator: 'equals', value: 'Server' }))).toEqual([
      'InvalidTLSVersion',
    ])
    expect(await types('page=1&pageSize=10&q=tamper')).toEqual(['TamperDetectionActivated'])
    expect(await types('page=2&pageSize=3')).toEqual(['TamperDetectionActivated'])
    expect(await types('page=1&pageSize=2&sort=type')).toEqual(['InvalidMessages', 'InvalidTLSVersion'])
    expect((await events()).total).toBe(0)
    expect((await log('', 'OTHER-1', 'security-events')).statusCode).toBe(404)
  })

  test('what the charger reported at another company stays there, and old events go', async () => {
    const { pk, id } = await newCharger(t)
    const event = (minutesAgo: number) =>
      addSecurityEvent(t.db, {
        pk,
        identity: id,
        source: 'charger',
        type: 'MemoryExhaustion',
        techInfo: null,
        at: ago(minutesAgo * 60_000),
        receivedAt: ago(minutesAgo * 60_000),
      })
    await event(401 * 24 * 60)
    await event(120)
    await event(30)
    expect(await t.db.transaction().execute(trx => dropOldSecurityEvents(trx, now))).toBe(1)
    expect((await events(undefined, id)).total).toBe(2)
    await sql`insert into charger_team_history (chargepoint_pk, team_id, since)
      values (${pk}, ${t.world.two.teamId}, ${ago(600 * 60_000)}), (${pk}, ${t.world.one.teamId}, ${ago(3_600_000)})`.execute(
      t.db,
    )
    expect((await events(undefined, id)).total).toBe(1)
  })
})

describe('pages', () => {
  test('fifty, newest first, with the numbers beside', async () => {
    const p = await page()
    expect(p).toMatchObject({ page: 1, limit: 50, total: 120 })
    expect(p.data).toHaveLength(50)
    expect(p.data[0]).toEqual({
      id: expect.any(Number),
      messageTime: ago(3_600_000).toISOString(),
      messageType: 'OUTGOING',
      message: '[2,"m119","Heartbeat",{}]',
    })
    expect(names(p).slice(0, 3)).toEqual(['m119', 'm118', 'm117'])
  })
  test('by number and by position the same rows come, each once, and the last page is short', async () => {
    const byNumber = [...names(await page('?page=1')), ...names(await page('?page=2')), ...names(await page('?page=3'))]
    const byPosition: (string | undefined)[] = []
    let next: string | null = ''
    while (next !== null) {
      const p: Page = await page(`?limit=50${next && `&before=${next}`}`)
      byPosition.push(...names(p))
      next = p.next
    }
    expect(byNumber).toHaveLength(120)
    expect(byPosition).toEqual(byNumber)
    expect(new Set(byNumber).size).toBe(120)
    expect(await page('?page=3')).toMatchObject({ next: null })
    expect((await page('?page=4')).data).toEqual([])
  })
  test('rows that arrive meanwhile do not shift what comes by position', async () => {
    const first = await page('?limit=10')
    await saveFrames(t.db, [
      { pk: t.world.chargers.ac.pk, at: new Date(), direction: 0, message: '[2,"late","Heartbeat",{}]' },
    ])
    expect(names(await page(`?limit=10&before=${first.next}`))[0]).toBe('m109')
    await sql`delete from ocpp_frame_batch where messages[1] like '%"late"%'`.execute(t.db)
  })
  test('the charger is named by its id or its key, on the path log and on logs', async () => {
    const { ac } = t.world.chargers
    for (const r of [await log('', String(ac.pk)), await log('', ac.id, 'logs'), await log('', String(ac.pk), 'logs')])
      expect(r.json().total).toBe(120)
  })
  test.each(['?page=0', '?limit=0', '?limit=501', '?page=x', '?before=1'])('%s is refused', async query => {
    expect((await log(query)).statusCode).toBe(422)
  })
})

describe('an interval', () => {
  const interval = (from: Date, to: Date, over: Record<string, string> = {}) => {
    const [a, b] = [from.toISOString(), to.toISOString()]
    const q = {
      startDate: a.slice(0, 10),
      startTime: a.slice(11, 19),
      endDate: b.slice(0, 10),
      endTime: b.slice(11, 19),
      ...over,
    }
    return log(`?${new URLSearchParams(q)}`, 'AC-1', 'log/time_interval')
  }
  test('holds both ends, to the second, newest first', async () => {
    const r = (await interval(ago(3_600_000 + 60_000), ago(3_600_000))).json()
    expect(r.data.map((d: LogEntry) => d.message.split('"')[1])).toEqual(['m119', 'm118', 'm117', 'm116'])
    expect(r).toMatchObject({ total: 4, isCut: false })
  })
  test.each([
    ['end not after start', ago(0), ago(0), {}],
    ['end before start', ago(0), ago(1000), {}],
    ['a missing value', ago(2000), ago(0), { startTime: '' }],
    ['no day', ago(2000), ago(0), { startDate: '2026-02-31' }],
    ['text', ago(2000), ago(0), { endTime: 'noon' }],
  ])('%s is no valid interval', async (_what, from, to, over) => {
    const r = await interval(from, to, over)
    expect(r.statusCode).toBe(422)
    expect(r.json().message).toBe('Please select a valid time interval')
  })
  test('a value left out is no valid interval either', async () => {
    const r = await log('?startDate=2026-01-01', 'AC-1', 'log/time_interval')
    expect(r.statusCode).toBe(422)
    expect(r.json().message).toBe('Please select a valid time interval')
  })
  test('31 days are allowed, a second more is not', async () => {
    expect((await interval(ago(31 * DAY), now)).statusCode).toBe(200)
    expect((await interval(ago(31 * DAY + 1000), now)).statusCode).toBe(422)
  })
  test('of more than 5000 frames the newest come, and that there are more is told', async () => {
    const { dc } = t.world.chargers
    await sql`insert into ocpp_frame_row (chargepoint_pk, at, direction, message)
      select ${dc.pk}, ${ago(2 * DAY)}::timestamptz + i * interval '1 second', 0, 'm' || i from generate_series(1, 5001) i`.execute(
      t.db,
    )
    const q = new URLSearchParams({
      startDate: ago(2 * DAY)
        .toISOString()
        .slice(0, 10),
      startTime: '00:00:00',
      endDate: now.toISOString().slice(0, 10),
      endTime: '23:59:59',
    })
    const r = (await log(`?${q}`, 'DC-1', 'log/time_interval')).json()
    expect(r.data).toHaveLength(5000)
    expect(r).toMatchObject({ isCut: true })
    expect([r.data[0].message, r.data.at(-1).message]).toEqual(['m5001', 'm2'])
  })
})

test('the total is exact over months, and past 90 days nothing is told', async () => {
  const pk = 990_001
  const at = [0, 0.5, 3, 8, 8, 20, 45, 89, 91, 96].map(days => ({
    pk,
    at: ago(days * DAY),
    direction: 0 as const,
    message: 'x',
  }))
  await saveFrames(t.db, at)
  const count = frameCounter(t.services)
  expect(await count(pk, now)).toBe(8)
  await saveFrames(t.db, [{ pk, at: ago(0), direction: 1, message: 'y' }])
  expect(await count(pk, now)).toBe(9)
  // Two weeks later the remembered days still count, and the oldest frames are past their time.
  expect(await count(pk, new Date(now.getTime() + 14 * DAY))).toBe(8)
  expect(await frameCounter(t.services)(pk, new Date(now.getTime() + 14 * DAY))).toBe(8)
})

test('frames that share a row are read one by one, in their order, by number, by position and in an interval', async () => {
  const pk = 990_003
  const at = (i: number) => ago(500_000 - Math.floor(i / 3) * 400)
  // Pairs and single frames by turns, three at each instant, so that pages and instants cut through rows.
  const all = Array.from({ length: 61 }, (_, i) => ({ at: at(i), direction: (i % 2) as 0 | 1, message: `f${i}` }))
  const rows: Frame[] = []
  for (let i = 0; i < all.length; ) {
    const [first, second] = [all[i], all[i + 1]]
    if (!first) break
    const isPair = i % 5 < 3 && second
    rows.push({ pk, ...first, next: isPair ? second : undefined })
    i += isPair ? 2 : 1
  }
  await saveFrames(t.db, rows)
  const expected = all
    .map(f => `${f.direction === 0 ? 'INCOMING' : 'OUTGOING'} ${f.at.toISOString()} ${f.message}`)
    .reverse()
  const shown = (e: LogEntry) => `${e.messageType} ${e.messageTime} ${e.message}`
  for (const limit of [1, 4, 7, 100]) {
    const byNumber: string[] = []
    const byPosition: string[] = []
    let before: Position | undefined
    for (let page = 1; page <= Math.ceil(61 / limit); page++) {
      byNumber.push(...(await listPage(t.services, pk, { page, limit, now })).entries.map(shown))
      const p = await listPage(t.services, pk, { page: 1, limit, before, now })
      byPosition.push(...p.entries.map(shown))
      before = p.next ? positionOf(p.next) : undefined
    }
    expect(byNumber).toEqual(expected)
    expect(byPosition).toEqual(expected)
  }
  // From the second frame of a row to the first frame of another.
  for (const [from, until] of [
    [at(4), at(31)],
    [at(0), at(61)],
    [at(9), at(12)],
  ] as const) {
    const inside = all.filter(f => f.at >= from && f.at < until).map(f => f.message)
    for (const limit of [3, 100])
      expect((await listInterval(t.services, pk, { from, until, limit, now })).map(e => e.message)).toEqual(
        inside.toReversed().slice(0, limit),
      )
  }
  expect(await frameCounter(t.services)(pk, now)).toBe(61)
  const { rows: seen } = await sql<{ message: string }>`select message from ocpp_frame where chargepoint_pk = ${pk}
    order by id`.execute(t.db)
  expect(seen.map(r => r.message)).toEqual(all.map(f => f.message))
})

test('in a log of 100 000 frames the total and the deepest page cost little', async () => {
  const pk = 990_002
  await sql`insert into ocpp_frame_row (chargepoint_pk, at, direction, message)
    select ${pk}, ${now}::timestamptz - i * interval '75 seconds', i % 2, '[2,"' || i || '","Heartbeat",{}]'
    from generate_series(1, 100000) i`.execute(t.db)
  await sql`vacuum analyze ocpp_frame_row`.execute(t.db)
  const count = frameCounter(t.services)
  const timed = async (run: () => Promise<unknown>) => {
    const from = performance.now()
    await run()
    return performance.now() - from
  }
  const first = await timed(async () => expect(await count(pk, now)).toBe(100_000))
  const again = await timed(async () => expect(await count(pk, now)).toBe(100_000))
  const deepest = { at: ago(99_900 * 75_000), id: 0 }
  const deep = await timed(async () => {
    const { entries } = await listPage(t.services, pk, { page: 1, limit: 50, before: deepest, now })
    expect(entries[0]?.message).toContain('99901')
  })
  console.info(`count: first ${first.toFixed(0)} ms, then ${again.toFixed(0)} ms; deepest page ${deep.toFixed(0)} ms`)
  expect(again).toBeLessThan(250)
  expect(deep).toBeLessThan(250)
}, 60_000)

test('frames of a real socket are in the log, with keys blacked out, and come live to who asks', async () => {
  const seen: LogEntry[] = []
  const off = t.services.bus.onEvent(({ event }) => {
    if (event.type === 'log') seen.push(event as never)
  })
  const unwatch = t.services.bus.watchLog(t.world.chargers.dc.pk)
  const c = await TestCharger.open(base.ws, 'DC-1')
  await c.boot()
  await c.call('DataTransfer', { vendorId: 'V', data: '{"password":"hush-hush"}' }).catch(() => undefined)
  await c.call('Heartbeat', {})
  await c.close()
  unwatch()
  off()
  expect(seen.map(s => s.messageType)).toContain('OUTGOING')
  expect(seen.some(s => s.message.includes('Heartbeat'))).toBe(true)
  // Deferred writes are finished by the time the server has ended.
  await t.restart()
  const r: Page = (await log('?limit=20', 'DC-1')).json()
  expect(r.data.some(d => d.messageType === 'INCOMING' && d.message.includes('"Heartbeat"'))).toBe(true)
  expect(r.data.some(d => d.message.includes('hush-hush'))).toBe(false)
  const live = seen.find(s => s.message.includes('"Heartbeat"'))
  expect(r.data.some(d => d.message === live?.message && d.messageTime === live?.messageTime)).toBe(true)
})
