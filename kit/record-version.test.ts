import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Difference, differences, valueText, wordsOf } from './record-version.ts'

const only = (d: readonly Difference[]) => d.map(({ path, changed }) => `${path} ${changed}`)

test('what only one side changed is that side’s, what both changed is for the reader to choose', () => {
  const before = { name: 'Night', phone: '1', address: { city: 'Pune', zip: '411001' } }
  const theirs = { name: 'Late', phone: '1', address: { city: 'Pune', zip: '411002' } }
  const ours = { name: 'Dark', phone: '2', address: { city: 'Pune', zip: '411001' } }
  expect(only(differences(before, theirs, ours))).toEqual(['name both', 'phone ours', 'address.zip theirs'])
})
test('lists of one length differ place by place, of another as a whole', () => {
  const rights = (...u: boolean[]) => ({ access: u.map(update => ({ update })) })
  expect(only(differences(rights(false, false), rights(true, false), rights(false, true)))).toEqual([
    'access.0.update theirs',
    'access.1.update ours',
  ])
  expect(only(differences({ tags: ['a'] }, { tags: ['a', 'b'] }, { tags: ['a'] }))).toEqual(['tags theirs'])
})
test('a value that came or went is one value', () => {
  expect(only(differences({ a: null }, { a: { b: 1 } }, { a: null }))).toEqual(['a.b theirs'])
  expect(only(differences({ a: [1] }, { a: [1] }, { a: null }))).toEqual(['a ours'])
})
test('equal sides differ in nothing, and differences always name both sides truly', () => {
  const values = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof(fc.integer(), fc.string(), fc.array(fc.nat(3))))
  fc.assert(
    fc.property(values, values, (before, one) => {
      expect(differences(before, one, one)).toEqual([])
      for (const d of differences(before, one, before)) expect(d.changed).toBe('theirs')
      for (const d of differences(before, before, one)) expect(d.changed).toBe('ours')
    }),
  )
})
test('paths and values read as words', () => {
  expect(wordsOf('address.zipCode')).toBe('Address, Zip code')
  expect(wordsOf('access.3.update')).toBe('Access, 4, Update')
  expect([null, '', true, [], ['x', 1], { lat: 1, note: '' }].map(valueText)).toEqual([
    'Empty',
    'Empty',
    'Yes',
    'None',
    'x; 1',
    'Lat 1',
  ])
})
