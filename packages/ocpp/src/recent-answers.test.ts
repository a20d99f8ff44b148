// Which calls are known again, for how long, and at what cost in places.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callKey, hasOwnTime, RecentAnswers } from './recent-answers.ts'

const now = Date.UTC(2026, 2, 1)

test('an answer is found again by its call, an unknown call has none', () => {
  const recent = new RecentAnswers()
  expect(recent.find(1, now)).toBeUndefined()
  recent.remember(1, '{"transactionId":7}', true, now)
  expect(recent.find(1, now)).toBe('{"transactionId":7}')
  expect(recent.find(2, now)).toBeUndefined()
})

test('the last 32 are kept', () => {
  const recent = new RecentAnswers()
  for (let key = 1; key <= 40; key++) recent.remember(key, `${key}`, true, now)
  for (let key = 1; key <= 40; key++) expect(recent.find(key, now)).toBe(key <= 8 ? undefined : `${key}`)
})

test('a call without a time of its own is a retry for two minutes and on one connection', () => {
  const recent = new RecentAnswers()
  recent.remember(1, 'heartbeat', false, now)
  recent.remember(2, 'start', true, now)
  expect(recent.find(1, now + 119_000)).toBe('heartbeat')
  expect(recent.find(1, now + 121_000)).toBeUndefined()
  recent.connectionChanged()
  expect(recent.find(1, now)).toBeUndefined()
  expect(recent.find(2, now + 86_400_000)).toBe('start')
})

test('heartbeats do not push out a transaction', () => {
  const recent = new RecentAnswers()
  recent.remember(1, 'start', true, now)
  for (let i = 0; i < 100; i++) recent.remember(1000 + i, 'heartbeat', false, now + i * 300_000)
  expect(recent.find(1, now + 100 * 300_000)).toBe('start')
})

test('a call that is done again keeps one answer, the newer', () => {
  const recent = new RecentAnswers()
  recent.remember(1, 'old', false, now)
  recent.remember(2, 'other', true, now)
  recent.remember(1, 'new', false, now + 300_000)
  expect(recent.find(1, now + 300_000)).toBe('new')
})

test('different texts have different keys, equal ones the same', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(callKey(a) === callKey(b)).toBe(a === b)
    }),
  )
  const ids = Array.from({ length: 50_000 }, (_, i) => callKey(`[2,"${i}","Heartbeat",{}]`))
  expect(new Set(ids).size).toBe(ids.length)
})

test.each([
  ['StartTransaction', { timestamp: '2026-03-01T10:00:00Z' }, true],
  ['StatusNotification', { timestamp: '1970-01-01T00:00:10Z' }, false],
  ['StatusNotification', {}, false],
  ['MeterValues', { meterValue: [{ timestamp: '2026-03-01T10:00:00+05:30' }] }, true],
  ['MeterValues', { meterValue: [{ timestamp: '2000-01-01T00:00:00' }] }, false],
  ['MeterValues', { meterValue: [] }, false],
  ['Heartbeat', {}, false],
])('%s %j carries the time of its event: %s', (action, payload, has) => {
  expect(hasOwnTime(action, payload)).toBe(has)
})
