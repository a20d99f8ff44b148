// Searching frames: the right to search; a search finds the same frames as a look at every frame, in pieces of any
// size; a request and its answer find each other; only the parts of the table around the requested time are read.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAllParts } from '#office/installation/parts.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import type { LogEntry } from './charger-log.contract.ts'
import { type Frame, saveFrames } from './frame.store.ts'
import { listInterval, listPage, type Position, positionOf } from './log.store.ts'
import { exchange, search, type WantedRows } from './log-search.store.ts'

let t: TestApp
const now = new Date()
const ago = (ms: number) => new Date(now.getTime() - ms)
const ACTIONS = ['Heartbeat', 'StatusNotification', 'StartTransaction']
type Told = { at: Date; direction: 0 | 1; message: string }
const all: Told[] = []

beforeAll(async () => {
  t = await startApp()
  // Calls with their answers in the same row, late answers, errors and a text that is no frame; three at an instant.
  for (let i = 0; i < 240; i++) {
    const at = ago(9_000_000 - Math.floor(i / 3) * 700)
    const action = ACTIONS[i % 3]
    all.push({ at, direction: 0, message: `[2,"m${i}","${action}",{"note":"${i % 7 === 0 ? 'Grün' : 'blue'}"}]` })
    if (i % 4 === 0)
      all.push({ at: new Date(at.getTime() + 30), direction: 1, message: `[4,"m${i}","NotSupported","",{}]` })
    else all.push({ at: new Date(at.getTime() + 20), direction: 1, message: `[3,"m${i}",{"status":"Accepted"}]` })
  }
  all.push({ at: ago(100_000), direction: 0, message: 'StartTransaction, but no frame' })
  const rows: Frame[] = []
  for (let i = 0; i < all.length; i++) {
    const [first, next] = [all[i] as Told, all[i + 1]]
    const isPair = i % 10 < 7 && next !== undefined && next.direction !== first.direction && next.at >= first.at
    rows.push({ pk: t.world.chargers.ac.pk, ...first, ...(isPair && { next }) })
    if (isPair) i++
  }
  await saveFrames(t.db, rows)
})
afterAll(() => t.close())

const call = async (path: string, charger = 'AC-1', as: Person = 'operator') =>
  t.app.inject({
    url: `/cms/v1/team/${t.world.one.teamId}/charger/${charger}/log/${path}`,
    headers: await t.as(as),
  })

describe('rights', () => {
  test.each([
    ['nobody', 404],
    ['finance', 200],
    ['viewer', 200],
    ['operator', 200],
    ['stranger', 404],
  ] as [Person, number][])('%s: %i', async (person, status) => {
    for (const path of ['search?q=x', `exchange?at=${now.toISOString()}&messageId=m1`])
      expect((await call(path, 'AC-1', person)).statusCode, path).toBe(status)
  })
  test('a charger of another company is not found', async () => {
    for (const path of ['search?q=x', `exchange?at=${now.toISOString()}&messageId=m1`])
      expect((await call(path, 'OTHER-1')).statusCode).toBe(404)
  })
  test.each([
    ['search?action=%5B', 422],
    ['search?kind=OTHER', 422],
    ['search?messageType=BOTH', 422],
    ['search?before=x', 422],
    ['exchange?at=yesterday&messageId=m1', 422],
    ['exchange?at=2026-01-01T00:00:00Z', 422],
  ])('%s: %i', async (path, status) => expect((await call(path)).statusCode).toBe(status))
  test('an interval that lacks a value, or is none, is refused in the words of the log', async () => {
    for (const part of [
      'startDate=2026-01-01',
      'startDate=2026-01-02&startTime=00:00:00&endDate=2026-01-01&endTime=00:00:00',
    ])
      expect((await call(`search?q=x&${part}`)).json().message).toBe('Please select a valid time interval')
  })
})

