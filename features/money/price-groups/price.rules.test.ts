// Price slots: the slot that holds at a moment, borders at midnight and at the week's end, and the weeks that may be
// saved.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  bordersBetween,
  checkCoverage,
  dayHundredths,
  isFullDay,
  type PriceDetail,
  type PriceSnapshot,
  priceNow,
  priceWithTax,
  slotAt,
} from './price.rules.ts'

const detail = (day: number, startMinute: number, endMinute: number, pricePerKwhPaise = 1600): PriceDetail => ({
  day,
  startMinute,
  endMinute,
  priceType: 'kwh',
  pricePerKwhPaise,
  pricePerHourPaise: 0,
  fixedFeeStartingPaise: 0,
  fixedFeeChargingPaise: 0,
  minuteFeeChargingPaise: 0,
  idealFeeFullyChargedPaise: 0,
})
const days = [0, 1, 2, 3, 4, 5, 6]
const group = (details: readonly PriceDetail[], type: 'fixed' | 'variable' = 'variable'): PriceSnapshot => ({
  priceGroupId: 1,
  type,
  taxPpm: 180_000,
  transactionPpm: 23_600,
  pgChargesBearer: 'EV',
  details,
})
const split = days.flatMap(day => [detail(day, 0, 750, 1600 + day), detail(day, 750, 1439, 2200 + day)])
const at = (text: string): Date => new Date(`2026-03-${text}Z`)

describe('slots', () => {
  test.each([
    // 2026-03-01 is a Sunday
    ['01T00:00:00', 1600],
    ['01T12:29:59.999', 1600],
    ['01T12:30:00', 2200],
    ['01T23:59:30', 2200],
    ['02T00:00:00', 1601],
    ['07T23:59:59.999', 2206],
    ['08T00:00:00', 1600],
  ])('at %s the price is %s', (text, price) => expect(slotAt(group(split), at(text))?.pricePerKwhPaise).toBe(price))

  it('of a fixed group are one for all times', () => {
    const fixed = group([detail(0, 0, 1439, 1234)], 'fixed')
    expect(slotAt(fixed, at('05T23:59:59'))?.pricePerKwhPaise).toBe(1234)
    expect(bordersBetween(fixed, at('01T00:00:00'), at('20T00:00:00'))).toEqual([])
  })

  it('leave a gap without a price, and never hold twice', () => {
    const gaps = group([detail(0, 60, 120, 1), detail(0, 100, 180, 2)])
    expect(slotAt(gaps, at('01T00:30:00'))).toBeUndefined()
    expect(slotAt(gaps, at('01T01:50:00'))?.pricePerKwhPaise).toBe(1)
    expect(slotAt(gaps, at('01T02:10:00'))?.pricePerKwhPaise).toBe(2)
    expect(slotAt(gaps, at('02T01:30:00'))).toBeUndefined()
  })
})

describe('borders', () => {
  it('lie strictly between, through midnight and the end of the week', () => {
    const iso = (from: string, to: string): string[] =>
      bordersBetween(group(split), at(from), at(to)).map(border => border.toISOString().slice(8, 16))
    expect(iso('07T12:30:00', '08T12:30:00')).toEqual(['08T00:00'])
    expect(iso('07T12:29:59', '08T12:30:01')).toEqual(['07T12:30', '08T00:00', '08T12:30'])
    expect(iso('07T12:31:00', '07T23:59:59')).toEqual([])
    expect(iso('07T12:29:59.500', '07T12:30:00')).toEqual([])
  })

  it('are where the slot changes, and nowhere else', () => {
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 1438 }), { maxLength: 4 })
    const start = fc.integer({ min: -1e9, max: 4e9 })
    fc.assert(
      fc.property(
        fc.array(cuts, { minLength: 7, maxLength: 7 }),
        start,
        fc.nat(9 * 86_400),
        (perDay, first, length) => {
          const details = perDay.flatMap((cut, day) => {
            const ends = [...cut.sort((a, b) => a - b), 1439]
            return ends.map((end, i) => detail(day, ends[i - 1] ?? 0, end))
          })
          const snapshot = group(details)
          const [from, to] = [new Date(first * 1000), new Date((first + length) * 1000)]
          const borders = bordersBetween(snapshot, from, to)
          for (const [i, border] of borders.entries()) {
            const previous = borders[i - 1] ?? from
            expect(border.getTime()).toBeGreaterThan(previous.getTime())
            expect(border.getTime()).toBeLessThan(to.getTime())
            expect(slotAt(snapshot, new Date(border.getTime() - 1))).toBe(slotAt(snapshot, previous))
            expect(slotAt(snapshot, border)).not.toBe(slotAt(snapshot, previous))
          }
          expect(slotAt(snapshot, new Date(to.getTime() - 1))).toBe(slotAt(snapshot, borders.at(-1) ?? from) ?? null)
        },
      ),
      { examples: [[[[], [], [], [], [], [], []], 0, 86_400 * 7]] },
    )
  })
})

