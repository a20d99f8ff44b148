// The figures of the dashboard as they are served: rights, counts, and refusals.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '#testing/app.ts'

let t: TestApp
const NOW = new Date('2026-03-10T06:00:00Z')
beforeAll(async () => {
  t = await startApp({ now: () => NOW })
  await sql`delete from transaction`.execute(t.db)
})
afterAll(() => t.close())

const team = () => t.world.one.teamId
const ask = async (person: Person | 'anonymous', path: string, teamId = team()) =>
  t.app.inject({
    url: `/cms/v1/team/${teamId}${path}`,
    headers: person === 'anonymous' ? {} : await t.as(person),
  })
const get = async (path: string, person: Person = 'viewer', teamId = team()) => (await ask(person, path, teamId)).json()
/** Seven days of India up to the 10th of March. */
const WEEK = 'start=2026-03-03T18:30:00.000Z&end=2026-03-10T18:29:59.999Z&type=Last7Days'
let connector = 0
/** A session that has ended and is billed. */
async function session(
  startedAt: string,
  energyWh: number,
  paise: number,
  more: { type?: string; teamId?: number; inReview?: boolean; isRunning?: boolean; isDismissed?: boolean } = {},
) {
  connector++
  const { type = 'CARD', teamId = team(), inReview = false, isRunning = false, isDismissed = false } = more
  await sql`insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type,
      connector_id, id_tag, started_at, meter_start_wh, tolerance_watt, payment_type, stopped_at, stop_reason, in_review,
      is_dismissed, energy_wh, charged_paise)
    select company_id, id, 1, 'X', 'X', 'DC', ${connector}, 'X', ${startedAt}::timestamptz, 0, 300, ${type},
      ${isRunning ? null : new Date(Date.parse(startedAt) + 1_800_000)}::timestamptz, ${isRunning || inReview ? null : 'Local'},
      ${inReview}, ${isDismissed}, ${energyWh}::bigint, ${paise}::bigint from team where id = ${teamId}`.execute(t.db)
}

describe('who may', () => {
  const people = ['anonymous', 'nobody', 'stranger', 'viewer', 'finance', 'operator', 'admin', 'root'] as const
  test.each([
    `/dashboard_stats?${WEEK}`,
    `/totalEnergy?${WEEK}&field=totalEnergy`,
    '/transactions/graph?start=2026-03-04&end=2026-03-10',
  ])('%s', async path => {
    const codes = await Promise.all(people.map(async p => (await ask(p, path)).statusCode))
    expect(codes).toEqual([401, 404, 404, 200, 200, 200, 200, 200])
  })
})

describe('what is refused', () => {
  test.each([
    ['/totalNonsense?start=2026-03-03T18:30:00Z&end=2026-03-10T18:29:59Z', 404],
    ['/constructor?start=2026-03-03T18:30:00Z&end=2026-03-10T18:29:59Z', 404],
    ['/totalNonsense', 404],
    ['/totalEnergy', 422],
    [`/totalEnergy?${WEEK}&field=totalSessions`, 422],
    [`/dashboard_stats?${WEEK}&field=totalNonsense`, 422],
    ['/totalEnergy?start=yesterday&end=2026-03-10T18:29:59Z', 422],
    ['/totalEnergy?start=2026-03-10T18:30:00Z&end=2026-03-10T18:29:59Z', 422],
    ['/totalEnergy?start=0001-03-10T18:30:00Z&end=2026-03-10T18:29:59Z', 422],
    [`/dashboard_stats?${WEEK.replace('Last7Days', 'LastYear')}`, 422],
    ['/transactions/graph?start=2026-03-04', 422],
    ['/transactions/graph?start=2026-03-04&end=2026-02-30', 422],
    ['/transactions/graph?start=2026-03-11&end=2026-03-10', 422],
    ['/transactions/graph?start=2020-01-01&end=2026-03-10', 422],
    ['/transactions/graph?start=2026-03-04&end=2026-03-10&baseStart=2026-03-03&baseEnd=2026-03-01', 422],
  ])('%s: %d', async (path, code) => expect((await ask('viewer', path)).statusCode).toBe(code))
  test('a statistic that is none is named, with those that there are, to those who may be here', async () => {
    const { message } = await get('/totalNonsense')
    expect(message).toBe(
      'There is no statistic named totalNonsense. There are totalDevices, onlineDevices, offlineDevices, totalEnergy, totalRevenue, totalSessions.',
    )
    expect((await get('/totalNonsense', 'stranger')).message).toBe('Team not found')
  })
})

