// Waves, windows and shares (CAMP-02, CAMP-04).
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WaveSize } from './campaign.words.ts'
import { isTooMany, isWithin, minuteIn, minuteOf, nextStep, timeOf, type WaveCount, waveSizes } from './wave.rules.ts'

describe('the sizes of waves', () => {
  test.each<[WaveSize[], number, number[]]>([
    [[], 200, [200]],
    [[{ count: 5, unit: 'chargers' }], 200, [5, 195]],
    [[{ count: 5, unit: '%' }], 200, [10, 190]],
    // A share of few chargers is at least one.
    [[{ count: 1, unit: '%' }], 3, [1, 2]],
    [
      [
        { count: 1, unit: 'chargers' },
        { count: 20, unit: '%' },
      ],
      10,
      [1, 2, 7],
    ],
    [[{ count: 500, unit: 'chargers' }], 200, [200]],
    [
      [
        { count: 100, unit: '%' },
        { count: 5, unit: 'chargers' },
      ],
      20,
      [20],
    ],
    [
      [
        { count: 60, unit: '%' },
        { count: 60, unit: '%' },
      ],
      10,
      [6, 4],
    ],
  ])('%j of %i', (waves, total, sizes) => expect(waveSizes(waves, total)).toEqual(sizes))
  test('all chargers are in a wave, and no wave is empty', () => {
    const size = fc.record({ count: fc.integer({ min: 1, max: 300 }), unit: fc.constantFrom('chargers', '%') })
    fc.assert(
      fc.property(
        fc.array(size as fc.Arbitrary<WaveSize>, { maxLength: 5 }),
        fc.integer({ min: 1, max: 10_000 }),
        (waves, n) => {
          const sizes = waveSizes(waves, n)
          return sizes.every(s => s > 0) && sizes.reduce((a, b) => a + b, 0) === n
        },
      ),
    )
  })
})

describe('the window', () => {
  test.each([
    ['01:00', '05:00', '01:00', true],
    ['01:00', '05:00', '04:59', true],
    ['01:00', '05:00', '05:00', false],
    ['01:00', '05:00', '00:59', false],
    ['22:00', '04:00', '23:30', true],
    ['22:00', '04:00', '00:00', true],
    ['22:00', '04:00', '03:59', true],
    ['22:00', '04:00', '04:00', false],
    ['22:00', '04:00', '12:00', false],
  ])('from %s to %s: at %s %s', (from, to, at, is) =>
    expect(isWithin({ from: minuteOf(from), to: minuteOf(to) }, minuteOf(at))).toBe(is),
  )
  test.each([
    ['Asia/Kolkata', '2026-03-04T18:31:59Z', '00:01'],
    ['Asia/Kolkata', '2026-03-04T18:29:00Z', '23:59'],
    ['Europe/Berlin', '2026-07-04T22:15:00Z', '00:15'],
    ['UTC', '2026-03-04T00:00:00Z', '00:00'],
  ])('the time of day in %s at %s is %s', (zone, at, time) => expect(timeOf(minuteIn(new Date(at), zone))).toBe(time))
  test('a minute of the day is within a window or within the rest of the day', () => {
    const minute = fc.integer({ min: 0, max: 1439 })
    fc.assert(
      fc.property(
        minute,
        minute,
        minute,
        (from, to, m) => from === to || isWithin({ from, to }, m) !== isWithin({ from: to, to: from }, m),
      ),
    )
  })
})

const count = (wave: number, size: number, verified: number, failed = 0, ended = verified + failed): WaveCount => ({
  wave,
  size,
  verified,
  ended,
  unsent: 0,
  again: 0,
  failed,
  forgiven: 0,
})
describe('the share of failures', () => {
  test.each([
    // Of ten at least, or of the wave where it is smaller.
    [count(1, 200, 0, 1), 20, false],
    [count(1, 200, 0, 2), 20, false],
    [count(1, 200, 0, 3), 20, true],
    [count(1, 5, 0, 1), 20, false],
    [count(1, 5, 0, 2), 20, true],
    [count(1, 200, 97, 3), 2, true],
    [count(1, 200, 97, 3), 3, false],
    [count(1, 200, 10, 1), 0, true],
    [count(1, 200, 10, 0), 0, false],
    // Those that are sent again have been tried, too.
    [{ ...count(1, 200, 0, 18, 2), again: 16 }, 100, false],
    // No failure is more than all.
    [count(1, 3, 0, 3), 100, false],
  ])('%j stops at %i %%: %s', (wave, percent, is) => expect(isTooMany(wave, percent)).toBe(is))
})

describe('the next step', () => {
  const at = { stopPercent: 20, wavePercent: 90 }
  test.each<[string, WaveCount[], number, string]>([
    ['while a wave is on', [count(1, 10, 3), count(2, 90, 0)], 1, 'go on'],
    ['once the wave is verified to its share', [count(1, 10, 9), count(2, 90, 0)], 1, 'next wave'],
    ['a wave that ended below its share', [count(1, 10, 8, 2), count(2, 90, 0)], 1, 'stop'],
    ['too many failures', [count(1, 10, 2, 3), count(2, 90, 0)], 1, 'stop'],
    ['too many failures in the wave before', [count(1, 10, 7, 3), count(2, 90, 5)], 2, 'stop'],
    // Gone on after two of its ten were given up: the share is that of the other eight.
    [
      'what was given up before a person let it go on',
      [{ ...count(1, 10, 8, 0, 10), forgiven: 2 }, count(2, 90, 0)],
      1,
      'next wave',
    ],
    [
      'a wave of which all was given up before',
      [{ ...count(1, 2, 0, 0, 2), forgiven: 2 }, count(2, 90, 0)],
      1,
      'next wave',
    ],
    ['while the others are on', [{ ...count(1, 10, 2, 0, 4), forgiven: 2 }, count(2, 90, 0)], 1, 'go on'],
    ['others that failed since', [{ ...count(1, 20, 16, 2, 20), forgiven: 2 }, count(2, 90, 0)], 1, 'stop'],
    ['the last wave has no share to reach', [count(1, 10, 10), count(2, 10, 8, 2)], 2, 'done'],
    ['everything is over, and most of it failed', [count(1, 10, 0, 10)], 1, 'stop'],
    ['everything is over', [count(1, 10, 9, 1)], 1, 'done'],
    ['everything is over before the next wave began', [count(1, 10, 9, 1), count(2, 5, 5)], 1, 'done'],
  ])('%s', (_, waves, current, is) => expect(nextStep(waves, current, at).is).toBe(is))
  test('says why', () => {
    expect(nextStep([count(1, 10, 8, 2), count(2, 90, 0)], 1, at)).toEqual({
      is: 'stop',
      why: 'Wave 1 ended with 80 % verified, and the next needs 90 %',
    })
    expect(nextStep([count(1, 10, 2, 3), count(2, 90, 0)], 1, at)).toEqual({
      is: 'stop',
      why: '3 charge points of wave 1 failed: more than 20 %',
    })
  })
})
