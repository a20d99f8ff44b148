// Business types of payout accounts as they read.
import { expect, test } from 'vitest'
import { businessTypes } from './payout-account.contract.ts'
import { businessTypeOptions, words } from './payout-account.rules.ts'

test.each([
  ['private_limited', 'Private limited'],
  ['llp', 'LLP'],
  ['ngo', 'NGO'],
  ['huf', 'HUF'],
  ['not_yet_registered', 'Not yet registered'],
])('%s reads %s', (value, text) => expect(words(value)).toBe(text))
test('every business type is offered once, in words', () => {
  expect(businessTypeOptions.map(o => o.value)).toEqual(businessTypes)
  expect(new Set(businessTypeOptions.map(o => o.label)).size).toBe(businessTypes.length)
  expect(businessTypeOptions.filter(o => /_|^[a-z]/.test(o.label))).toEqual([])
})
