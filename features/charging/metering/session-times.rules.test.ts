// When a session began and ended: which time is certain, and which one alone is replaced.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  certainStart,
  certainStop,
  type Ending,
  isAmbiguous,
  isImpossibleTime,
  type ReportedTimes,
  shownBy,
  startAfter,
} from './session-times.rules.ts'

const T0 = Date.UTC(2026, 2, 2, 10)
const at = (minute: number) => new Date(T0 + minute * 60_000)
const told = (more: Partial<ReportedTimes> = {}): ReportedTimes => ({
  toldAt: at(0),
  receivedAt: at(1),
  offsetSec: 0,
  isLateWithoutCause: false,
  ...more,
})

const ahead = 330 * 60
describe('the start', () => {
  test.each([
    ['as told', {}, at(0), 'charger'],
    ['some minutes ahead', { toldAt: at(11) }, at(11), 'charger'],
    ['queued for days', { toldAt: at(-3000) }, at(-3000), 'charger'],
    ['in 1970', { toldAt: new Date(0) }, at(1), 'receipt'],
    ['in 2036', { toldAt: new Date(Date.UTC(2036, 0)) }, at(1), 'receipt'],
    ['late without cause', { toldAt: at(-3000), isLateWithoutCause: true }, at(1), 'receipt'],
    ['by a clock 5 h 30 min ahead', { toldAt: at(330), offsetSec: ahead }, at(0), 'clock'],
    ['queued by that clock', { toldAt: at(100), offsetSec: ahead }, at(-230), 'clock'],
    ['after that clock was set right', { toldAt: at(0), offsetSec: ahead }, at(0), 'charger'],
  ] as const)('%s', (_, more, wanted, from) => {
    expect(certainStart(told(more))).toEqual({ at: wanted, from })
  })
})

describe('the start after its command or payment', () => {
  const connection = { isClockKnown: false, connectedSince: at(-5) }
  const known = { isClockKnown: true, connectedSince: at(-5) }
  const command = { at: at(0.5), isSure: false }
  const payment = { at: at(0.5), isSure: true }
  const charger = (start: Date) => ({ at: start, from: 'charger', clockOffsetSec: null, provesClock: false })
  const slow = (offsetSec: number) => ({ at: at(1), from: 'clock', clockOffsetSec: offsetSec, provesClock: true })
  test.each([
    ['no command, three hours ago', { toldAt: at(-179) }, undefined, connection, charger(at(-179))],
    ['after its command', { toldAt: at(0.6) }, command, connection, charger(at(0.6))],
    ['three hours before its command', { toldAt: at(-179) }, command, connection, slow(-10_800)],
    ['three hours before its payment', { toldAt: at(-179) }, payment, known, slow(-10_800)],
    ['a minute before its command', { toldAt: at(-0.5) }, command, known, slow(-90)],
    ['days before its command', { toldAt: at(-2879), isLateWithoutCause: true }, command, connection, slow(-172_800)],
    ['in 1970', { toldAt: new Date(0) }, payment, connection, slow(-at(1).getTime() / 1000)],
    ['nine minutes after its receipt', { toldAt: at(10) }, command, connection, slow(540)],
    ['nine minutes after its receipt, for a payment', { toldAt: at(10) }, payment, known, slow(540)],
    ['half an hour after its receipt', { toldAt: at(31) }, payment, connection, slow(1800)],
    ['a minute after its receipt', { toldAt: at(2) }, payment, connection, slow(60)],
    [
      'a moment after its receipt',
      { toldAt: new Date(T0 + 60_400) },
      payment,
      connection,
      charger(new Date(T0 + 60_400)),
    ],
    ['no command, nine minutes after its receipt', { toldAt: at(10) }, undefined, connection, charger(at(10))],
    [
      'some seconds after its receipt by a clock that is corrected',
      { toldAt: at(331.1), offsetSec: ahead },
      command,
      known,
      { at: at(1), from: 'clock', clockOffsetSec: ahead, provesClock: false },
    ],
    ['queued by a clock that is known, of the same tag', { toldAt: at(-179) }, command, known, charger(at(-179))],
    ['within this connection, by a clock that was known', { toldAt: at(-4) }, command, known, slow(-300)],
    [
      'before its command by a clock that is corrected, and right by it',
      { toldAt: at(-179), offsetSec: -10_800 },
      command,
      known,
      { at: at(1), from: 'clock', clockOffsetSec: -10_800, provesClock: false },
    ],
    [
      'in the year 1: nobody can correct that',
      { toldAt: new Date('0001-01-01T00:00:00Z') },
      payment,
      connection,
      { at: at(1), from: 'receipt', clockOffsetSec: null, provesClock: false },
    ],
  ] as const)('%s', (_, more, cause, station, wanted) => {
    expect(startAfter(told(more), cause, station)).toEqual(wanted)
  })

  test('no paid session begins before its payment, no remote start of a new clock before its command, none after its receipt', () => {
    const second = fc.integer({ min: -2_000_000, max: 2_000_000 })
    const delay = fc.integer({ min: 0, max: 900_000 })
    fc.assert(
      fc.property(second, delay, second, fc.boolean(), fc.boolean(), (toldS, delayMs, offsetSec, isSure, isKnown) => {
        const cause = { at: at(0), isSure }
        const receivedAt = new Date(T0 + delayMs)
        const s = told({ toldAt: at(toldS / 60), receivedAt, offsetSec })
        const start = startAfter(s, cause, {
          isClockKnown: !isSure && isKnown ? false : isKnown,
          connectedSince: at(-5),
        })
        expect(start.at >= cause.at).toBe(true)
        expect(start.at.getTime() < receivedAt.getTime() + 1000).toBe(true)
      }),
    )
  })
})

