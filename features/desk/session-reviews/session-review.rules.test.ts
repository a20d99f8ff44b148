// The certain figures of a doubtful session, and the bounds for the figures of a person.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDeliverable } from '#charging/metering/deliverable.rules.ts'
import { certainEnd, type Doubtful, type FigureBounds, namedText, outOfBounds } from './session-review.rules.ts'

const at = (text: string) => new Date(`2026-03-02T${text}:00Z`)
const doubtful = (more: Partial<Doubtful> = {}): Doubtful => ({
  reason: 'Stop register below start',
  startedAt: at('10:00'),
  stoppedAt: at('11:00'),
  meterStartWh: 1000,
  meterStopWh: 900,
  lastWh: 21_000,
  maxPowerW: 60_000,
  ...more,
})

describe('the certain register', () => {
  test.each([
    ['a stop that ran back: the last reading', {}, 21_000],
    ['no reading: the start', { lastWh: 1000 }, 1000],
    ['a reading beyond what the connector can deliver in the certain time: the start', { lastWh: 90_000 }, 1000],
    ['the same where nothing is known of its power', { lastWh: 90_000, maxPowerW: null }, 90_000],
    ['more than any connector delivers', { lastWh: 500_000, maxPowerW: null }, 1000],
    ['a stop too high: the last reading', { reason: 'More energy', meterStopWh: 900_000 }, 21_000],
    ['a stop whose time alone is in doubt: its own', { reason: 'Implausible times', meterStopWh: 22_000 }, 22_000],
    ['a stop that never came: what closed it', { reason: 'Stop never came', meterStopWh: 7000 }, 7000],
    ['no price alone: the stop’s own', { reason: 'No price group', meterStopWh: 20_000 }, 20_000],
    [
      'too little balance and a stop that ran back: the last reading',
      { reason: 'Charged without enough balance', meterStopWh: 10 },
      21_000,
    ],
  ])('%s', (_, more, wh) => {
    expect(certainEnd(doubtful(more)).meterStopWh).toBe(wh)
  })

  test('never lies below the start, and can have come through', () => {
    const wh = fc.integer({ min: 0, max: 900_000 })
    const minutes = fc.integer({ min: 0, max: 600 })
    fc.assert(
      fc.property(wh, wh, wh, minutes, (meterStartWh, meterStopWh, more, length) => {
        const stoppedAt = new Date(at('10:00').getTime() + length * 60_000)
        const e = certainEnd(doubtful({ meterStartWh, meterStopWh, lastWh: meterStartWh + more, stoppedAt }))
        expect(e.meterStopWh).toBeGreaterThanOrEqual(meterStartWh)
        expect(isDeliverable(e.meterStopWh - meterStartWh, length * 60, 60_000)).toBe(true)
      }),
    )
  })
})

describe('the figures of a person', () => {
  const bounds: FigureBounds = {
    startedAt: at('10:00'),
    until: at('11:02'),
    meterStartWh: 1000,
    lastWh: 6000,
    maxPowerW: 60_000,
  }
  const refused = (stoppedAt: string, meterStopWh: number, more: Partial<FigureBounds> = {}) =>
    outOfBounds({ stoppedAt: at(stoppedAt), meterStopWh }, { ...bounds, ...more }, 'Asia/Kolkata')?.text

  test.each([
    ['within', '11:00', 6000, {}, undefined],
    ['at the limit: 60 kW, a tenth and a minute', '11:00', 68_100, {}, undefined],
    [
      'above it',
      '11:00',
      68_101,
      {},
      'Stop meter value must not be above 68,100 Wh: the connector cannot deliver more in this time',
    ],
    [
      'above 400 kW where nothing is known',
      '11:00',
      448_334,
      { maxPowerW: null },
      'Stop meter value must not be above 4,48,333 Wh: the connector cannot deliver more in this time',
    ],
    [
      'above the start of the next session',
      '11:00',
      6001,
      { next: { startedAt: at('11:30'), meterStartWh: 6000 } },
      'Stop meter value must not be above 6,000 Wh, where the next session on this connector began',
    ],
    [
      'a register that counts from 0 in each session',
      '11:00',
      6001,
      { meterStartWh: 0, lastWh: 0, next: { startedAt: at('11:30'), meterStartWh: 0 } },
      undefined,
    ],
    ['below the last reading', '11:00', 5999, {}, 'Stop meter value must not be below the last reading, 6,000 Wh'],
    ['below it as the charger told', '11:00', 5999, { lastWh: 'told' }, undefined],
    ['below the start', '11:00', 999, { lastWh: 'told' }, 'Stop meter value must not be below the start, 1,000 Wh'],
    [
      'before the start',
      '09:59',
      6000,
      {},
      'Stop time must lie between 02 Mar 2026 15:30 and 02 Mar 2026 16:32 (Asia/Kolkata)',
    ],
    [
      'after the stop was heard',
      '11:03',
      6000,
      {},
      'Stop time must lie between 02 Mar 2026 15:30 and 02 Mar 2026 16:32 (Asia/Kolkata)',
    ],
  ] as const)('%s', (_, stoppedAt, wh, more, text) => {
    expect(refused(stoppedAt, wh, more)).toBe(text)
  })

  test('what is certain is never refused', () => {
    const wh = fc.integer({ min: 0, max: 900_000 })
    fc.assert(
      fc.property(wh, wh, wh, fc.integer({ min: 0, max: 62 }), (meterStartWh, meterStopWh, more, length) => {
        const stoppedAt = new Date(at('10:00').getTime() + length * 60_000)
        const lastWh = meterStartWh + more
        fc.pre(isDeliverable(more, length * 60, 60_000))
        const e = certainEnd(doubtful({ meterStartWh, meterStopWh, lastWh, stoppedAt }))
        expect(outOfBounds(e, { ...bounds, meterStartWh, lastWh }, 'UTC')).toBeUndefined()
      }),
    )
  })
})

test.each([
  [{ transactionId: 0, stationTransactionId: 'R1-T1' }, 'The charge point named transaction R1-T1'],
  [{ transactionId: 4711 }, 'The charge point named transaction 4711'],
  [{ transactionId: -1 }, 'The charge point named no transaction'],
])('a stop without a session says what it named: %j', (detail, text) => {
  expect(namedText(detail)).toBe(text)
})
