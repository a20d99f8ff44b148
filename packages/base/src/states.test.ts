// States by every spelling people use, their codes, and what is said of a text that is none.
import { expect, test } from 'vitest'
import { indianStates, invalidState, spellings, stateCode, stateName, stateOfGstin } from './states.ts'

test('36 states with codes of their own, none of a state that is no more', () => {
  expect(new Set(indianStates.map(s => s.code)).size).toBe(36)
  for (const { code, name, abbreviations } of indianStates) {
    expect(code).toMatch(/^(?!25|28)\d\d$/)
    expect(stateName(code)).toBe(name)
    for (const text of [code, name, name.toUpperCase(), ...abbreviations, abbreviations[0]?.toLowerCase() ?? ''])
      expect([text, stateCode(text)]).toEqual([text, code])
  }
})

test('no spelling stands for two states', () => {
  const all = indianStates.flatMap(s => [s.name.toLowerCase().replace(/[^a-z]/g, ''), ...s.abbreviations])
  expect(new Set(all).size).toBe(all.length)
  expect(spellings.size).toBeGreaterThan(100)
})

test.each([
  ['KA', '29'],
  [' karnataka ', '29'],
  ['Karnataka State', '29'],
  ['State of Kerala', '32'],
  ['Andaman & Nicobar Islands', '35'],
  ['Jammu & Kashmir', '01'],
  ['J&K', '01'],
  ['NCT of Delhi', '07'],
  ['National Capital Territory of Delhi', '07'],
  ['Orissa', '21'],
  ['Pondicherry', '34'],
  ['Daman and Diu', '26'],
  ['tamilnadu', '33'],
  ['7', '07'],
  ['25', '26'],
  ['28', '37'],
  ['99', undefined],
  ['', undefined],
  ['Atlantis', undefined],
  ['Karnatka', undefined],
  ['Bavaria', undefined],
  ['constructor', undefined],
])('%j is %s', (text, code) => expect(stateCode(text)).toBe(code))

test('a GSTIN names its state by its first two digits, if they are any’s', () => {
  expect(stateOfGstin('29AACCC6636P1Z1')).toBe('29')
  expect(stateOfGstin('25AACCC6636P1Z1')).toBe('26')
  expect(stateOfGstin('97AACCC6636P1Z1')).toBeUndefined()
})

test.each([
  ['Karnatka', 'Karnataka or KA'],
  ['maharashtara', 'Maharashtra or MH'],
  ['Tamil', 'Tamil Nadu or TN'],
  ['Chattisgrah', 'Chhattisgarh or CG'],
  ['Bavaria', 'Karnataka or KA'],
  ['K', 'Karnataka or KA'],
])('%s: such as %s', (text, suggestion) => {
  expect(invalidState(text)).toBe(`Please enter a valid state, such as ${suggestion}`)
})
