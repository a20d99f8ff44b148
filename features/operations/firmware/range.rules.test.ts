// Ranges as chargers ask for them (RFC 9110 section 14.1.2).
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rangeOf } from './range.rules.ts'

const TAG = '"abc"'
test.each<[string | undefined, ReturnType<typeof rangeOf>]>([
  [undefined, undefined],
  ['bytes=0-', { from: 0, to: 100 }],
  ['bytes=0-0', { from: 0, to: 1 }],
  ['bytes=10-19', { from: 10, to: 20 }],
  ['bytes=90-400', { from: 90, to: 100 }],
  ['bytes=99-', { from: 99, to: 100 }],
  ['bytes=100-', 'none'],
  ['bytes=-10', { from: 90, to: 100 }],
  ['bytes=-400', { from: 0, to: 100 }],
  ['bytes=-0', 'none'],
  ['Bytes = 5 - 6', { from: 5, to: 7 }],
  // What is no range, more than one, or another unit, asks for the whole.
  ['bytes=20-10', undefined],
  ['bytes=0-1,5-6', undefined],
  ['items=0-1', undefined],
  ['bytes=-', undefined],
  ['bytes=a-b', undefined],
])('%s of 100 bytes', (range, part) => expect(rangeOf({ range }, 100, TAG)).toEqual(part))

test.each([
  [TAG, { from: 5, to: 100 }],
  ['"other"', undefined],
  ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
])('a part of another state of the file is the whole file: If-Range %s', (ifRange, part) =>
  expect(rangeOf({ range: 'bytes=5-', ifRange }, 100, TAG)).toEqual(part),
)

test('a part lies within the file and is not empty', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), fc.nat(2e9), fc.nat(2e9), (bytes, a, b) => {
      const part = rangeOf({ range: `bytes=${a}-${b}` }, bytes, TAG)
      if (part === undefined) return b < a
      if (part === 'none') return a >= bytes
      return part.from === a && part.to > part.from && part.to <= bytes
    }),
  )
})
