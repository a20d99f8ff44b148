// Uptime as the API serves it, against the rule: the right to read it, windows and labels, causes, outages of sites;
// the sums added up hour by hour equal the history, even where something earlier is reported late.
import { hourMs, minuteMs, startOfDay } from '@wattdesk/base/time'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { correctTimes } from '#fleet/maintenance/maintenance-charger.store.ts'
import type { LiveStatus } from '#fleet/stations/station.rules.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { compareUptime, ensureUptime, keepUptime, momentsUntil, rebuildUptime } from './uptime.commands.ts'
import { type Change, intervalsOf, percentOf, sumsOf, withPlanned } from './uptime.rules.ts'

let t: TestApp
const zone = 'Asia/Kolkata'
const START = Date.UTC(2026, 2, 10, 18, 30)
const clock = { now: new Date(START) }
beforeAll(async () => {
  t = await startApp({ now: () => clock.now })
})
afterAll(() => t.close())
beforeEach(async () => {
  clock.now = new Date(START)
  await sql`truncate uptime_mark, uptime_point, station_status_history, connection_history`.execute(t.db)
  await sql`delete from setting where key = 'uptime'`.execute(t.db)
  await sql`update charger_state set first_boot_at = null`.execute(t.db)
  await sql`delete from maintenance_window`.execute(t.db)
})

const team = () => t.world.one.teamId
const ask = async (person: Person | 'anonymous', path: string, teamId = team()) =>
  t.app.inject({
    url: `/cms/v1/team/${teamId}/station-uptime${path}`,
    headers: person === 'anonymous' ? {} : await t.as(person),
  })
const get = async (path: string) => (await ask('viewer', path)).json()
const at = (minutes: number) => new Date(START + minutes * minuteMs)
const dc = () => t.world.chargers.dc.pk
const ac = () => t.world.chargers.ac.pk
const boot = (pk: number, when: Date) =>
  sql`update charger_state set first_boot_at = ${when} where chargepoint_pk = ${pk}`.execute(t.db)
const told = (
  pk: number,
  to: LiveStatus,
  when: Date,
  { byHand = false, isPlanned = false, reason = null as string | null } = {},
) =>
  sql`insert into station_status_history (company_id, team_id, chargepoint_pk, from_status, to_status, reason, changed_by, changed_at, is_planned)
    values (1, ${team()}, ${pk}, 'offline', ${to}, ${reason}, ${byHand ? t.world.userIds.admin : null}, ${when}, ${isPlanned})`.execute(
    t.db,
  )
const event = (pk: number, what: string, when: Date, reason: string | null = null) =>
  sql`insert into connection_history (company_id, team_id, chargepoint_pk, connection_no, event, reason, at)
    values (1, ${team()}, ${pk}, 1, ${what}, ${reason}, ${when})`.execute(t.db)

/** A planned maintenance of a charger; answers its number. */
async function planned(pk: number, from: Date, to: Date): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`with w as (insert into maintenance_window (company_id, team_id, reason, starts_at, ends_at,
        sets_inoperative, created_at)
      values (${t.world.one.companyId}, ${team()}, 'New cables', ${from}, ${to}, true, ${from}) returning maintenance_id)
    insert into maintenance_charger (maintenance_id, chargepoint_pk, company_id, planned_from, planned_to)
    select maintenance_id, ${pk}, ${t.world.one.companyId}, ${from}, ${to} from w returning maintenance_id as id`.execute(
    t.db,
  )
  return rows[0]?.id ?? 0
}

