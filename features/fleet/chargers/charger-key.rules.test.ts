// Keys of chargers and changes of their security profile (D-OCPP-9).
import { describe, expect, test } from 'vitest'
import { isHexKey, KEY_OVER_OCPP, keyToSend, lowersProfile, profileToSend } from './charger-key.rules.ts'

const hex = (digits: number) => 'aB'.repeat(20).slice(0, digits)
test.each([
  [30, false],
  [31, false],
  [32, true],
  [33, false],
  [34, true],
  [40, true],
  [42, false],
])('a key of %i hexadecimal digits may be sent: %s', (digits, isKey) => {
  const text = `${hex(40)}ff`.slice(0, digits)
  expect(isHexKey(text)).toBe(isKey)
  expect(keyToSend(text).ok).toBe(isKey)
})
test('only hexadecimal digits may be sent', () => {
  for (const text of [`${hex(31)}g`, `${hex(32)}\n`, ` ${hex(32)}`, ''])
    expect(keyToSend(text)).toEqual({ ok: false, error: KEY_OVER_OCPP })
})

describe('a security profile over OCPP', () => {
  test.each([
    ['2', 1, true, 2],
    ['3', 0, false, 3],
    ['0', 0, false, 0],
    ['2', 2, true, 2],
  ])('%s after %i, with a key %s: sent', (value, profile, hasKey, sent) => {
    expect(profileToSend(value, { profile, hasKey })).toEqual({ ok: true, value: sent })
  })
  test.each([
    ['0', 1, true, /is 1 and cannot be lowered/],
    ['2', 3, true, /is 3 and cannot be lowered/],
    ['1', 0, false, /no key yet and would be locked out/],
    ['2', 0, false, /no key yet and would be locked out/],
    ['4', 0, true, /Must be 0, 1, 2 or 3/],
    ['-1', 0, true, /Must be 0, 1, 2 or 3/],
    ['01', 0, true, /Must be 0, 1, 2 or 3/],
    ['', 0, true, /Must be 0, 1, 2 or 3/],
  ])('%s after %i, with a key %s: refused', (value, profile, hasKey, error) => {
    expect(profileToSend(value, { profile, hasKey })).toMatchObject({ ok: false, error: expect.stringMatching(error) })
  })
  test('only a lower profile lets in what was refused', () => {
    expect([lowersProfile(2, 1), lowersProfile(2, 2), lowersProfile(2, 3)]).toEqual([true, false, false])
  })
})