describe('sessions', () => {
  beforeAll(async () => {
    // At the very edges of the week, and a day before it.
    await session('2026-03-03T18:30:00.000Z', 12_000, 25_050)
    await session('2026-03-10T18:29:59.999Z', 3000, 5000, { type: 'UPI' })
    // The present week has not ended: the base holds the first of these sessions, the beginning of the second, which still
    // ran at this hour of its week, and nothing of the third, which began later.
    await session('2026-03-03T05:20:00Z', 10_000, 20_000, { type: 'WALLET' })
    await session('2026-03-03T05:59:59Z', 4000, 7000, { type: 'WALLET' })
    await session('2026-03-03T18:29:59.999Z', 10_000, 20_000, { type: 'WALLET' })
    await session('2026-03-06T07:10:00Z', 1500, 3333, { type: 'PREPAID' })
    await session('2026-03-06T07:20:00Z', 0, 0, { type: 'RFID' })
    await session('2026-03-06T08:20:00Z', 700, 900, { inReview: true })
    await session('2026-03-07T08:20:00Z', 800, 900, { isDismissed: true })
    await session('2026-03-06T09:20:00Z', 700, 900, { isRunning: true })
    // A team below counts, another company never does.
    await session('2026-03-06T10:20:00Z', 5000, 9999, { teamId: t.world.two.teamId })
  })

  test('count by their start, with the change against the seven days before', async () => {
    const { data } = await get(`/dashboard_stats?${WEEK}`)
    expect(Object.keys(data)).toEqual([
      'totalDevices',
      'onlineDevices',
      'offlineDevices',
      'totalEnergy',
      'totalRevenue',
      'totalSessions',
    ])
    expect(data.totalEnergy).toMatchObject({
      field: 'totalEnergy',
      count: 16_500,
      footer: 'Energy delivered',
      percentChange: 65,
    })
    expect(data.totalRevenue).toMatchObject({ count: 333.83, footer: 'Amount charged', percentChange: 67 })
    expect(data.totalSessions).toMatchObject({ count: 7, footer: 'Charging sessions', percentChange: 250 })
    expect(data.totalSessions.cumulativeEnergyUsage).toEqual({ cumulativeEnergyUsage: [] })
  })

  test('of one card: the same figure, and for energy the running total by session', async () => {
    const all = (await get(`/dashboard_stats?${WEEK}`)).data
    for (const field of Object.keys(all))
      expect((await get(`/${field}?${WEEK}&field=${field}`)).data).toEqual(all[field])
    expect(all.totalEnergy.cumulativeEnergyUsage.cumulativeEnergyUsage).toEqual([
      { energyConsumption: 12_000, chargingEnd: '2026-03-03T19:00:00.000Z' },
      { energyConsumption: 13_500, chargingEnd: '2026-03-06T07:40:00.000Z' },
      { energyConsumption: 13_500, chargingEnd: '2026-03-06T07:50:00.000Z' },
      { energyConsumption: 13_500, chargingEnd: '2026-03-07T08:50:00.000Z' },
      { energyConsumption: 16_500, chargingEnd: '2026-03-10T18:59:59.999Z' },
    ])
  })

  test('the graph: a point a day, the days before beside them, its sums those of the cards', async () => {
    const { data } = await get('/transactions/graph?start=2026-03-04&end=2026-03-10')
    expect(data.current.map((p: { date: string }) => p.date)).toEqual([
      '2026-03-04',
      '2026-03-05',
      '2026-03-06',
      '2026-03-07',
      '2026-03-08',
      '2026-03-09',
      '2026-03-10',
    ])
    expect(data.current[0]).toEqual({
      date: '2026-03-04',
      revenue: 250.5,
      energy: 12,
      sessions: 1,
      successful: 1,
      failed: 0,
      card: 250.5,
      wallet: 0,
      rfid: 0,
    })
    // The one in review and the running one are neither successful nor failed.
    expect(data.current[2]).toEqual({
      date: '2026-03-06',
      revenue: 33.33,
      energy: 1.5,
      sessions: 4,
      successful: 1,
      failed: 1,
      card: 0,
      wallet: 0,
      rfid: 33.33,
    })
    expect(data.base).toHaveLength(7)
    expect(data.base[6]).toMatchObject({ date: '2026-03-03', revenue: 470, wallet: 470 })
  })

  test('one day is 24 hours of the business time zone', async () => {
    const { data } = await get(
      '/transactions/graph?start=2026-03-06&end=2026-03-06&baseStart=2026-03-03&baseEnd=2026-03-03',
    )
    expect(data.current).toHaveLength(24)
    expect(data.current[0].date).toBe('2026-03-06T00:00')
    expect(data.current.filter((p: { sessions: number }) => p.sessions > 0)).toMatchObject([
      { date: '2026-03-06T12:00', sessions: 2, energy: 1.5 },
      { date: '2026-03-06T13:00', sessions: 1 },
      { date: '2026-03-06T14:00', sessions: 1 },
    ])
    expect(data.base[23]).toMatchObject({ date: '2026-03-03T23:00', revenue: 200 })
  })

  test('above 500 sessions the running total goes by hours or days and ends with the count', async () => {
    await sql`insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type,
        connector_id, id_tag, started_at, meter_start_wh, tolerance_watt, payment_type, stopped_at, stop_reason, energy_wh, charged_paise)
      select 1, ${team()}, 2, 'Y', 'Y', 'DC', n, 'X', '2026-03-08T10:00:00Z'::timestamptz + n * interval '3 minutes', 0, 300, 'CARD',
        '2026-03-08T11:00:00Z'::timestamptz + n * interval '3 minutes', 'Local', 1000, 2000 from generate_series(1, 600) n`.execute(
      t.db,
    )
    const steps = async (range: string) => {
      const { count, cumulativeEnergyUsage } = (await get(`/totalEnergy?${range}`)).data
      const list = cumulativeEnergyUsage.cumulativeEnergyUsage as { energyConsumption: number; chargingEnd: string }[]
      expect(list.at(-1)?.energyConsumption).toBe(count)
      return list
    }
    const days = await steps(WEEK)
    expect(days.map(d => d.chargingEnd)).toContain('2026-03-08T18:30:00.000Z')
    expect(days.length).toBeLessThanOrEqual(8)
    // Not on the hour: the partial hours at both ends have steps of their own.
    const hours = await steps('start=2026-03-08T09:10:00Z&end=2026-03-09T20:45:00Z')
    expect(hours.map(d => d.chargingEnd)).toContain('2026-03-08T11:30:00.000Z')
    await steps('start=2026-03-04T09:10:00Z&end=2026-03-09T11:45:00Z')
  })
})