describe('who may', () => {
  const people = ['anonymous', 'nobody', 'stranger', 'viewer', 'finance', 'operator', 'admin', 'root'] as const
  test.each(['', '/DC-1', '/outages?timeRange=7d'])('%s', async path => {
    const codes = await Promise.all(people.map(async p => (await ask(p, path)).statusCode))
    expect(codes).toEqual([401, 404, 404, 200, 200, 200, 200, 200])
  })
  test('a role without view on charge points reads all three', async () => {
    const set = (may: boolean) =>
      sql`update role_access set can_view = ${may} where role_id = ${t.world.one.roles.Viewer} and feature_id = 2`.execute(
        t.db,
      )
    await set(false)
    const codes = []
    for (const path of ['', '/DC-1', '/outages?timeRange=7d']) codes.push((await ask('viewer', path)).statusCode)
    await set(true)
    expect(codes).toEqual([200, 200, 200])
  })
  test.each([
    ['?timeRange=2d', 422],
    ['?statusFilter=fine', 422],
    ['?includeDetails=perhaps', 422],
    ['?page=0', 422],
    ['/NONE', 404],
    ['/OTHER-1', 404],
  ])('%s: %d', async (path, code) => expect((await ask('viewer', path)).statusCode).toBe(code))
})

describe('the list', () => {
  beforeEach(async () => {
    await boot(dc(), at(-3 * 1440))
    await told(dc(), 'online', at(-3 * 1440))
    await told(dc(), 'offline', at(60))
    await told(dc(), 'charging', at(120))
    await boot(ac(), at(240))
    await told(ac(), 'online', at(239))
    clock.now = at(360)
  })

  test.each([false, true])('today by hours, those to come left out; added up before: %s', async isKept => {
    if (isKept) {
      expect(await keepUptime(t.services)).toBeGreaterThan(0)
      clock.now = at(361)
      await told(dc(), 'offline', at(360))
    } else await told(dc(), 'offline', at(360))
    clock.now = at(390)
    const { data, total } = await get('?timeRange=1d&includeDetails=true&statusFilter=all')
    expect(data.historicalTrend.labels).toEqual(['00:00', '01:00', '02:00', '03:00', '04:00', '05:00', '06:00'])
    // Until 04:00 only one of the two had booted; the hour that goes on has half an hour.
    expect(data.historicalTrend.uptimeData).toEqual(
      isKept ? [100, 0, 100, 100, 100, 100, 50] : [...Array(5).fill(null), 100, 50],
    )
    expect(data.stations.slice(0, 2)).toEqual([
      {
        id: dc(),
        name: expect.any(String),
        chargepointId: 'DC-1',
        location: { city: expect.toSatisfy(c => c === null || typeof c === 'string') },
        uptime: 76.92,
        status: 'needs_attention',
      },
      expect.objectContaining({ id: ac(), uptime: 100, status: 'excellent' }),
    ])
    expect(data.summary).toMatchObject({
      overallUptime: 88.46,
      excellentStations: 1,
      goodStations: 0,
      needsAttentionStations: 1,
    })
    expect(data.summary.otherStations).toBe(total - 2)
    expect(data.summary).toMatchObject({ from: at(0).toISOString(), to: at(390).toISOString() })
  })

  test('pages, filters by class, and the summary alone', async () => {
    await keepUptime(t.services)
    const first = await get('?timeRange=7d&page=1&pageSize=1')
    const second = await get('?timeRange=7d&page=2&pageSize=1')
    expect([first.data.stations[0].id, second.data.stations[0].id]).toEqual([dc(), ac()])
    expect((await get('?timeRange=7d&page=99&pageSize=5')).data).toMatchObject({
      stations: [],
      summary: first.data.summary,
    })
    const excellent = await get('?timeRange=7d&statusFilter=excellent')
    expect(excellent.data.stations.map((s: { id: number }) => s.id)).toContain(ac())
    expect(excellent.total).toBe(excellent.data.summary.excellentStations)
    const other = await get('?timeRange=7d&statusFilter=other')
    for (const s of other.data.stations) expect(s).toMatchObject({ uptime: null, status: 'other' })
    expect((await get('?timeRange=7d&includeDetails=false')).data.stations).toEqual([])
    expect(first.data.historicalTrend.labels).toEqual([
      'Thursday',
      'Friday',
      'Saturday',
      'Sunday',
      'Monday',
      'Tuesday',
      'Wednesday',
    ])
    expect((await get('?timeRange=30d')).data.historicalTrend.labels.at(-1)).toBe('11 Mar')
    expect((await get('?timeRange=90d')).data.historicalTrend.labels).toHaveLength(90)
  })
})

