// Time slots while they are typed: neighbours follow, a day is filled, copied, reset; and the texts of a refused save.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { slotClock } from './business-clock.rules.ts'
import { checkCoverage } from './price.rules.ts'
import { minutesOf, storedSlots, timeOf } from './price-detail.rules.ts'
import {
  alertText,
  asType,
  blankSlot,
  labelOf,
  PriceGroupForm,
  problemTexts,
  type Slot,
  submissionText,
} from './price-form.rules.ts'
import { weekText } from './price-text.rules.ts'
import {
  addRange,
  copyDay,
  dayState,
  moveEnd,
  moveStart,
  removeSlot,
  resetSlot,
  switchType,
  typedTime,
} from './slots.rules.ts'

const slot = (startTime: string, endTime: string, more: Partial<Slot> = {}): Slot => ({
  ...blankSlot(1),
  startTime,
  endTime,
  priceperKW: 16,
  ...more,
})
const times = (slots: readonly Slot[]): string => slots.map(s => `${s.startTime}-${s.endTime}`).join(' ')
const three = [slot('00:00', '08:00'), slot('08:00', '16:00'), slot('16:00', '23:59')]

describe('another time moves the neighbours', () => {
  test.each([
    ['a later start', () => moveStart(three, 1, '09:30'), '00:00-09:30 09:30-16:00 16:00-23:59'],
    ['an earlier start', () => moveStart(three, 1, '07:00'), '00:00-07:00 07:00-16:00 16:00-23:59'],
    ['a start before the slot before', () => moveStart(three, 2, '06:00'), '00:00-06:00 08:00-06:00 06:00-23:59'],
    ['a later end', () => moveEnd(three, 0, '09:00'), '00:00-09:00 09:00-16:00 16:00-23:59'],
    ['an end beyond the slot after', () => moveEnd(three, 0, '18:00'), '00:00-18:00 18:00-16:00 18:00-23:59'],
    ['the last end', () => moveEnd(three, 2, '20:00'), '00:00-08:00 08:00-16:00 16:00-20:00'],
    ['the first start', () => moveStart(three, 0, '01:00'), '01:00-08:00 08:00-16:00 16:00-23:59'],
    ['half a time', () => moveEnd(three, 0, ''), '00:00- 08:00-16:00 16:00-23:59'],
  ])('%s', (_what, moved, expected) => expect(times(moved())).toBe(expected))

  it('of its own day alone, and a day that was whole stays whole', () => {
    const cut = fc.uniqueArray(fc.integer({ min: 1, max: 1438 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(cut, fc.nat(), fc.integer({ min: 1, max: 1438 }), (cuts, which, to) => {
        const ends = [...cuts.sort((a, b) => a - b), 1439]
        const day = ends.map((end, i) => slot(timeOf(ends[i - 1] ?? 0), timeOf(end)))
        const other = day.map(s => ({ ...s, day: 2 }))
        const at = which % cuts.length
        const [least, most] = [ends[at - 1] ?? 0, ends[at + 1] ?? 1439]
        const moved = moveEnd([...day, ...other], at, timeOf(Math.min(most - 1, Math.max(least + 1, to))))
        expect(moved.slice(day.length)).toEqual(other)
        if (most - least > 1) expect(dayState(moved, 1).gaps).toEqual([])
        expect(dayState(moved, 1).overlaps).toEqual([])
        // The same border taken from its other side.
        const border = String(moved[at]?.endTime)
        expect(moveStart([...day, ...other], at + 1, border)).toEqual(moved)
      }),
    )
  })
})

describe('a day', () => {
  it('takes a slot from the last end on, else in its first gap, and none when it is full', () => {
    const added = (slots: Slot[], day: number | undefined = 1) => {
      const r = addRange(slots, day)
      return r.ok ? times(r.value.slots) : r.error
    }
    expect(added([slot('00:00', '12:00')])).toBe('00:00-12:00 12:00-23:59')
    expect(added([slot('00:00', '08:00'), slot('12:00', '23:59')])).toBe('00:00-08:00 08:00-12:00 12:00-23:59')
    expect(added([slot('06:00', '23:59')])).toBe('00:00-06:00 06:00-23:59')
    expect(added([{ ...slot('00:00', '12:00'), day: 3 }])).toBe('00:00-23:59 00:00-12:00')
    expect(added(three)).toBe(
      'Already defined 24 hours for the selected day. Please adjust timeslot to define multiple prices',
    )
    expect(addRange(three, undefined)).toEqual({
      ok: false,
      error: 'Please select the day before adding new time range',
    })
    const blank = addRange([slot('00:00', '12:00')], 1)
    expect(blank.ok && blank.value.slots[blank.value.at]).toMatchObject({ priceType: 'kwh', priceperKW: null })
  })
  it('keeps its last slot, and a slot that is reset is the whole day without prices', () => {
    expect(times(removeSlot(three, 1))).toBe('00:00-08:00 16:00-23:59')
    expect(removeSlot(three.slice(0, 1), 0)).toHaveLength(1)
    expect(resetSlot([slot('08:00', '09:00', { priceType: 'min', priceperHr: 9 })], 0)).toEqual([blankSlot(1)])
  })
  it('charges by one price: the other goes with the type', () => {
    const byHour = switchType([slot('00:00', '23:59')], 0, 'min')
    expect([byHour[0]?.priceperKW, byHour[0]?.priceperHr]).toEqual([null, null])
    expect(switchType([{ ...blankSlot(1), priceType: 'min', priceperHr: 90 }], 0, 'kwh')[0]?.priceperHr).toBeNull()
  })
  it('is copied over others, whose slots go', () => {
    const week = copyDay([...three, slot('00:00', '23:59', { day: 4, priceperKW: 99 })], 1, [1, 4, 0])
    expect(week.map(s => s.day)).toEqual([0, 0, 0, 1, 1, 1, 4, 4, 4])
    expect(week.some(s => s.priceperKW === 99)).toBe(false)
  })
  it('tells where it has no price, and where it has two', () => {
    const state = dayState([slot('00:00', '10:00'), slot('09:00', '12:00'), slot('13:00', '23:59')], 1)
    expect(state).toEqual({ gaps: [{ from: 720, to: 780 }], overlaps: [{ from: 540, to: 600 }] })
  })
})

test.each(['priceperKW', 'fixedFeeStarting', 'fixedFeeCharging', 'minuteFeeCharging', 'idealFeeFullyCharged'] as const)(
  'three decimals of %s stand at their field, and the error of the week beside them',
  field => {
    const priceDetails = [slot('00:00', '23:59', { [field]: 1.234 })]
    const read = PriceGroupForm.safeParse({ name: 'x', description: '', priceGroupType: 'variable', priceDetails })
    expect(read.error?.issues.map(i => [i.path.join('.'), i.message])).toEqual([
      [`priceDetails.0.${field}`, expect.stringMatching(/should have 2 decimals or less$/)],
      ['priceDetails', expect.stringMatching(/^Please cover all time slots/)],
    ])
  },
)

describe('a week', () => {
  const anySlots = fc.array(
    fc
      .record({
        day: fc.integer({ min: 0, max: 6 }),
        a: fc.integer({ min: 0, max: 1438 }),
        b: fc.integer({ min: 1, max: 1439 }),
      })
      .map(({ day, a, b }) => slot(timeOf(Math.min(a, b - 1)), timeOf(Math.max(b, a + 1)), { day })),
    { maxLength: 20 },
  )
  it('may be saved exactly when no day has a gap or an overlap', () => {
    const body = (priceDetails: Slot[]) => ({
      name: 'x',
      priceGroupType: 'variable' as const,
      priceDetails,
      description: '',
    })
    const isWhole = (s: Slot[]) =>
      [0, 1, 2, 3, 4, 5, 6].map(d => dayState(s, d)).every(d => d.gaps.length === 0 && d.overlaps.length === 0)
    fc.assert(
      fc.property(anySlots, fc.boolean(), (list, isFilled) => {
        const filled = isFilled
          ? [0, 1, 2, 3, 4, 5, 6].flatMap(day => {
              const own = list.filter(s => s.day === day).map(s => minutesOf(s.endTime) ?? 0)
              const ends = [...new Set([...own, 1439])].sort((a, b) => a - b)
              return ends.map((end, i) => slot(timeOf(ends[i - 1] ?? 0), timeOf(end), { day }))
            })
          : list
        if (filled.length === 0) return
        const read = PriceGroupForm.safeParse(body(filled))
        expect(read.success).toBe(isWhole(filled))
        if (isFilled) expect(read.success).toBe(true)
        if (!read.success) {
          const [issue] = read.error.issues
          expect(issue?.message).toMatch(/^(Time slots overlap|Please cover all time slots upto 24 hours)$/)
        } else expect(checkCoverage('variable', storedSlots('variable', read.data.priceDetails)).ok).toBe(true)
      }),
    )
  })
  it('of a fixed price is that price every day, and back again Monday’s first', () => {
    const week = asType('variable', [slot('00:00', '23:59', { day: 0 })])
    expect([week.map(s => s.day), new Set(week.map(s => s.priceperKW))]).toEqual([[0, 1, 2, 3, 4, 5, 6], new Set([16])])
    expect(asType('fixed', three)).toEqual([slot('00:00', '23:59', { day: 0 })])
  })
  it('says equal days once, in words', () => {
    const reply = (day: number, priceperKW: number) =>
      ({ ...blankSlot(day), priceperKW, fixedFeeStarting: 5, idealFeeFullyCharged: 0 }) as never
    expect(
      weekText(
        'variable',
        [0, 1, 2, 3, 4, 5, 6].map(d => reply(d, d === 0 || d === 6 ? 12 : 16)),
      ),
    ).toEqual([
      { days: 'Monday to Friday', slots: [{ time: '00:00 to 24:00', price: '₹16.00 per kWh, start fee ₹5.00' }] },
      { days: 'Saturday to Sunday', slots: [{ time: '00:00 to 24:00', price: '₹12.00 per kWh, start fee ₹5.00' }] },
    ])
  })
})

test('beside a slot stands the time of the business zone, with the day where that is another one', () => {
  const india = slotClock('Asia/Kolkata', new Date('2026-03-01T00:00:00Z'))
  expect(india.text(1, '12:00')).toBe('17:30 in Asia/Kolkata')
  expect(india.text(6, '23:59')).toBe('Sun 05:30 in Asia/Kolkata')
  expect(slotClock('America/New_York', new Date('2026-01-01T00:00:00Z')).text(0, '02:00')).toBe(
    'Sat 21:00 in America/New_York',
  )
  expect(slotClock('UTC', new Date(0)).text(0, '02:00')).toBeUndefined()
})

describe('what a refused save is told', () => {
  test.each([
    [{ message: 'No' }, 'No', 'No'],
    [{ message: 'No', errors: ['a', 'b'] }, 'a, b', 'No'],
    [{ message: 'No', errors: [{ message: 'a' }, 'b'] }, 'a, b', 'No'],
    [{ message: 'No', errors: { name: 'a', x: 'b' } }, 'a, b', 'No'],
    [{ message: 'No', errors: { name: 'bad name', x: ['a', 'b'] } }, 'bad name, a, b', 'No'],
    [{ errors: {}, error: 'Gone' }, 'Gone', 'Gone'],
    [{ error: { message: 'Broken' } }, 'Broken', 'Broken'],
    [{ statusText: 'Bad Gateway' }, 'Bad Gateway', 'Bad Gateway'],
    [{}, 'An error occurred while saving the price group', 'An error occurred while saving the price group'],
    [null, 'An error occurred while saving the price group', 'An error occurred while saving the price group'],
  ])('%j', (refusal, banner, alert) => expect([submissionText(refusal), alertText(refusal)]).toEqual([banner, alert]))

  it('with its fields, a slot by day and begin', () => {
    const values = { name: '', description: '', priceGroupType: 'variable' as const, priceDetails: three }
    const errors = {
      name: { message: 'Name is required' },
      priceDetails: [undefined, { priceperKW: { message: 'Must be greater than 0', ref: {} } }],
    }
    expect(problemTexts(errors, values)).toEqual([
      'Name is required',
      'Monday 08:00, Price per kWh: Must be greater than 0',
    ])
    const [slot] = three as [(typeof three)[number]]
    const week = [0, 3, 1].map(day => ({ ...slot, day }))
    const each = { priceDetails: week.map(() => ({ priceperKW: { message: 'Wrong' } })) }
    const days = problemTexts(each, { ...values, priceDetails: week }).map(text => text.split(' ')[0])
    expect(days).toEqual(['Monday', 'Wednesday', 'Sunday'])
    expect(problemTexts({ priceDetails: { root: { message: 'Time slots overlap' } } }, values)).toEqual([
      'Time slots overlap',
    ])
    expect(labelOf('priceDetails.0.priceperHr', { ...values, priceGroupType: 'fixed' })).toBe('Price per hour')
  })
})

test.each([
  ['9', '09:00'],
  ['930', '09:30'],
  ['9:30', '09:30'],
  [' 09.30 ', '09:30'],
  ['0930', '09:30'],
  ['23:59', '23:59'],
  ['00:00', '00:00'],
  ['24:00', undefined],
  ['12:60', undefined],
  ['9:3', undefined],
  ['', undefined],
  ['noon', undefined],
])('a time typed as %j is %j', (text, time) => {
  expect(typedTime(text)).toBe(time)
})
