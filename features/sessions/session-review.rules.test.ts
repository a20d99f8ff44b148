// What is certain of a doubtful session: its times and its register.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { certainEnd, certainTimes, type Doubtful } from './session-review.rules.ts'

const at = (text: string) => new Date(`2026-03-02T${text}:00Z`)
const doubtful = (more: Partial<Doubtful> = {}): Doubtful => ({
  reason: 'Stop register below start',
  startedAt: at('10:00'),
  startReceivedAt: at('10:01'),
  stoppedAt: at('11:00'),
  stopReceivedAt: at('11:02'),
  meterStartWh: 1000,
  meterStopWh: 900,
  lastWh: 21_000,
  maxPowerW: 60_000,
  ...more,
})
const own = { startedAt: at('10:00'), stoppedAt: at('11:00') }
const heard = { startedAt: at('10:01'), stoppedAt: at('11:02') }

describe('times', () => {
  test.each([
    ['possible ones are the charger’s own', {}, own],
    ['a clock that was never set', { startedAt: new Date(0) }, heard],
    ['a stop ahead of its receipt', { stoppedAt: at('11:30') }, heard],
    ['a stop before the start', { stoppedAt: at('09:00') }, heard],
  ])('%s', (_, more, wanted) => {
    expect(certainTimes(doubtful(more))).toEqual(wanted)
  })
})

describe('the register', () => {
  test.each([
    ['a stop that ran back: the last reading', {}, 21_000],
    ['no reading: the start', { lastWh: null }, 1000],
    ['a reading below the start: the start', { lastWh: 400 }, 1000],
    ['a reading beyond what the connector can deliver: the start', { lastWh: 90_000 }, 1000],
    ['the same where nothing is known of its power', { lastWh: 90_000, maxPowerW: null }, 90_000],
    ['a stop that never came: what closed it', { reason: 'Stop never came', meterStopWh: 7000 }, 7000],
    ['no price alone: the stop’s own', { reason: 'No price group', meterStopWh: 90_000, lastWh: 5 }, 90_000],
  ])('%s', (_, more, wh) => {
    expect(certainEnd(doubtful(more)).meterStopWh).toBe(wh)
  })

  test('never lies below the start, and never ends before it', () => {
    const wh = fc.integer({ min: 0, max: 200_000 })
    const time = fc.date({ min: new Date(0), max: at('12:00'), noInvalidDate: true })
    fc.assert(
      fc.property(wh, wh, fc.option(wh), time, time, (meterStartWh, meterStopWh, lastWh, startedAt, stoppedAt) => {
        const e = certainEnd(doubtful({ meterStartWh, meterStopWh, lastWh, startedAt, stoppedAt }))
        expect(e.meterStopWh).toBeGreaterThanOrEqual(meterStartWh)
        expect(e.stoppedAt >= e.startedAt).toBe(true)
      }),
    )
  })
})