describe('one station', () => {
  test('its downtimes with their causes, newest first, maintenance by hand outside the figure', async () => {
    await boot(dc(), at(0))
    await told(dc(), 'online', at(0))
    await told(dc(), 'offline', at(10))
    await event(dc(), 'disconnected', at(10), 'Closed with 1006')
    await event(dc(), 'connected', at(20))
    await event(dc(), 'booted', at(21))
    await told(dc(), 'online', at(20))
    await told(dc(), 'offline', at(30))
    await event(dc(), 'disconnected', at(30), 'Server ended')
    await event(dc(), 'connected', at(35))
    await told(dc(), 'online', at(35))
    await told(dc(), 'maintenance', at(40), { byHand: true, reason: 'Cable' })
    await told(dc(), 'online', at(50), { byHand: true })
    await told(dc(), 'maintenance', at(55), { reason: 'GroundFailure' })
    clock.now = at(60)
    const { data } = await get('/DC-1?timeRange=1d')
    const whole = data.downtimes.map(({ beganBefore, ...d }: { beganBefore: boolean }) => (beganBefore ? null : d))
    expect(whole).toEqual([
      { from: at(55).toISOString(), to: null, minutes: 5, cause: 'charger', reason: 'GroundFailure' },
      { from: at(40).toISOString(), to: at(50).toISOString(), minutes: 10, cause: 'planned', reason: 'Cable' },
      { from: at(30).toISOString(), to: at(35).toISOString(), minutes: 5, cause: 'ours', reason: null },
      { from: at(10).toISOString(), to: at(20).toISOString(), minutes: 10, cause: 'power', reason: null },
    ])
    // 30 of 50 minutes.
    expect(data).toMatchObject({ id: dc(), uptime: 60, status: 'needs_attention' })
    expect(data.historicalTrend).toEqual({ labels: ['00:00', '01:00'], uptimeData: [60, null] })
    const list = await get('?timeRange=1d')
    expect(list.data.stations[0]).toMatchObject({ id: dc(), uptime: 60 })
  })
})

test('planned maintenance is neither up nor down, and stands among the downtimes with its reason', async () => {
  await boot(dc(), at(0))
  await told(dc(), 'online', at(0))
  await told(dc(), 'offline', at(60))
  await told(dc(), 'online', at(150))
  await planned(dc(), at(30), at(120))
  await planned(dc(), at(200), at(400))
  for (const isKept of [false, true]) {
    clock.now = at(300)
    if (isKept) expect(await keepUptime(t.services)).toBeGreaterThan(0)
    const { data } = await get('?timeRange=1d')
    // Up: 30 minutes, and 50 after the return; down: 30 minutes.
    expect(data.stations[0]).toMatchObject({ id: dc(), uptime: 72.73 })
    const one = (await get('/DC-1?timeRange=1d')).data
    expect(one).toMatchObject({ uptime: 72.73, historicalTrend: { uptimeData: [100, null, 50, 100, null, null] } })
    expect(one.downtimes).toMatchObject([
      { from: at(200).toISOString(), to: null, minutes: 100, cause: 'planned', reason: 'New cables' },
      { from: at(120).toISOString(), to: at(150).toISOString(), minutes: 30 },
      { from: at(30).toISOString(), to: at(120).toISOString(), minutes: 90, cause: 'planned', reason: 'New cables' },
    ])
  }
})

