// Handshakes of a fleet that returns at once: as many as the node takes in a second are served, the others are refused with
// a time to come back, before anything is asked of the database.

import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { handshakes } from '#platform/telemetry/metrics.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { newCharger } from '#testing/ocpp.ts'
import { accepts } from './accepts.ts'

const log = { warn: () => undefined }
let t: TestApp
let ws: string
beforeAll(async () => {
  t = await startApp({}, { acceptsPerSecond: 3 })
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

test('the bucket holds the handshakes of a second and fills evenly', () => {
  let nowMs = 0
  const a = accepts(log, { perSecond: 10, mostUnderWay: 5, now: () => nowMs })
  const taken = (n: number, underWay = 0) =>
    Array.from({ length: n }, () => a.take(underWay)).filter(r => r === undefined).length
  expect(taken(25)).toBe(10)
  nowMs = 500
  expect(taken(25)).toBe(5)
  nowMs = 60_000
  expect(taken(25)).toBe(10)
  nowMs = 120_000
  // The limit of those under way holds besides.
  expect([taken(1, 4), taken(1, 5)]).toEqual([1, 0])
  const waits = new Set(Array.from({ length: 200 }, () => a.take(5)?.retryAfterSec))
  expect([...waits].sort((x, y) => Number(x) - Number(y))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  a.close()
})

test('a charger beyond the limit is refused with Retry-After, counted, and let in later', async () => {
  const { id } = await newCharger(t)
  const counted = handshakes.cell({ outcome: 'too many' })
  const before = counted.value
  const attempts = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const socket = new WebSocket(`${ws}/ocpp/${id}`, ['ocpp1.6'])
      socket.on('error', () => undefined)
      const refused = once(socket, 'unexpected-response').then(([, r]) => r as { statusCode: number; headers: object })
      const opened = once(socket, 'open').then(() => undefined)
      const answer = await Promise.race([refused, opened])
      socket.terminate()
      return answer
    }),
  )
  const refused = attempts.filter(a => a !== undefined)
  expect(refused.length).toBeGreaterThan(0)
  expect(attempts.length - refused.length).toBeGreaterThanOrEqual(3)
  for (const { statusCode, headers } of refused) {
    expect(statusCode).toBe(503)
    expect(headers).toMatchObject({ 'retry-after': expect.stringMatching(/^([1-9]|10)$/) })
  }
  expect(counted.value - before).toBe(refused.length)
  await expect
    .poll(
      () =>
        TestCharger.open(ws, id).then(
          c => c.close().then(() => true),
          () => false,
        ),
      { timeout: 5000 },
    )
    .toBe(true)
})
