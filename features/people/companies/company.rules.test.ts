import fc from 'fast-check'
import { expect, test } from 'vitest'
import { companyState, openUntil, PRESETS, percentOf, ppmOf, presetOf } from './company.rules.ts'

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

test.each([
  [
    'without end is later than any day',
    { isActive: true, validUntil: '2030-01-01' },
    { isActive: true, validUntil: null },
  ],
  ['a later day', { isActive: true, validUntil: '2029-12-31' }, { isActive: true, validUntil: '2030-01-01' }],
  [
    'switched off is before every day',
    { isActive: false, validUntil: null },
    { isActive: true, validUntil: '2020-01-01' },
  ],
])('how long a company is open: %s', (_what, shorter, longer) => {
  expect(openUntil(shorter) < openUntil(longer)).toBe(true)
  expect(openUntil(longer) < openUntil(shorter)).toBe(false)
})
