// A session whose energy no register tells: it is unknown and never 0, nothing is billed by itself, and a person decides it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import type { TestCharger } from '#testing/charger.ts'
import { at, bootedCharger, energy, newTag, sessionsOf, start, unique } from '#testing/ocpp.ts'
import { bootedStation, eventsOf, register } from '#testing/station201.ts'
import { decideOverdue } from './session-review.commands.ts'
import type { SessionReview } from './session-review.contract.ts'
import { DECIDE_MS } from './session-review.rules.ts'

let t: TestApp
let ws: string
let tag: string
beforeAll(async () => {
  t = await startApp()
  ws = (await t.listen()).ws
  tag = await newTag(t)
})
afterAll(() => t.close())

type Known = TestCharger & { pk: number; id: string }
const path = () => `/cms/v1/team/${t.world.one.teamId}/transactions/review`
const reviewsOf = async (c: Known): Promise<SessionReview[]> =>
  (await t.app.inject({ url: path(), headers: await t.as('viewer') }))
    .json()
    .data.filter((r: SessionReview) => r.chargepoint_id === c.id)
const decide = async (id: number, payload: object) => {
  const r = await t.app.inject({
    method: 'PATCH',
    url: `${path()}/${id}`,
    headers: await t.as('admin'),
    payload: { note: 'Asked the driver', ...payload },
  })
  return { status: r.statusCode, ...r.json() }
}
const afterTwoDays = () => decideOverdue({ ...t.services, now: () => new Date(Date.now() + DECIDE_MS + 3_600_000) })
const UNKNOWN = 'The charger told no register from which the energy follows: a person decides it'

/** Sessions of both protocols of which no register tells the energy, and what a person may say of them. */
const courses: [string, string, () => Promise<Known>, number][] = [
  [
    '2.0.1, no register at all',
    'No stop register',
    async () => {
      const c = await bootedStation(t, ws)
      const e = eventsOf(c, unique('tx'))
      await e.started({ seqNo: 0, at: at(0), token: tag, state: 'Charging' })
      await e.ended({ seqNo: 1, at: at(20) })
      return c
    },
    5000,
  ],
  [
    '2.0.1, no register but that of the stop',
    'No start register',
    async () => {
      const c = await bootedStation(t, ws)
      const e = eventsOf(c, unique('tx'))
      await e.started({ seqNo: 0, at: at(0), token: tag, state: 'Charging' })
      await e.ended({ seqNo: 1, at: at(20), meters: [register(at(20), 40_000)] })
      return c
    },
    45_000,
  ],
]
test.each(courses)('%s', async (_, reason, course, stopWh) => {
  const c = await course()
  const [review] = await reviewsOf(c)
  if (!review) throw new Error('Nothing waits')
  expect(review).toMatchObject({
    reason,
    why: UNKNOWN,
    proposal: { action: 'wait', stop_meter_value: null, lacks: 'register' },
  })
  if (reason !== 'No start register') expect(review.stop_meter_value).toBeNull()
  await afterTwoDays()
  expect(await reviewsOf(c)).toHaveLength(1)
  expect((await sessionsOf(t, c.pk))[0]).toMatchObject({ inReview: true, totalPaise: null })
  expect(await decide(review.id, { action: 'bill' })).toMatchObject({
    status: 422,
    errors: { stop_meter_value: expect.stringContaining('told no register') },
  })
  expect(await decide(review.id, { action: 'bill', stop_meter_value: stopWh })).toMatchObject({
    status: 200,
  })
  const [session] = await sessionsOf(t, c.pk)
  expect(session?.totalPaise).toBeGreaterThan(0)
  await c.close()
})

test('1.6, a stop that never came after no reading: the register of the start is certain', async () => {
  const c = await bootedCharger(t, ws)
  await start(c, tag)
  await start(c, await newTag(t), { timestamp: at(30), meterStart: 6000 })
  expect(await reviewsOf(c)).toMatchObject([
    { reason: 'Stop never came', why: null, proposal: { action: 'bill', stop_meter_value: 1000 } },
  ])
  await c.close()
})

test('a reading at the register of the start tells that nothing flowed: that is billed as before', async () => {
  const c = await bootedCharger(t, ws)
  const { transactionId } = await start(c, tag)
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(10), 1000)] })
  await start(c, await newTag(t), { timestamp: at(30) })
  expect(await reviewsOf(c)).toMatchObject([
    { reason: 'Stop never came', why: null, proposal: { action: 'bill', stop_meter_value: 1000 } },
  ])
  await c.close()
})

test('a lost stop without a register is matched by a person who tells the register, never as 0', async () => {
  const c = await bootedStation(t, ws)
  await eventsOf(c, unique('lost')).ended({ seqNo: 3, at: at(20), evse: null, token: tag })
  const running = eventsOf(c, unique('tx'))
  await running.started({ seqNo: 0, at: at(0), token: tag, state: 'Charging', meters: [register(at(0), 0)] })
  const [{ id, stop_meter_value } = { id: 0, stop_meter_value: 0 }] = await reviewsOf(c)
  expect(stop_meter_value).toBeNull()
  const [session] = await sessionsOf(t, c.pk)
  const match = { action: 'match', transactionId: session?.transactionId }
  expect(await decide(id, match)).toMatchObject({
    status: 422,
    errors: { stop_meter_value: expect.stringContaining('told no register') },
  })
  expect(await decide(id, { ...match, stop_meter_value: 8000 })).toMatchObject({ status: 200 })
  expect(await sessionsOf(t, c.pk)).toMatchObject([{ energyWh: 8000, inReview: false }])
  await c.close()
})
