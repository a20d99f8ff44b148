// A charger's clock: the messages that teach its offset, those that must not, and its times by our clock.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  booted,
  byClock,
  type Clock,
  clockAfterMessage,
  clockText,
  correctionOf,
  knownClock,
  proved,
} from './clock.rules.ts'

const HOUR = 3600
const T0 = Date.UTC(2026, 2, 2, 10)
const at = (second: number) => new Date(T0 + second * 1000)
type Message = { at: number; delay?: number; offset: number }
/** Messages made at a second, by a clock so far ahead, that came so much later; the connection stands since `since`. */
const hear = (c: Clock, messages: readonly Message[], since: number): Clock =>
  messages.reduce(
    (known, m) =>
      clockAfterMessage(known, {
        toldAt: at(m.at + m.offset),
        receivedAt: at(m.at + (m.delay ?? 0)),
        connectedSince: at(since),
      }),
    c,
  )
const live = (offset: number, count: number, from = 0, every = 30): Message[] =>
  Array.from({ length: count }, (_, i) => ({ at: from + i * every, offset }))

describe('learning', () => {
  test('five live messages over a minute tell how far a clock is ahead; fewer, or all at once, say nothing', () => {
    const ahead = 5.5 * HOUR
    expect(hear(knownClock(null), live(ahead, 4), 0).offsetSec).toBeNull()
    expect(hear(knownClock(null), live(ahead, 20, 0, 1), 0).offsetSec).toBeNull()
    const known = hear(knownClock(null), live(ahead, 5), 0)
    expect([known.offsetSec, correctionOf(known)]).toEqual([ahead, ahead])
  })

  test('a clock within two minutes is right', () => {
    for (const offset of [0, 119, -119]) expect(correctionOf(hear(knownClock(null), live(offset, 9), 0))).toBe(0)
    expect(correctionOf(hear(knownClock(null), live(121, 9), 0))).toBe(121)
  })

  test('a clock that is behind is told from a queue once the connection stands a quarter of an hour', () => {
    const behind = live(-2 * HOUR, 9)
    expect(hear(knownClock(null), behind, 0).offsetSec).toBeNull()
    expect(hear(knownClock(null), behind, -15 * 60).offsetSec).toBe(-2 * HOUR)
  })

  test('the median of the last twenty: a drifting clock is followed, one delayed message is nothing', () => {
    const drifting = Array.from({ length: 60 }, (_, i) => ({ at: i * 30, offset: 600 + i }))
    expect(hear(knownClock(null), drifting, -3600).offsetSec).toBe(650)
    const late = [...live(600, 9), { at: 300, offset: 600, delay: 400 }]
    expect(hear(knownClock(null), late, -3600).offsetSec).toBe(600)
  })

  test('a clock that is set is noticed, forward and back, and not corrected by both', () => {
    for (const [before, after] of [
      [0, 5.5 * HOUR],
      [5.5 * HOUR, 0],
      [-HOUR, HOUR],
    ] as const) {
      const messages = [...live(before, 20), ...live(after, 8, 700)]
      expect(hear(knownClock(null), messages, -3600).offsetSec).toBe(after)
    }
  })

  test('a clock that jumps about is not steady, and nothing is corrected by it', () => {
    const jump = fc.integer({ min: -20, max: 20 }).map(n => n * 200)
    const spread = (list: number[]) => new Set(list.slice(-12)).size
    fc.assert(
      fc.property(fc.array(jump, { minLength: 30, maxLength: 60 }), jumps => {
        fc.pre(spread(jumps) >= 9)
        const messages = jumps.map((offset, i) => ({ at: i * 30, offset }))
        expect(hear(knownClock(null), messages, -3600).offsetSec).toBeNull()
      }),
      { numRuns: 1000 },
    )
  })

  test('a boot may have set the clock: what was known counts again once a live message confirms it', () => {
    const known = booted(hear(knownClock(null), live(5.5 * HOUR, 9), 0))
    expect(correctionOf(known)).toBe(0)
    expect(known.offsetSec).toBe(5.5 * HOUR)
    expect(correctionOf(hear(known, live(5.5 * HOUR, 1, 400), 390))).toBe(5.5 * HOUR)
    expect(correctionOf(hear(known, [{ at: 400, offset: 5.5 * HOUR, delay: 600 }], 990))).toBe(0)
    expect(correctionOf(hear(known, live(0, 1, 400), 390))).toBe(0)
  })

  test('what was stored is known at once, and confirmed or replaced by what comes', () => {
    expect(correctionOf(knownClock(-HOUR))).toBe(-HOUR)
    expect(hear(knownClock(-HOUR), live(-HOUR + 10, 20), -3600).offsetSec).toBe(-HOUR + 10)
  })

  const prove = (c: Clock, second: number, offset: number): Clock =>
    proved(c, { toldAt: at(second + offset), receivedAt: at(second), connectedSince: at(second - 60) })

  test('a start before its command tells at once how far a new clock is behind, and five messages confirm it', () => {
    const known = prove(knownClock(null), 60, -3 * HOUR)
    expect(correctionOf(known)).toBe(-3 * HOUR)
    for (let n = 1; n < 9; n++) expect(correctionOf(hear(known, live(-3 * HOUR, n, 90), 0))).toBe(-3 * HOUR)
    const contradicted = hear(known, live(0, 1, 90), 0)
    expect(correctionOf(contradicted)).toBe(0)
    expect(hear(contradicted, live(0, 5, 120), 0).offsetSec).toBe(0)
  })

  test('a start before its command counts as one message of a clock that is known', () => {
    const known = hear(knownClock(null), live(0, 20), 0)
    const doubted = prove(known, 700, -3 * HOUR)
    expect(correctionOf(doubted)).toBe(0)
    expect([doubted.offsetSec, doubted.strays]).toEqual([0, [-3 * HOUR]])
  })

  const offset = fc.integer({ min: -14 * HOUR, max: 14 * HOUR })
  const jitter = fc.integer({ min: 0, max: 25 })
  const delay = fc.integer({ min: 61, max: 20 * HOUR })

  test('any steady clock is learned to within its jitter', () => {
    fc.assert(
      fc.property(offset, fc.array(jitter, { minLength: 20, maxLength: 60 }), (o, delays) => {
        const messages = delays.map((d, i) => ({ at: i * 30, delay: d, offset: o }))
        const learned = hear(knownClock(null), messages, -3600).offsetSec
        expect(learned).toBeLessThanOrEqual(o)
        expect(learned).toBeGreaterThanOrEqual(o - 25)
      }),
    )
  })

  test('queued messages change nothing of what is known, however many and however old', () => {
    fc.assert(
      fc.property(offset, fc.array(delay, { minLength: 1, maxLength: 60 }), (o, delays) => {
        const known = hear(knownClock(null), live(o, 20), -3600)
        // Sent off one after the other from second 10,000 on, when the connection came.
        const queued = delays.map((d, i) => ({ at: 10_000 + i - d, delay: d, offset: o }))
        expect(hear(known, queued, 10_000)).toEqual(known)
      }),
    )
  })

  test('queued messages teach nothing of a clock that is not known', () => {
    fc.assert(
      fc.property(fc.array(delay, { minLength: 1, maxLength: 60 }), delays => {
        const queued = delays.map((d, i) => ({ at: 10_000 + i - Math.max(d, 121), delay: Math.max(d, 121), offset: 0 }))
        expect(hear(knownClock(null), queued, 10_000)).toEqual(knownClock(null))
      }),
    )
  })

  test('a clock ahead is learned right behind a queue, whatever the queue looked like', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 600, max: 14 * HOUR }),
        fc.array(delay, { minLength: 1, maxLength: 40 }),
        (o, delays) => {
          const queued = delays.map((d, i) => ({ at: i - d, delay: d, offset: o }))
          expect(hear(hear(knownClock(null), queued, 0), live(o, 20, 60), 0).offsetSec).toBe(o)
        },
      ),
    )
  })
})