test('an outage from before the period is cut and says so; one that begins with the period does not', async () => {
  await boot(dc(), at(-2000))
  await told(dc(), 'offline', at(-1500))
  await told(dc(), 'online', at(10))
  await boot(ac(), at(-2000))
  await told(ac(), 'online', at(-2000))
  await told(ac(), 'offline', at(0))
  clock.now = at(60)
  const cut = async (id: string) =>
    (await get(`/${id}?timeRange=1d`)).data.downtimes.map((d: { from: string; beganBefore: boolean }) => [
      d.from,
      d.beganBefore,
    ])
  expect(await cut('DC-1')).toEqual([[at(0).toISOString(), true]])
  expect(await cut('AC-1')).toEqual([[at(0).toISOString(), false]])
})

test('the way back from maintenance belongs to it; the mean of halves is rounded up', async () => {
  await boot(dc(), at(0))
  await told(dc(), 'online', at(0))
  await told(dc(), 'maintenance', at(10), { byHand: true })
  await told(dc(), 'online', at(20), { byHand: true })
  await told(dc(), 'maintenance', at(20), { isPlanned: true })
  await told(dc(), 'online', at(25))
  // 99.99 % of the time that counts.
  await told(dc(), 'offline', new Date(at(60).getTime() - 270))
  await boot(ac(), at(0))
  await told(ac(), 'online', at(0))
  clock.now = at(60)
  const { data } = await get('/DC-1?timeRange=1d')
  expect(data.downtimes.map((d: { cause: string; minutes: number }) => [d.cause, d.minutes])).toEqual([
    ['network', 0],
    ['planned', 15],
  ])
  expect(data.uptime).toBe(99.99)
  // (99.99 + 100) / 2 = 99.995
  expect((await get('?timeRange=1d')).data.summary.overallUptime).toBe(100)
})

test('another business zone: all of it is added up anew at the start', async () => {
  await boot(dc(), at(0))
  await told(dc(), 'online', at(0))
  clock.now = at(300)
  const services = { ...t.services, timeZone: 'Europe/Berlin' }
  await keepUptime(t.services)
  expect(await ensureUptime(t.services)).toBe(false)
  expect(await ensureUptime(services)).toBe(true)
  expect(await ensureUptime(services)).toBe(false)
  expect(await ensureUptime(t.services)).toBe(true)
})

test('stations of one site that go away within a minute are one outage', async () => {
  const { rows } = await sql<{ id: number }>`insert into charging_site (company_id, team_id, zone_name)
    values (${t.world.one.companyId}, ${team()}, 'Depot') returning zone_id as id`.execute(t.db)
  await sql`update charger set zone_id = ${rows[0]?.id} where chargepoint_pk in (${dc()}, ${ac()})`.execute(t.db)
  for (const [pk, delay] of [
    [dc(), 0],
    [ac(), 0.5],
  ] as const) {
    await boot(pk, at(0))
    await told(pk, 'online', at(0))
    await told(pk, 'offline', at(10 + delay))
    await event(pk, 'connected', at(20))
    await event(pk, 'booted', at(20))
    await told(pk, 'online', at(20))
    // An hour apart: each its own.
    await told(pk, 'offline', at(100 + 60 * pk))
  }
  clock.now = at(300)
  const { data } = await get('/outages?timeRange=1d')
  expect(data).toEqual([
    {
      siteId: rows[0]?.id,
      siteName: 'Depot',
      from: at(10).toISOString(),
      to: at(20).toISOString(),
      minutes: 10,
      cause: 'power',
      stations: [expect.objectContaining({ id: dc() }), expect.objectContaining({ id: ac() })],
    },
  ])
  await sql`update charger set zone_id = null`.execute(t.db)
})