test('of a charger that came from another operator only what passed since is read, by every way; the platform reads all', async () => {
  const { one, two } = t.world
  const { rows } = await sql<{ pk: number }>`insert into charger (company_id, team_id, chargepoint_id, chargepoint_name)
    values (${one.companyId}, ${one.teamId}, 'MOVED-1', 'Moved') returning chargepoint_pk as pk`.execute(t.db)
  const pk = rows[0]?.pk ?? 0
  await sql`insert into charger_team_history (chargepoint_pk, team_id, since) values (${pk}, ${two.teamId}, ${ago(90_000_000)}),
    (${pk}, ${one.teamId}, ${ago(3_600_000)})`.execute(t.db)
  const frame = (id: string, at: Date) => ({ pk, at, direction: 0 as const, message: `[2,"${id}","Heartbeat",{}]` })
  await saveFrames(t.db, [frame('theirs', ago(3_700_000)), frame('ours', ago(3_500_000))])
  const [start, end] = [ago(3_800_000).toISOString(), now.toISOString()]
  const interval = `startDate=${start.slice(0, 10)}&startTime=${start.slice(11, 19)}&endDate=${end.slice(0, 10)}&endTime=${end.slice(11, 19)}`
  const at = ago(3_700_000).toISOString()
  const ways = [
    '',
    `/time_interval?${interval}`,
    '/search?q=heartbeat',
    `/search?q=heartbeat&${interval}`,
    `/exchange?at=${at}&messageId=theirs`,
  ]
  for (const way of ways) {
    const read = async (as: Person) => {
      const url = `/cms/v1/team/${as === 'root' ? t.world.gp : one.teamId}/charger/MOVED-1/log${way}`
      const r = await t.app.inject({ url, headers: await t.as(as) })
      expect(r.statusCode, url).toBe(200)
      return { ids: r.json().data.map((e: LogEntry) => e.message.split('"')[1]), total: r.json().total }
    }
    const isExchange = way.startsWith('/exchange')
    for (const person of ['operator', 'admin'] as const)
      expect(await read(person), `${person} ${way}`).toMatchObject({ ids: isExchange ? [] : ['ours'] })
    expect((await read('root')).ids, way).toEqual(isExchange ? ['theirs'] : ['ours', 'theirs'])
    if (way === '') expect([(await read('operator')).total, (await read('root')).total]).toEqual([1, 2])
  }
  const line = `/cms/v1/team/${one.teamId}/charger/MOVED-1/timeline?from=${start}&to=${end}&lanes=messages`
  const seen = (await t.app.inject({ url: line, headers: await t.as('operator') })).json().data.messages.events
  expect(seen.map((e: { message: string }) => e.message.split('"')[1])).toEqual(['ours'])
})

/** Returns the frames that a look at every frame finds, newest first. */
const naive = ({ q, action, kind, messageType }: WantedRows): string[] => {
  const begins = kind && { REQUEST: '[2', ANSWER: '[3', ERROR: '[4' }[kind]
  return all
    .map((f, n) => ({ ...f, n }))
    .filter(f => !messageType || (f.direction === 0) === (messageType === 'INCOMING'))
    .filter(f => !begins || f.message.startsWith(begins))
    .filter(f => !action || new RegExp(`^\\[2,"m\\d+","${action}"`).test(f.message))
    .filter(f => !q || f.message.toLowerCase().includes(q.toLowerCase()))
    .toSorted((a, b) => b.at.getTime() - a.at.getTime() || b.n - a.n)
    .map(f => f.message)
}
const maybe = <T>(...values: T[]) => fc.constantFrom<T | undefined>(undefined, ...values)

test('in whatever pieces the rows are read, each frame that fits comes once', async () => {
  const wanted = fc.record({
    q: maybe('GRÜN', 'm1', '"status":"Acc', 'nothing of the kind', '%', '_'),
    action: maybe(...ACTIONS, 'Reset'),
    kind: maybe('REQUEST' as const, 'ANSWER' as const, 'ERROR' as const),
    messageType: maybe('INCOMING' as const, 'OUTGOING' as const),
  })
  const order = (texts: readonly string[]) => texts.toSorted()
  await fc.assert(
    fc.asyncProperty(wanted, fc.constantFrom(1, 7, 50), fc.constantFrom(5, 40, 1000), async (w, limit, firstStep) => {
      const found: LogEntry[] = []
      let before: Position | undefined
      for (let i = 0; i < 2000; i++) {
        const s = { wanted: w, limit, before, now, patienceMs: 0, firstStep }
        const { entries, next } = await search(t.services, t.world.chargers.ac.pk, s)
        found.push(...entries)
        if (next === null) break
        before = positionOf(next)
      }
      expect(order(found.map(f => f.message))).toEqual(order(naive(w)))
      const times = found.map(f => f.messageTime)
      expect(times).toEqual(times.toSorted().toReversed())
    }),
    { numRuns: 25 },
  )
})

test('a search keeps to its interval, and says how far it has come', async () => {
  const from = ago(9_000_000 - 7000)
  const until = ago(9_000_000 - 14_000)
  const q = { wanted: { action: 'Heartbeat' }, limit: 500, from, until, now }
  const { entries, next, searchedTo } = await search(t.services, t.world.chargers.ac.pk, q)
  expect(entries.length).toBeGreaterThan(5)
  expect(entries.every(e => new Date(e.messageTime) >= from && new Date(e.messageTime) < until)).toBe(true)
  expect([next, searchedTo]).toEqual([null, from])
  const r = (await call('search?action=Heartbeat&limit=2')).json()
  expect(r.data).toHaveLength(2)
  expect(r.searchedTo).toBe(r.data[1].messageTime)
  expect((await call('search?q=nothing-at-all')).json()).toMatchObject({ data: [], next: null })
})

