// An address: any spelling of a state becomes the listed state and is stored by its name; and its point.
import { expect, test } from 'vitest'
import { Address, AddressWithoutPoint, storedState } from './address.ts'

const point = { lat: 12.9716, lng: 77.5946 }
const errors = (value: object, schema: typeof Address | typeof AddressWithoutPoint = Address) =>
  Object.fromEntries((schema.safeParse(value).error?.issues ?? []).map(i => [i.path.join('.'), i.message] as const))

test.each([
  ['KA', 'Karnataka'],
  [' tamilnadu ', 'Tamil Nadu'],
  ['29', 'Karnataka'],
  ['', null],
  [null, null],
  [undefined, null],
])('the state %j is stored as %j', (state, stored) => {
  for (const schema of [Address, AddressWithoutPoint]) {
    const read = schema.parse({ ...point, ...(state !== undefined && { state }) })
    expect(read.state).toBe(stored)
    expect(read.country).toBe('IN')
  }
})

test('a text that is no state is refused with one that is, beside whatever else is wrong', () => {
  const text = 'Please enter a valid state, such as Karnataka or KA'
  expect(errors({ ...point, state: 'Karnatka' })).toEqual({ state: text })
  expect(errors({ ...point, state: 'Karnatka' }, AddressWithoutPoint)).toEqual({ state: text })
  expect(Object.keys(errors({ lat: 1, state: 'Karnatka' })).sort()).toEqual(['lng', 'state'])
  expect(errors({ ...point, state: 'x'.repeat(51) })).toMatchObject({ state: expect.any(String) })
  expect(errors({ ...point, state: 7 })).toEqual({ state: 'State must be text' })
})

test('outside India a state is any text', () => {
  expect(Address.parse({ ...point, state: ' Bavaria', country: 'DE' }).state).toBe('Bavaria')
  expect(storedState({ state: 'KA', country: 'US' })).toBe('KA')
})

test('the point is whole or, where it may, missing', () => {
  expect(AddressWithoutPoint.parse({ lat: null, lng: null })).toMatchObject({ lat: null, lng: null })
  expect(Object.keys(errors({ lat: 1, lng: null }, AddressWithoutPoint))).toEqual(['lat'])
})
