// Packed texts come back to the letter; what was packed otherwise, and what is damaged, is refused.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pack, unpack } from './packed.ts'

const packing = { version: 1, dictionary: Buffer.from('"measurand":"Energy.Active.Import.Register","unit":"Wh"') }

test('any text comes back', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), text => unpack(packing, pack(packing, text)) === text))
})
test('an unknown version and damaged bytes are refused', () => {
  const data = pack(packing, 'A text that is long enough to be cut off')
  expect(() => unpack({ ...packing, version: 2 }, data)).toThrow('unknown version 1')
  expect(() => unpack(packing, data.subarray(0, 5))).toThrow()
})