test('a request and its answer are found by their id, from either; the id of another is none', async () => {
  const { pk } = t.world.chargers.ac
  const of = async (messageId: string, at: Date) =>
    (await exchange(t.services, pk, { at, messageId, now })).map(e => e.message.slice(0, 7))
  const at = (all.find(f => f.message.includes('"m12"')) as Told).at
  expect(await of('m12', at)).toEqual(['[2,"m12', '[4,"m12'])
  expect(await of('m12', new Date(at.getTime() + 30))).toEqual(['[2,"m12', '[4,"m12'])
  expect(await of('m12', new Date(at.getTime() - 301_000))).toEqual([])
  expect(await of('Heartbeat', at)).toEqual([])
  const r = await call(`exchange?at=${at.toISOString()}&messageId=m12`)
  expect(r.json().data).toHaveLength(2)
})

test('a page, an interval, a search and an exchange read no part of the table outside their time', async () => {
  const { pk } = t.world.chargers.dc
  const days = Array.from({ length: 85 }, (_, day) => day)
  await makeAllParts(t.db, ago(90 * 86_400_000))
  await saveFrames(
    t.db,
    days.flatMap(day =>
      [0, 1, 2].map(n => ({ pk, at: ago(day * 86_400_000 + n), direction: 0 as const, message: 'x' })),
    ),
  )
  const scans = async (trx: Trx): Promise<Map<string, number>> => {
    const { rows } = await sql<{ name: string; n: number }>`
      select p.relname as name, (pg_stat_get_xact_numscans(p.oid) + coalesce((select sum(pg_stat_get_xact_numscans(x.indexrelid))
        from pg_index x where x.indrelid = p.oid), 0))::int as n
      from pg_inherits i join pg_class p on p.oid = i.inhrelid
      where i.inhparent = 'ocpp_frame_row'::regclass order by 1`.execute(trx)
    return new Map(rows.map(r => [r.name, r.n]))
  }
  /** The parts of the table whose rows or index were read. */
  const readBy = (work: (db: Db) => Promise<unknown>): Promise<string[]> =>
    t.db.transaction().execute(async trx => {
      const before = await scans(trx)
      await work(trx as unknown as Db)
      return [...(await scans(trx))].filter(([name, n]) => n > (before.get(name) ?? 0)).map(([name]) => name)
    })
  /** The parts between two numbers of days ago; each part is a day of UTC. */
  const partsOf = (from: number, to: number): string[] => {
    const day = (days: number) => Math.floor(ago(days * 86_400_000).getTime() / 86_400_000)
    const name = (n: number) => new Date(n * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
    return Array.from({ length: day(to) - day(from) + 1 }, (_, i) => `ocpp_frame_row_${name(day(from) + i)}`)
  }
  const at = ago(40 * 86_400_000)
  const sourceOn = (db: Db) => ({ db, archive: t.services.archive })
  const works: [string, (db: Db) => Promise<unknown>, string[]][] = [
    ['page', db => listPage(sourceOn(db), pk, { page: 1, limit: 5, now }), partsOf(7, -1)],
    ['deep page', db => listPage(sourceOn(db), pk, { page: 1, limit: 5, before: { at, id: 0 }, now }), partsOf(47, 40)],
    [
      'interval',
      db => listInterval(sourceOn(db), pk, { from: ago(41 * 86_400_000), until: at, limit: 100, now }),
      partsOf(41.1, 40),
    ],
    // A search looks a week back from where its last look ended: here twice.
    [
      'search',
      db => search(sourceOn(db), pk, { wanted: { q: 'x' }, limit: 5, before: { at, id: 0 }, now, firstStep: 5 }),
      partsOf(54, 40),
    ],
    ['exchange', db => exchange(sourceOn(db), pk, { at, messageId: 'x', now }), partsOf(40.1, 39.9)],
  ]
  // A prepared statement has a plan of its own at first, and a common plan later.
  for (const [name, work, parts] of works)
    for (let i = 0; i < 8; i++) {
      const read = await readBy(work)
      expect(read.length, name).toBeGreaterThan(0)
      // Beside the days there is a part for all other times, which is empty: it may be read where the time asked for
      // reaches beyond the days that exist.
      const ofDays = read.filter(part => part !== 'ocpp_frame_row_rest')
      expect(parts, `${name}, time ${i}`).toEqual(expect.arrayContaining(ofDays))
    }
})
