// Tags of records: what makes two the same, and which headers are read as what.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { only } from './endpoint.ts'
import { matches, readIfMatch, tagOf } from './tag.ts'

describe('a tag', () => {
  test('is a quoted text that a header may carry, and reads back as itself', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const tag = tagOf(value)
        expect(tag).toMatch(/^"[\w-]{27}"$/)
        expect(readIfMatch(tag)).toEqual([tag])
      }),
    )
  })
  test('is the same whatever the order of fields, and another for another value', () => {
    expect(tagOf({ a: 1, b: { c: 2, d: 3 } })).toBe(tagOf({ b: { d: 3, c: 2 }, a: 1 }))
    expect(tagOf({ a: [1, 2] })).not.toBe(tagOf({ a: [2, 1] }))
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(tagOf(a) === tagOf(b)).toBe(sameJson(a, b))
      }),
    )
  })
  test('hangs on the named fields alone; one that is not there is none', () => {
    const part = only('name', 'phone')
    expect(tagOf(part({ name: 'a', phone: undefined }))).toBe(tagOf(part({ name: 'a' })))
    const live = { name: 'a', lastSeen: 1 }
    expect(tagOf(part(live))).toBe(tagOf(part({ ...live, lastSeen: 2 } as object)))
  })
})

/** As PostgreSQL and JSON see it: fields in any order, -0 is 0. */
function sameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((v, i) => sameJson(v, b[i]))
  if (isObject(a) && isObject(b)) {
    const names = Object.keys(a)
    return names.length === Object.keys(b).length && names.every(n => Object.hasOwn(b, n) && sameJson(a[n], b[n]))
  }
  return JSON.stringify(a) === JSON.stringify(b)
}
const isObject = (v: unknown): v is Record<string, unknown> => v !== null && typeof v === 'object' && !Array.isArray(v)

describe('If-Match', () => {
  test.each([
    ['"a"', ['"a"']],
    [' "a" ', ['"a"']],
    ['"a", "b"', ['"a"', '"b"']],
    ['"a","b" ,\t"c"', ['"a"', '"b"', '"c"']],
    ['W/"a"', ['"a"']],
    ['"a", W/"b"', ['"a"', '"b"']],
    ['"with, comma"', undefined],
    ['"a,b"', ['"a,b"']],
    ['*', '*'],
    ['""', ['""']],
    ['', undefined],
    ['a', undefined],
    ['"a', undefined],
    ['"a" "b"', undefined],
    ['w/"a"', undefined],
    ['*, "a"', undefined],
    ['"a", *', undefined],
    ['"a" nonsense', undefined],
    ['null', undefined],
  ])('%s', (header, read) => {
    expect(readIfMatch(header)).toEqual(read)
  })
  test('no header breaks the reading, and none but the tag itself or * passes', () => {
    const tag = tagOf({ name: 'a' })
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), header => {
        const read = readIfMatch(header)
        if (read && header.trim() !== '*') expect(matches(read, tag)).toBe(header.includes(tag))
      }),
    )
    expect(matches('*', tag)).toBe(true)
    expect(matches(['"x"', tag], tag)).toBe(true)
    expect(matches(['"x"'], tag)).toBe(false)
  })
})
