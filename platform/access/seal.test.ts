// A sealed text opens with the same secret for the same use, whole, and in no other way.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeSeal } from './seal.ts'

const seal = makeSeal('a secret of the tests, long enough for sealing')
const other = makeSeal('a secret of the tests, long enough for sealing!')

test('a text comes out as it went in, for its use and with its secret alone', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.string(), (text, use, another) => {
      const sealed = seal.close(text, use)
      expect(seal.open(sealed, use)).toBe(text)
      expect(makeSeal('a secret of the tests, long enough for sealing').open(new Uint8Array(sealed), use)).toBe(text)
      expect(other.open(sealed, use)).toBeUndefined()
      if (another !== use) expect(seal.open(sealed, another)).toBeUndefined()
      expect(seal.close(text, use).equals(sealed)).toBe(false)
    }),
    { numRuns: 50 },
  )
})

test('a single bit that differs, or a byte that is missing, keeps it closed', () => {
  const sealed = seal.close('key secret', 'use')
  for (let i = 0; i < sealed.length; i++) {
    const bent = Buffer.from(sealed)
    bent[i] = (bent[i] ?? 0) ^ 1
    expect(seal.open(bent, 'use')).toBeUndefined()
    expect(seal.open(sealed.subarray(0, i), 'use')).toBeUndefined()
  }
})

test('what is derived is the same again, and another one for another use or secret', () => {
  expect(seal.derive('a')).toMatch(/^[\w-]{43}$/)
  expect(seal.derive('a')).toBe(makeSeal('a secret of the tests, long enough for sealing').derive('a'))
  expect(new Set([seal.derive('a'), seal.derive('b'), other.derive('a'), seal.derive('seal')]).size).toBe(4)
})