describe('a week of slots', () => {
  const week = (end: number): PriceDetail[] => days.map(day => detail(day, 0, end))
  const others = (day: PriceDetail[]): PriceDetail[] => [...day, ...week(1439).slice(1)]

  test.each<[string, PriceDetail[], string | true]>([
    ['of 168 hours', week(1440), true],
    ['of 167.86 hours', week(1439), true],
    ['in two slots a day', split, true],
    ['of 167.88 hours', [detail(0, 0, 1440), ...week(1439).slice(1)], 'Please cover all time slots upto 24 hours'],
    ['without Saturday', week(1440).slice(0, 6), 'Please cover all time slots upto 24 hours'],
    ['with a gap', others([detail(0, 0, 600), detail(0, 660, 1439)]), 'Please cover all time slots upto 24 hours'],
    ['with an overlap', others([detail(0, 0, 600), detail(0, 540, 1439)]), 'Time slots overlap'],
    ['with a slot in another', others([detail(0, 0, 1439), detail(0, 60, 120)]), 'Time slots overlap'],
    ['with an end before its start', others([detail(0, 600, 0)]), 'End time must be after start time'],
    // gaps of 4 minutes on two days of 24 hours sum to 167.86 as well
    [
      'that only sums to 167.86',
      [0, 1].flatMap(day => [detail(day, 0, 600), detail(day, 604, 1440)]).concat(week(1440).slice(2)),
      'Please cover all time slots upto 24 hours',
    ],
  ])('%s: %s', (_, details, expected) => {
    expect(checkCoverage('variable', details)).toEqual(
      expected === true ? { ok: true, value: true } : { ok: false, error: expected },
    )
  })

  it('is not asked of a fixed group', () =>
    expect(checkCoverage('fixed', [detail(0, 0, 0)])).toEqual({ ok: true, value: true }))

  it('has days of 23.98 hours that count as full', () => {
    expect(dayHundredths(split, 3)).toBe(2398)
    expect(isFullDay(split, 3)).toBe(true)
    expect(isFullDay([detail(3, 0, 1438)], 3)).toBe(false)
  })
})

describe('the price now', () => {
  it('names the next change, past slots of the same price', () => {
    const same = [detail(0, 0, 600), detail(0, 600, 1439), ...days.slice(1).map(day => detail(day, 0, 1439))]
    expect(priceNow(group(same), at('01T05:00:00')).next).toBeUndefined()
    const night = group(same.map((slot, i) => (i === 3 ? { ...slot, pricePerKwhPaise: 900 } : slot)))
    const { now, next } = priceNow(night, at('01T05:00:00'))
    expect(now?.pricePerKwhPaise).toBe(1600)
    expect([next?.at.toISOString(), next?.price?.pricePerKwhPaise]).toEqual(['2026-03-03T00:00:00.000Z', 900])
  })

  it('counts min and hr, and a price its type does not charge, as the same', () => {
    const hour = { ...detail(0, 0, 600), priceType: 'hr', pricePerHourPaise: 100 } as const
    const minute = { ...hour, startMinute: 600, endMinute: 1439, priceType: 'min', pricePerKwhPaise: 5 } as const
    expect(priceNow(group([hour, minute]), at('01T05:00:00')).next?.at.toISOString()).toBe('2026-03-02T00:00:00.000Z')
  })

  it('carries tax and surcharge, rounded once', () => {
    expect(priceWithTax(1600n, 180_000, 0)).toBe(1888n)
    expect(priceWithTax(1600n, 180_000, 23_600)).toBe(1933n)
  })
})