describe('the stop', () => {
  const ending = (more: Partial<Ending> = {}): Ending => ({
    ...told({ toldAt: at(60), receivedAt: at(61) }),
    startedAt: at(0),
    shownMs: 55 * 60_000,
    ...more,
  })
  const never = new Date(Date.UTC(2036, 0))
  test.each([
    ['as told', {}, at(60), 'charger'],
    ['impossible, heard at once: when it was heard', { toldAt: never }, at(61), 'receipt'],
    [
      'impossible, and nothing was sampled: when it was heard',
      { toldAt: never, shownMs: undefined },
      at(61),
      'receipt',
    ],
    [
      'impossible, heard hours later: as long as the samples show',
      { toldAt: never, receivedAt: at(300) },
      at(55),
      'samples',
    ],
    ['the same before the start', { toldAt: at(-1), receivedAt: at(300) }, at(55), 'samples'],
    ['impossible, all of it heard together', { toldAt: never, receivedAt: at(1) }, at(55), 'samples'],
    ['late without cause', { isLateWithoutCause: true }, at(61), 'receipt'],
    ['heard before its start', { toldAt: at(-2), receivedAt: at(-1), shownMs: undefined }, at(0), 'receipt'],
  ] as const)('%s', (_, more, wanted, from) => {
    expect(certainStop(ending(more))).toEqual({ at: wanted, from })
  })

  test('never lies before the start, and a possible one stays as it was told', () => {
    const minute = fc.integer({ min: -100_000, max: 100_000 })
    const shown = fc.option(fc.integer({ min: 1, max: 10_000 }), { nil: undefined })
    fc.assert(
      fc.property(minute, minute, minute, shown, (start, stop, heard, length) => {
        const e = ending({
          startedAt: at(start),
          toldAt: at(stop),
          receivedAt: at(heard),
          shownMs: length && length * 60_000,
        })
        const certain = certainStop(e)
        expect(certain.at >= e.startedAt).toBe(true)
        if (!isImpossibleTime(e.toldAt, e.receivedAt) && e.toldAt >= e.startedAt)
          expect(certain).toEqual({ at: e.toldAt, from: 'charger' })
      }),
    )
  })

  test('by a wrong clock, yet agreeing with its receipt: nobody can tell soon after a connection', () => {
    const right = { toldAt: at(60), receivedAt: at(61), offsetSec: 19_800 }
    expect(isAmbiguous(right, at(55))).toBe(true)
    expect(isAmbiguous(right, at(0))).toBe(false)
    expect(isAmbiguous({ ...right, toldAt: at(390) }, at(55))).toBe(false)
    expect(isAmbiguous({ ...right, offsetSec: 0 }, at(55))).toBe(false)
    // Behind, a queued stop would be told earlier still.
    expect(isAmbiguous({ ...right, offsetSec: -19_800 }, at(55))).toBe(false)
  })
})

test('samples of a clock that was set meanwhile show no length', () => {
  expect(shownBy(at(0), at(40))).toBe(40 * 60_000)
  expect(shownBy(new Date(60_000), new Date(2_460_000))).toBe(40 * 60_000)
  expect(shownBy(new Date(0), at(40))).toBeUndefined()
  expect(shownBy(at(0), at(0))).toBeUndefined()
  expect(shownBy(at(10), at(0))).toBeUndefined()
})
