// Identifiers: known valid and invalid ones, and a check that any wrong character of a GSTIN is noticed.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { countries, countryName } from './countries.ts'
import { isEmail, isGstin, isIfsc, isPan, isPhone, isUpiAddress, panOfGstin, phoneForm } from './identifiers.ts'

const gstins = ['27AAPFU0939F1ZV', '29AACCC6636P1Z1', '27AAECD1043M1ZP', '24AACCK3955D1ZS']

describe('a GSTIN', () => {
  test.each(gstins)('%s is valid', text => expect(isGstin(text)).toBe(true))
  test.each(['06AABCU9605R1ZR', '22AAAAA0000A1Z5', '27aapfu0939f1zv', '27AAPFU0939F1Z', ''])('%j is not', text =>
    expect(isGstin(text)).toBe(false),
  )
  it('does not survive one changed digit or letter', () => {
    const others = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    fc.assert(
      fc.property(fc.constantFrom(...gstins), fc.nat(14), fc.constantFrom(...others), (text, at, character) => {
        fc.pre(text[at] !== character)
        expect(isGstin(text.slice(0, at) + character + text.slice(at + 1))).toBe(false)
      }),
      { numRuns: 1000 },
    )
  })
})

test.each([
  [isPan, 'AACCC6636P', true],
  [isPan, 'aaccc6636p', false],
  [isPan, 'AACCC6636', false],
  [isPan, 'AACC66636P', false],
  [isPan, ' AACCC6636P', false],
  [isIfsc, 'HDFC0001234', true],
  [isIfsc, 'HDFC1001234', false],
  [isUpiAddress, 'Depot.K-1@okhdfcbank', true],
  [isUpiAddress, 'depot', false],
  [isUpiAddress, '.depot@ok', false],
  [isUpiAddress, `${'a'.repeat(250)}@okaxis`, false],
  [isEmail, 'a.b+c@mail.example.in', true],
  [isEmail, 'a@b', false],
  [isEmail, 'a b@c.in', false],
  [isEmail, 'a..b@c.in', false],
  [isPhone, '9876543210', true],
  [isPhone, '987654321', false],
  [isPhone, '1234567890123456', false],
  [isPhone, '+919876543210', false],
] as const)('%O %s: %s', (check, text, valid) => expect(check(text)).toBe(valid))

test('the PAN of a GSTIN is its characters 3 to 12', () => {
  expect(gstins.map(panOfGstin)).toEqual(['AAPFU0939F', 'AACCC6636P', 'AAECD1043M', 'AACCK3955D'])
  expect(gstins.map(panOfGstin).every(isPan)).toBe(true)
})

test('countries have names', () => {
  expect(countries).toHaveLength(249)
  expect(countries.every(({ code, name }) => name !== code)).toBe(true)
  expect(countryName('IN')).toBe('India')
  expect(countryName('QQ')).toBe('QQ')
})

test.each([
  ['+91 9876543212', '919876543212'],
  ['+919876543212', '919876543212'],
  ['919876543212', '919876543212'],
  ['9876543212', '919876543212'],
  ['09876543212', '919876543212'],
  ['0091 98765-43212', '919876543212'],
  ['+91 (0) 98765 43212', '919876543212'],
  ['+1 415 555 2671', '14155552671'],
  ['080-2345 6700', '918023456700'],
  ['23456700', '23456700'],
])('the phone %s is compared as %s', (text, form) => {
  expect([phoneForm(text), phoneForm(form), phoneForm(`+${form}`)]).toEqual([form, form, form])
})
