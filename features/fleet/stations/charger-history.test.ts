// Whether a charger could have reported a time long ago (D-OCPP-6), by its connections on a real database.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { newCharger } from '#testing/ocpp.ts'
import { wasLateWithoutCause } from './charger-history.store.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const HOUR_MS = 3_600_000
const receivedAt = new Date('2026-03-20T12:00:00Z')
const hoursBefore = (hours: number) => new Date(receivedAt.getTime() - hours * HOUR_MS)

/** Connections as [hours before the receipt, event]; the time is told for 100 hours before the receipt. */
test.each<[string, [hours: number, event: string][], { madeHours?: number; toldHours?: number }, boolean]>([
  ['connected all the while', [[200, 'connected']], {}, true],
  [
    'a break of an hour',
    [
      [200, 'connected'],
      [50, 'disconnected'],
      [49, 'connected'],
    ],
    {},
    true,
  ],
  [
    'many short connections, 24 hours in all',
    [
      [90, 'connected'],
      [78, 'disconnected'],
      [12, 'connected'],
    ],
    {},
    true,
  ],
  [
    'many short connections, less than 24 hours in all',
    [
      [90, 'connected'],
      [79, 'disconnected'],
      [12, 'connected'],
    ],
    {},
    false,
  ],
  [
    'away since before',
    [
      [200, 'connected'],
      [150, 'disconnected'],
      [1, 'connected'],
    ],
    {},
    false,
  ],
  ['never seen before', [[1, 'connected']], {}, false],
  ['never seen at all', [], {}, false],
  ['made since, with sessions of its last days elsewhere', [[1, 'connected']], { madeHours: 99 }, false],
  ['made a month since', [[1, 'connected']], { madeHours: 99, toldHours: 99 + 30 * 24 + 1 }, true],
  ['behind by less than 24 hours', [[200, 'connected']], { toldHours: 23 }, false],
])('%s', async (_, events, { madeHours = 1000, toldHours = 100 }, isWithoutCause) => {
  const { pk } = await newCharger(t, { createdAt: hoursBefore(madeHours) })
  for (const [hours, event] of events)
    await sql`insert into connection_history (company_id, team_id, chargepoint_pk, connection_no, event, at)
      values (${t.world.one.companyId}, ${t.world.one.teamId}, ${pk}, 1, ${event}, ${hoursBefore(hours)})`.execute(t.db)
  const told = { toldAt: hoursBefore(toldHours), receivedAt, offsetSec: 0 }
  expect(await wasLateWithoutCause(t.db, pk, told)).toBe(isWithoutCause)
})
