// Supplier and place of supply: who comes first, and that a state nobody knows is none.
import { expect, test } from 'vitest'
import { lackingState, supplyOf, type TeamSupplier } from './supply.rules.ts'

const team = (name: string, gstin: string): TeamSupplier => ({
  name,
  gstin,
  street: 'MG Road',
  houseNumber: '1',
  zipcode: '560001',
  city: 'Bengaluru',
  state: 'Karnataka',
})
const north = team('North LLP', '27AAPFU0939F1ZV')
const south = team('South LLP', '29AACCC6636P1Z1')
const platform = { name: 'Platform Ltd', gstin: '24AACCK3955D1ZS', address: 'GIFT City' }
const base = {
  supplierAtStart: null,
  supplierNow: null,
  platform: undefined,
  chargerState: 'Karnataka',
  chargerCountry: 'IN',
}

test.each([
  ['the team of the start', { supplierAtStart: south, supplierNow: north, platform }, 'South LLP', '29'],
  ['the platform where no team was one', { supplierNow: north, platform }, 'Platform Ltd', '24'],
  ['the team that has become one where the platform is none', { supplierNow: north }, 'North LLP', '27'],
])('%s supplies', (_what, more, name, state) => {
  const supply = supplyOf({ ...base, ...more })
  expect([supply.supplier?.name, supply.supplierState]).toEqual([name, state])
  expect(lackingState(supply)).toBeUndefined()
})

test('its address is one line', () => {
  expect(supplyOf({ ...base, supplierAtStart: south }).supplier?.address).toBe('1 MG Road, Bengaluru 560001, Karnataka')
})

test.each([
  [{ chargerState: 'Tamil Nadu' }, '33'],
  [{ chargerState: 'KA' }, '29'],
  [{ chargerState: 'Atlantis' }, undefined],
  [{ chargerState: null }, undefined],
  [{ chargerState: 'Karnataka', chargerCountry: 'LK' }, undefined],
  [{ chargerState: 'Tamil Nadu', recipientGstin: '27AAPFU0939F1ZV' }, '27'],
  [{ recipientGstin: '97AAPFU0939F1ZV' }, undefined],
])('%o: the place of supply is %s', (more, code) => {
  expect(supplyOf({ ...base, ...more }).placeOfSupply).toBe(code)
})

test('what is not known is said by what has to be set', () => {
  expect(lackingState(supplyOf({ ...base, platform, chargerState: null }))).toBe('state')
  expect(lackingState(supplyOf(base))).toBe('supplier')
})

test('a team with registrations supplies by that of the charger’s state, with its name and address, else by the first', () => {
  const registrations = [
    { name: 'Two States LLP', gstin: '27AAPFU0939F1ZV', address: 'Pune' },
    { name: 'Two States LLP, South', gstin: '29AACCC6636P1Z1', address: 'Hubli' },
  ]
  const supplier = (chargerState: string, more: object = {}) =>
    supplyOf({ ...base, chargerState, supplierAtStart: { ...north, registrations }, ...more })
  expect(supplier('Karnataka')).toMatchObject({ supplier: registrations[1], supplierState: '29', placeOfSupply: '29' })
  expect(supplier('Tamil Nadu')).toMatchObject({ supplier: registrations[0], supplierState: '27', placeOfSupply: '33' })
  // The recipient moves the place of supply, and not the supplier.
  expect(supplier('Karnataka', { recipientGstin: '27AAPFU0939F1ZV' })).toMatchObject({
    supplierState: '29',
    placeOfSupply: '27',
  })
  expect(supplyOf({ ...base, supplierNow: { ...north, registrations } }).supplier).toEqual(registrations[1])
})