describe('correcting', () => {
  const ahead = 5.5 * HOUR
  test.each([
    ['a live message', ahead, 0, 0],
    ['a queued one', ahead - 3 * HOUR, 0, -3 * HOUR],
    ['one of a clock that has been set right', 30, 0, 30],
    ['one that would lie after its receipt', ahead + 600, 0, ahead + 600],
  ])('%s by a clock 5 h 30 min ahead', (_, told, received, wanted) => {
    expect(byClock(at(told), at(received), ahead)).toEqual(at(wanted))
  })

  test('by a clock that is behind', () => {
    expect(byClock(at(-2 * HOUR), at(0), -2 * HOUR)).toEqual(at(0))
    expect(byClock(at(-5 * HOUR), at(0), -2 * HOUR)).toEqual(at(-3 * HOUR))
    expect(byClock(at(-HOUR), at(0), -2 * HOUR)).toEqual(at(-HOUR))
  })

  test('a right clock changes nothing', () => {
    fc.assert(
      fc.property(fc.integer({ max: 0 }), fc.integer({ min: 0, max: 120 }), (told, offset) => {
        expect(byClock(at(told), at(0), offset)).toEqual(at(told))
      }),
    )
  })

  test('a clock that is a little ahead is put right for times after their receipt alone', () => {
    expect(byClock(at(90), at(0), 90)).toEqual(at(0))
    expect(byClock(at(30), at(0), 90)).toEqual(at(-60))
    expect(byClock(at(-30), at(0), 90)).toEqual(at(-30))
  })

  test('a clock that is a little behind is put right up to the receipt', () => {
    expect(byClock(at(-300), at(0), -90)).toEqual(at(-210))
    expect(byClock(at(-60), at(0), -90)).toEqual(at(0))
    expect(byClock(at(5), at(0), -90)).toEqual(at(5))
  })
})

test('the clock in words', () => {
  expect(clockText(null)).toBeUndefined()
  expect([0, 120, 121, -3600, 19_800, 90_000, -86_400, -1_770_000_000].map(clockText)).toEqual([
    'clock correct, less than 2 min off',
    'clock correct, less than 2 min off',
    'clock 2 min ahead',
    'clock 1 h behind',
    'clock 5 h 30 min ahead',
    'clock 1 d 1 h ahead',
    'clock 1 d behind',
    'clock 20,486 d 2 h behind',
  ])
})
