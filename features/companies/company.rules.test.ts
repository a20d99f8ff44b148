import fc from 'fast-check'
import { expect, test } from 'vitest'
import { companyState, PRESETS, percentOf, ppmOf, presetOf } from './company.rules.ts'

test('three domains are configured, each whole, with +91, +91 and +1', () => {
  expect(PRESETS.map(p => p.provider.countryCode)).toEqual(['+91', '+91', '+1'])
  for (const { provider } of PRESETS)
    for (const part of ['name', 'icon', 'greyIcon', 'greenIcon', 'redIcon'] as const)
      expect(provider[part]).toBeTruthy()
})

test('a domain is known without regard to case', () => {
  const [first] = PRESETS
  expect(presetOf(` ${first?.domain.toUpperCase()} `)).toBe(first)
  expect(presetOf('own.example')).toBeUndefined()
  expect(presetOf(null)).toBeUndefined()
})

test('percents of four decimals come back as they were', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), n => {
      expect(ppmOf(percentOf(n))).toBe(n)
    }),
  )
})

test.each([
  ['Y', null, 'Active'],
  ['Y', '2026-01-05', 'Active'],
  ['Y', '2026-01-04', 'Expired'],
  ['N', null, 'Inactive'],
  ['N', '2020-01-01', 'Inactive'],
] as const)('active %s, valid until %s, on 5 January: %s', (active, validUntil, state) => {
  expect(companyState({ active, validUntil }, '2026-01-05')).toBe(state)
})
