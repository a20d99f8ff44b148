// Shared texts, counts as tiles show them, and CSV that no spreadsheet runs.
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import * as text from './text.ts'

test('messages read as agreed', () => {
  expect(text.required('Name')).toBe('Name is required')
  expect(text.tooLong('Charger ID', 60)).toBe('Charger ID should be 60 characters or less')
  expect(text.mustBeNumber('Amount')).toBe('Amount must be a number')
  expect([text.created('Tag'), text.updated('Tag'), text.deleted('Tag')]).toEqual([
    'Tag created successfully',
    'Tag updated successfully',
    'Tag deleted successfully',
  ])
})

test('the revenue card shortens above 1000 rupees only', () => {
  expect([text.formatRevenueCard(1000), text.formatRevenueCard(1250)]).toEqual(['₹1,000.00', '₹1.3k'])
})

/** Any UTF-16 at all, halves of characters and zero characters among it. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0, 0x5c, 0x75, 0xd800, 0xdc00)), {
    maxLength: 20,
  })
  .map(units => String.fromCharCode(...units))

test('what others wrote is kept with what cannot be stored replaced, and nothing else', () => {
  fc.assert(
    fc.property(anyText, t => {
      const kept = text.storable(t)
      expect(text.isStorable(kept)).toBe(true)
      expect(kept.length).toBe(t.length)
      if (text.isStorable(t)) expect(kept).toBe(t)
    }),
  )
})

// V8 13.6 takes a name written as an escape, "\\ufffd", for the name '\\' where an object with that one was read before.
const anyName = anyText.map(t => t.replaceAll('\\', '/'))
test('as JSON, all texts and names within a value are', () => {
  const storableAll = (v: unknown): unknown =>
    typeof v === 'string'
      ? text.storable(v)
      : Array.isArray(v)
        ? v.map(storableAll)
        : typeof v === 'object' && v !== null
          ? Object.fromEntries(Object.entries(v).map(([k, inner]) => [text.storable(k), storableAll(inner)]))
          : v
  fc.assert(
    fc.property(fc.object({ key: anyName, values: [anyText, fc.integer(), fc.constant(null)] }), value => {
      expect(JSON.parse(text.storableJson(value))).toEqual(storableAll(value))
    }),
  )
  expect(text.storableJson(undefined)).toBe('null')
})

test('truncate counts characters, not code units', () => {
  expect(text.truncate('abc', 3)).toBe('abc')
  expect(text.truncate('⚡⚡🔌🔌', 3)).toBe('⚡⚡🔌...')
})

test.each([
  ['active', ['Active']],
  [' ACT ', ['Active']],
  ['ctive', ['Active', 'Inactive']],
  ['inactive', ['Inactive']],
  ['paid', ['paid']],
  ['unp', ['unpaid']],
  ['progress', ['In Progress']],
  ['', []],
  ['zzz', []],
])('of the words of a list %j means %j', (q, words) =>
  expect(text.meantWords(q, ['Active', 'Inactive', 'paid', 'unpaid', 'In Progress'])).toEqual(words),
)

test.each([
  ['=1+1', "'=1+1"],
  ['@x', "'@x"],
  ['-5', "'-5"],
  [-5, '-5'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['+a\nb', '"\'+a\nb"'],
  ['\t=1+1', "'\t=1+1"],
  ['\r=1+1', '"\'\r=1+1"'],
  ['\n=1+1', '"\'\n=1+1"'],
  [null, ''],
  [new Date(Number.NaN), ''],
])('the cell %j is written %s', (value, written) => expect(text.csvCell(value)).toBe(written))

it('reads back as written, and no text cell begins a formula', () => {
  const cell = fc.oneof(fc.string(), fc.constantFrom('=A1', '"', ',', '\r\n', '-1', "'", '\t=A1', '\r=A1'))
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), cells => {
      const back = parse(text.csvLine(cells))
      expect(back).toEqual(cells.map(text.neutralised))
      expect(back.some(value => /^[=+\-@\t\r]/.test(value))).toBe(false)
    }),
  )
})

/** One RFC 4180 line. */
const parse = (line: string): string[] =>
  [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = '']) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  )
