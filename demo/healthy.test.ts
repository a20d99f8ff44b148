// The demo network looks like a healthy one, by the figures of a filled one with two weeks of past.
import { partsIn, rangeOf } from '@wattdesk/base/time'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { buildApp } from '#app/app.ts'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { freshDatabase } from '#testing/db.ts'
import { testServices } from '#testing/parts.ts'
import { DEMO_PASSWORD, seedDemo } from './network.ts'

const now = new Date('2026-03-18T09:20:00Z')
const zone = 'Asia/Kolkata'
let db: Db
let app: Awaited<ReturnType<typeof buildApp>>
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await freshDatabase(inject('pgSocket'))
  drop = database.drop
  db = openDb(database.config)
  const services = { ...testServices(db, database.config), log: pino({ level: 'warn' }), now: () => now }
  await seedDemo(services, { days: 15 })
  app = await buildApp(services)
}, 120_000)
afterAll(async () => {
  await app.close()
  await db.destroy()
  await drop()
})

const rows = async <T>(text: string): Promise<T[]> => (await sql<T>`${sql.raw(text)}`.execute(db)).rows

test('sessions began in every hour of the last day, and drivers were given back what they did not use', async () => {
  const hours = await rows<{
    hour: number
  }>(`select distinct extract(hour from started_at at time zone '${zone}')::int as hour
    from transaction where started_at > timestamptz '${now.toISOString()}' - interval '1 day' order by 1`)
  // The cars that stand at chargers now come again as live ones, in this hour.
  const began = new Set([...hours.map(h => h.hour), partsIn(now, zone).hour])
  expect([...began].sort((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, hour) => hour))
  expect(await rows(`select distinct status from refund where cause = 'rest' and status = 'processed'`)).toHaveLength(1)
})

test('three months at least are paid, and the prices of the operators differ', async () => {
  const paid = await rows(`select month from payout group by 1 having bool_and(status = 'PAYOUTCOMPLETED')`)
  expect(paid.length).toBeGreaterThanOrEqual(3)
  const prices = await rows(
    `select distinct round(charged_paise * 10.0 / energy_wh) as rupees from transaction where energy_wh > 5000 and charged_paise > 0`,
  )
  expect(prices.length).toBeGreaterThanOrEqual(5)
})

test.each([
  ['root', 'Wattdesk Platform'],
  ['admin', 'Amberline Charging'],
  ['bluegrid.admin', 'Bluegrid Mobility'],
])('no figure of the first screen of %s jumps', async (username, name) => {
  const payload = { username, password: encodePassword(DEMO_PASSWORD) }
  const signedIn = await app.inject({ method: 'POST', url: '/auth/login', payload })
  const headers = { authorization: `Bearer ${signedIn.json().data.access_token}` }
  const team = await db.selectFrom('team').select('id').where('name', '=', name).executeTakeFirstOrThrow()
  for (const period of ['Today', 'Last7Days'] as const) {
    const { from, to } = rangeOf(period, now, zone)
    const url = `/cms/v1/team/${team.id}/dashboard_stats?start=${from.toISOString()}&end=${to.toISOString()}`
    const { data } = (await app.inject({ method: 'GET', url, headers })).json() as {
      data: Record<string, { count: number; percentChange: number }>
    }
    expect(data.totalSessions?.count).toBeGreaterThan(10)
    for (const [field, { percentChange }] of Object.entries(data)) {
      // No charger of the past is connected here, where none is live.
      if (field === 'onlineDevices' || field === 'offlineDevices') continue
      expect([field, Math.abs(percentChange) <= 60]).toEqual([field, true])
    }
  }
})
