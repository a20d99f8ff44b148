// A stop that is kept for a person (D-OCPP-6, D-TXN-11; OCPP 1.6 §4.10, §6.49).
import { expect, test } from 'vitest'
import { lostStopOf } from './lost-stop.rules.ts'

test('a kept stop is read with its times as instants', () => {
  const samples = [{ value: '12000' }]
  expect(
    lostStopOf({
      idTag: 'CARD',
      meterStop: 12_345,
      timestamp: '2026-03-02T17:30:00+05:30',
      reason: 'PowerLoss',
      transactionData: [{ timestamp: '2026-03-02T11:00:00Z', sampledValue: samples }],
    }),
  ).toEqual({
    toldAt: new Date('2026-03-02T12:00:00Z'),
    meterStopWh: 12_345,
    reason: 'PowerLoss',
    idTag: 'CARD',
    meters: [{ at: new Date('2026-03-02T11:00:00Z'), samples }],
  })
})

test('a register that nobody told is not 0', () => {
  expect(lostStopOf({ timestamp: '2026-03-02T12:00:00Z' }).meterStopWh).toBeNull()
})

test('no reason means Local; a missing tag and missing samples are none', () => {
  expect(lostStopOf({ meterStop: 0, timestamp: '2026-03-02T12:00:00Z' })).toEqual({
    toldAt: new Date('2026-03-02T12:00:00Z'),
    meterStopWh: 0,
    reason: 'Local',
    idTag: null,
    meters: [],
  })
})
