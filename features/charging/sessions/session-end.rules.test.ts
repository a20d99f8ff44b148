// How a session ends by its stop: its time and energy, and whether it is billed or a person looks first.
import type { Request } from '@wattdesk/ocpp/messages'
import { describe, expect, test } from 'vitest'
import { type Billable, newFacts } from '#charging/billing/session-bill.rules.ts'
import { clock, group, slot, testBillable } from '#charging/billing/test-bill.ts'
import { sessionEnd, stopReasonOf } from './session-end.rules.ts'

const platform = { name: 'Platform', gstin: '29AAAAA0000A1Z5', address: 'Bengaluru' }
const priced = { snapshot: group('fixed', [slot({ priceType: 'kwh', pricePerKwhPaise: 1000 })]) }
const stopAt = (minutes: number, meterStop: number, more: Partial<Request<'StopTransaction'>> = {}) => ({
  transactionId: 1,
  meterStop,
  timestamp: clock(minutes * 60).toISOString(),
  ...more,
})
const endOf = (more: Partial<Billable>, meterStop: number, minutes = 60, isLateWithoutCause = false) => {
  const facts = newFacts(testBillable({ ...priced, ...more }), [], platform)
  const time = { toldAt: clock(minutes * 60), receivedAt: clock(minutes * 60), offsetSec: 0, isLateWithoutCause }
  return sessionEnd(facts, stopAt(minutes, meterStop), time, clock(-36_000))
}

test('a plausible stop is billed as told', () => {
  const end = endOf({}, 11_000)
  expect([end.stoppedAt, end.timeFrom, end.energyWh, end.review]).toEqual([clock(3600), 'charger', 10_000, undefined])
  expect(end.bill?.taxablePaise).toBe(10_000n)
})

describe('a person looks first, and there is no bill', () => {
  test.each<[string, Partial<Billable>, number, string]>([
    ['a register below the start', {}, 999, 'Stop register below start'],
    [
      'more energy than the connector delivers in the time',
      {},
      1000 + 200_000,
      'More energy than the connector can deliver',
    ],
    ['a session without a price', { snapshot: null }, 11_000, 'No price group'],
    ['a start that nobody told', { startTimeFrom: 'receipt' }, 11_000, 'Implausible times'],
    ['a charge point without a state', { chargerState: null, supplierNow: null }, 11_000, 'Unknown state'],
  ])('%s', (_, more, meterStop, review) => {
    const end = endOf(more, meterStop)
    expect([end.review, end.bill]).toEqual([review, undefined])
  })
})

test('no energy is below 0', () => {
  expect(endOf({}, 0).energyWh).toBe(0)
})

test('a stop that is late without a cause ends the session when it was heard', () => {
  const end = endOf({}, 11_000, 60, true)
  expect([end.stoppedAt, end.timeFrom, end.review]).toEqual([clock(3600), 'receipt', 'Implausible times'])
})

test('a register in kWh is read by the scale of its session', () => {
  const end = endOf({ registerScale: 1000 }, 11)
  expect([end.meterStopWh, end.energyWh]).toEqual([11_000, 10_000])
})

test('a session whose tag was refused has no review for want of a price', () => {
  expect(endOf({ idTagStatus: 'Invalid', snapshot: null }, 11_000).review).toBeUndefined()
})

test('no reason means Local', () => {
  expect([stopReasonOf(stopAt(1, 1)), stopReasonOf(stopAt(1, 1, { reason: 'Remote' }))]).toEqual(['Local', 'Remote'])
})
