// Price slots in words, by UTC and by the business time zone beside it.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PriceDetail, PriceSnapshot } from '#money/price-groups/price.rules.ts'
import { slotTexts } from './slot-text.rules.ts'

const detail = (day: number, startMinute: number, endMinute: number) =>
  ({ day, startMinute, endMinute }) as unknown as PriceDetail
const of = (type: 'fixed' | 'variable', d: PriceDetail) => ({ type, details: [d] }) as unknown as PriceSnapshot
const india = { zone: 'Asia/Kolkata', at: new Date('2026-01-05T00:00:00Z') }

test.each([
  [detail(1, 0, 360), 'Mon 00:00 to 06:00', 'Mon 05:30 to 11:30'],
  [detail(1, 1200, 1439), 'Mon 20:00 to 24:00', 'Tue 01:30 to 05:30'],
  [detail(1, 1020, 1140), 'Mon 17:00 to 19:00', 'Mon 22:30 to Tue 00:30'],
  [detail(1, 1020, 1110), 'Mon 17:00 to 18:30', 'Mon 22:30 to 24:00'],
  // The week turns on Saturday.
  [detail(6, 1110, 1200), 'Sat 18:30 to 20:00', 'Sun 00:00 to 01:30'],
  [detail(0, 0, 1439), 'Sun 00:00 to 24:00', 'Sun 05:30 to Mon 05:30'],
])('a slot reads by both clocks', (d, utc, business) =>
  expect(slotTexts(of('variable', d), 0, india)).toEqual({ utc, business }),
)

test('west of UTC a slot may begin the day before, and clocks that are moved are those of the day', () => {
  const slot = of('variable', detail(0, 60, 180))
  const texts = (at: string) => slotTexts(slot, 0, { zone: 'America/New_York', at: new Date(at) }).business
  expect(texts('2026-01-05T00:00:00Z')).toBe('Sat 20:00 to 22:00')
  expect(texts('2026-07-05T00:00:00Z')).toBe('Sat 21:00 to 23:00')
})

test('a fixed price holds at all times, and so does a slot that is not there', () => {
  const always = { utc: 'at all times', business: 'at all times' }
  expect(slotTexts(of('fixed', detail(0, 0, 1439)), 0, india)).toEqual(always)
  expect(slotTexts(of('variable', detail(0, 0, 60)), 7, india)).toEqual(always)
})

test('where the business runs on UTC both read alike', () => {
  const utc = { zone: 'UTC', at: india.at }
  fc.assert(
    fc.property(fc.nat(6), fc.nat(1438), fc.nat(1439), (day, start, end) => {
      fc.pre(start < end)
      const texts = slotTexts(of('variable', detail(day, start, end)), 0, utc)
      expect(texts.business).toBe(texts.utc)
    }),
  )
})