describe('what is added up', () => {
  const statuses = fc.constantFrom<LiveStatus>('online', 'charging', 'offline', 'maintenance')
  const step = fc.record({
    minutes: fc.integer({ min: 1, max: 700 }),
    to: statuses,
    isPlanned: fc.boolean(),
    isLate: fc.boolean(),
    runs: fc.boolean(),
  })
  const pause = fc.record({
    gap: fc.integer({ min: 0, max: 900 }),
    length: fc.integer({ min: 1, max: 900 }),
    isCorrected: fc.boolean(),
  })
  test('equals the history at any time and in any window, late news, planned maintenance and its corrections and all', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 25 }),
        fc.integer({ min: 0, max: 300 }),
        fc.array(pause, { maxLength: 5 }),
        async (steps, bootMin, pauses) => {
          clock.now = new Date(START)
          await sql`truncate uptime_mark, uptime_point, station_status_history`.execute(t.db)
          await sql`delete from setting where key = 'uptime'`.execute(t.db)
          await boot(dc(), at(bootMin))
          await sql`delete from maintenance_window`.execute(t.db)
          let end = 0
          const windows = pauses.map(p => {
            const from = end + p.gap
            end = from + p.length
            return { ...p, from: at(from), to: at(end), reason: 'New cables' }
          })
          const ids: number[] = []
          for (const w of windows) ids.push(await planned(dc(), w.from, w.to))
          let minute = 0
          const changes: Change[] = []
          const late: Change[] = []
          const tell = async (c: Change) => {
            await told(dc(), c.to, c.at, { byHand: c.isPlanned })
            changes.push({ ...c, isPlanned: c.isPlanned })
          }
          for (const s of steps) {
            minute += s.minutes
            const c: Change = { at: at(minute), to: s.to, isPlanned: s.isPlanned, reason: null }
            if (s.isLate) late.push(c)
            else await tell(c)
            clock.now = at(minute + 3)
            if (s.runs) await keepUptime(t.services)
          }
          for (const c of late) await tell(c)
          for (const [n, w] of windows.entries()) {
            if (!w.isCorrected || w.to > at(minute)) continue
            w.to = new Date((w.from.getTime() + w.to.getTime()) / 2)
            await t.db.transaction().execute(trx => correctTimes(trx, ids[n] ?? 0, w))
          }
          // Two runs: the second run looks again at the time around the first.
          clock.now = at(minute + 200)
          await keepUptime(t.services)
          await keepUptime(t.services)
          expect(await compareUptime(t.services)).toEqual([])
          const ordered = changes.toSorted((a, b) => a.at.getTime() - b.at.getTime())
          for (const range of ['1d', '7d']) {
            const from = startOfDay(clock.now, zone, range === '1d' ? 0 : -6)
            const all = intervalsOf(ordered, { from, to: clock.now, firstBootAt: at(bootMin) })
            const expected = percentOf(sumsOf(withPlanned(all, windows)))
            const { data } = await get(`?timeRange=${range}`)
            expect(data.stations.find((s: { id: number }) => s.id === dc())?.uptime ?? null).toBe(expected)
            expect((await get(`/DC-1?timeRange=${range}`)).data.uptime).toBe(expected)
          }
        },
      ),
      { numRuns: 8 },
    )
  }, 60_000)

  test('a charger that is deleted keeps what it adds to the past: nothing to mend, and a rebuild changes no point', async () => {
    const points = async () =>
      (
        await sql`select team_id, span, at, stations, percent_sum::text as sum from uptime_point order by 1, 2, 3`.execute(
          t.db,
        )
      ).rows
    await boot(dc(), at(-3000))
    await told(dc(), 'online', at(-3000))
    await told(dc(), 'offline', at(-200))
    clock.now = at(600)
    await keepUptime(t.services)
    await sql`update charger set deleted_at = ${at(620)} where chargepoint_pk = ${dc()}`.execute(t.db)
    try {
      clock.now = at(900)
      await keepUptime(t.services)
      const before = await points()
      expect(before.length).toBeGreaterThan(0)
      expect(await compareUptime(t.services)).toEqual([])
      await rebuildUptime(t.services)
      expect(await points()).toEqual(before)
      expect(await compareUptime(t.services)).toEqual([])
    } finally {
      await sql`update charger set deleted_at = null where chargepoint_pk = ${dc()}`.execute(t.db)
    }
  })

  test('is thinned out to days, and made anew by another zone or on demand, with the same sums', async () => {
    await boot(dc(), at(-20 * 1440))
    await told(dc(), 'online', at(-20 * 1440))
    await told(dc(), 'offline', at(-10 * 1440 + 77))
    await told(dc(), 'online', at(-9 * 1440 + 5))
    await keepUptime(t.services)
    const before = (await get('?timeRange=30d')).data
    const marks = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from uptime_mark`.execute(t.db)).rows[0]?.n
    const kept = await marks()
    for (let day = 1; day <= 6; day++) {
      clock.now = at(day * 1440)
      await keepUptime(t.services)
    }
    expect(await marks()).toBe((kept ?? 0) + 6)
    clock.now = at(0)
    await rebuildUptime(t.services)
    expect((await get('?timeRange=30d')).data).toEqual(before)
    await keepUptime({ ...t.services, timeZone: 'Asia/Kathmandu' })
    expect(await compareUptime(t.services)).toEqual([])
  })

  test('one that differs from the history is told', async () => {
    await boot(dc(), at(-1440))
    await told(dc(), 'online', at(-1440))
    await keepUptime(t.services)
    await sql`update uptime_mark set up_ms = up_ms - 1 where at = (select max(at) from uptime_mark)`.execute(t.db)
    expect(await compareUptime(t.services)).toEqual([dc()])
    await rebuildUptime(t.services)
    expect(await compareUptime(t.services)).toEqual([])
  })
})

test('the moments: midnights long past, then hours, each once, none before its time', () => {
  const now = new Date('2026-03-10T05:01:00Z')
  const moments = momentsUntil(new Date('2026-02-20T10:00:00Z'), now, zone)
  expect(moments[0]).toEqual(new Date('2026-02-20T18:30:00Z'))
  expect(moments.at(-1)).toEqual(new Date('2026-03-10T04:30:00Z'))
  expect(new Set(moments.map(m => m.getTime())).size).toBe(moments.length)
  expect(moments.toSorted((a, b) => a.getTime() - b.getTime())).toEqual(moments)
  const hours = moments.filter(m => m >= new Date('2026-03-06T18:30:00Z'))
  for (const [i, m] of hours.entries()) expect(m.getTime()).toBe((hours[0]?.getTime() ?? 0) + i * hourMs)
  expect(momentsUntil(new Date('2026-03-10T04:30:00Z'), now, zone)).toEqual([])
})

test('whole days that are over: the same share from the history and from the sums, and nothing of today', async () => {
  // 11 March of India begins at minute 0.
  await boot(dc(), at(0))
  for (const [to, minute] of [
    ['online', 0],
    ['offline', 6 * 60],
    ['online', 36 * 60],
    ['offline', 48 * 60],
  ] as const)
    await told(dc(), to, at(minute))
  clock.now = at(50 * 60)
  const share = async (from: string, to = from) => {
    const { data } = await get(`?from=${from}&to=${to}`)
    const { overallUptime, from: first, to: end } = data.summary
    return [overallUptime, first, end, data.historicalTrend.labels.length]
  }
  const iso = (minutes: number) => at(minutes).toISOString()
  for (const sums of [false, true]) {
    if (sums) await keepUptime(t.services)
    expect(await share('2026-03-11')).toEqual([25, iso(0), iso(24 * 60), 24])
    expect(await share('2026-03-12')).toEqual([50, iso(24 * 60), iso(48 * 60), 24])
    expect(await share('2026-03-11', '2026-03-12')).toEqual([37.5, iso(0), iso(48 * 60), 2])
  }
  for (const [query, field] of [
    ['?from=2026-03-12&to=2026-03-13', 'to'],
    ['?from=2026-03-12&to=2026-03-11', 'to'],
    ['?from=2025-12-01&to=2026-03-12', 'from'],
    ['?from=2026-03-12', 'to'],
    ['?to=2026-03-12', 'from'],
    ['?from=2026-02-30&to=2026-03-12', 'from'],
  ] as const) {
    const r = await ask('viewer', query)
    expect([query, r.statusCode, Object.keys(r.json().errors)]).toEqual([query, 422, [field]])
  }
})
