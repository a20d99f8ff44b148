// A company is open to the end of its last day in the business time zone, independent of the zone of the database's
// connections.
import { dayMs, dayOf, startOfDay } from '@wattdesk/base/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, startApp, type TestApp } from '#testing/app.ts'
import { encodePassword } from './sign-in.rules.ts'

let t: TestApp
let now = new Date()
beforeAll(async () => {
  t = await startApp({ now: () => now, timeZone: 'Asia/Kolkata' })
})
afterAll(() => t.close())

test('a minute before midnight in India its users come in and are served, a minute after it neither', async () => {
  const midnight = startOfDay(new Date(), 'Asia/Kolkata')
  const lastDay = dayOf(new Date(midnight.getTime() - dayMs / 2), 'Asia/Kolkata')
  // In other zones that moment falls on other days; only this date is the business day.
  await sql`update team set valid_until = ${lastDay}::date where id = ${t.world.two.companyId}`.execute(t.db)
  const signIn = () =>
    t.app.inject({
      method: 'POST',
      url: '/auth/login',
      payload: { username: 'stranger', password: encodePassword(PASSWORD) },
    })
  now = new Date(midnight.getTime() - 60_000)
  const came = await signIn()
  expect(came.statusCode).toBe(200)
  const headers = { authorization: `Bearer ${came.json().data.access_token}` }
  const profile = () => t.app.inject({ url: '/cms/v1/profile', headers })
  expect((await profile()).statusCode).toBe(200)
  now = new Date(midnight.getTime() + 60_000)
  expect((await profile()).statusCode).toBe(401)
  const refused = await signIn()
  expect([refused.statusCode, refused.json().message]).toEqual([
    403,
    'Your account is inactive. Please contact support.',
  ])
})