describe('devices', () => {
  test('are counted now, and against those that stood at the start of the range', async () => {
    const before = (await get(`/dashboard_stats?${WEEK}`)).data
    expect(before.totalDevices).toMatchObject({ field: 'totalDevices', footer: 'Registered charge points' })
    expect(before.onlineDevices).toMatchObject({ count: 0, footer: 'Connected now', percentChange: 0 })
    expect(before.offlineDevices).toMatchObject({
      count: before.totalDevices.count,
      footer: 'Offline or in maintenance',
    })
    const { pk } = t.world.chargers.dc
    const history = (to: string, at: string) =>
      sql`insert into station_status_history (company_id, team_id, chargepoint_pk, from_status, to_status, changed_at)
        values (1, ${team()}, ${pk}, 'offline', ${to}, ${at}::timestamptz)`.execute(t.db)
    await sql`insert into charger_team_history (chargepoint_pk, team_id, since) values (${pk}, ${team()}, '2026-01-01')`.execute(
      t.db,
    )
    await history('charging', '2026-03-03T10:00:00Z')
    await history('offline', '2026-03-03T18:30:00.001Z')
    const after = (await get(`/dashboard_stats?${WEEK}`)).data
    expect(after.onlineDevices).toMatchObject({ count: 0, percentChange: -100 })
    // At that moment the team had no other charger.
    expect(after.offlineDevices).toMatchObject({ count: before.totalDevices.count, percentChange: 100 })
  })
})
