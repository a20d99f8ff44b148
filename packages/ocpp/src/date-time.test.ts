// Every notation of a date-time a charger may use is one instant; what cannot be is none.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasOffset, instantOf } from './date-time.ts'

const noon = Date.UTC(2026, 2, 1, 12, 0, 0)

describe('a date-time names an instant', () => {
  test.each([
    ['2026-03-01T12:00:00Z', noon],
    ['2026-03-01t12:00:00z', noon],
    ['2026-03-01T12:00:00.5Z', noon + 500],
    ['2026-03-01T12:00:00.123456Z', noon + 123],
    ['2026-03-01T12:00:00.123456789Z', noon + 123],
    ['2026-03-01T17:30:00+05:30', noon],
    ['2026-03-01T17:30:00.000001+05:30', noon],
    ['2026-03-01T17:30:00+0530', noon],
    ['2026-03-01T04:00:00-08:00', noon],
    ['2026-03-01T04:00:00-08', noon],
    ['2026-03-01T12:00:00', noon],
    ['2026-03-01T12:00:00.250', noon + 250],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['2000-02-29T00:00:00Z', Date.UTC(2000, 1, 29)],
    ['1970-01-01T00:00:00Z', 0],
    ['9999-12-31T23:59:59Z', Date.UTC(9999, 11, 31, 23, 59, 59)],
    ['0001-01-01T00:00:00Z', new Date('0001-01-01T00:00:00Z').getTime()],
  ])('%s', (text, instant) => expect(instantOf(text)).toBe(instant))
})

describe('what is no date-time, or cannot be, names none', () => {
  test.each([
    '',
    'yesterday',
    '2026-03-01',
    '2026-03-01 12:00:00Z',
    '2026-03-01T12:00Z',
    '2026-13-01T12:00:00Z',
    '2026-00-01T12:00:00Z',
    '2026-02-29T12:00:00Z',
    '1900-02-29T12:00:00Z',
    '2026-04-31T12:00:00Z',
    '2026-03-00T12:00:00Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01T12:60:00Z',
    '2026-03-01T12:00:60Z',
    '2026-03-01T12:00:00.Z',
    '2026-03-01T12:00:00.1234567890Z',
    '2026-03-01T12:00:00+24:00',
    '2026-03-01T12:00:00+05:60',
    '2026-03-01T12:00:00+5',
    '2026-03-01T12:00:00+05:3',
    '2026-03-01T12:00:00ZZ',
    '2026-03-01T12:00:00Z ',
    ' 2026-03-01T12:00:00Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '+10000-01-01T00:00:00Z',
    '２０２６-03-01T12:00:00Z',
  ])('%s', text => expect(instantOf(text)).toBeUndefined())
})

test('every instant of the years 1 to 9999 is read back from its ISO text', () => {
  const dates = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(dates, date => {
      expect(instantOf(date.toISOString())).toBe(date.getTime())
    }),
  )
})

test('any text is judged without an exception', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(() => instantOf(text)).not.toThrow()
    }),
  )
})

test('a missing offset is seen', () => {
  expect(hasOffset('2026-03-01T12:00:00')).toBe(false)
  expect(hasOffset('2026-03-01T12:00:00.250')).toBe(false)
  expect(hasOffset('2026-03-01T12:00:00Z')).toBe(true)
  expect(hasOffset('2026-03-01T12:00:00z')).toBe(true)
  expect(hasOffset('2026-03-01T12:00:00+05:30')).toBe(true)
  expect(hasOffset('2026-03-01T12:00:00-08')).toBe(true)
})
