// The finance of a team as a payout keeps it (M-3, D-PO-1, D-PO-6).
import { describe, expect, test } from 'vitest'
import type { FinanceConfig } from '#people/teams/team-finance.contract.ts'
import { chargeOf, type FinanceThen, keptTerms, termsFor } from './payout-terms.rules.ts'

const finance = {
  charger_payment_details: {
    monthly_payment: true,
    dc_charges_monthly: 349,
    ac_charges_monthly: 249,
    dc_charges_annual: 4000,
    ac_charges_annual: 3000,
    tax: 12,
    other_fixed_cost: 100,
  },
  payout_details: { payout_rule: 3, tax_bearer: 'CPO', tax: 18 },
} as unknown as FinanceConfig
const then: FinanceThen = {
  finance,
  gstin: '29AACCC6636P1Z1',
  pgChargesBearer: 'CPO',
  settlementPercentage: 62.5,
}
const annual = {
  ...finance,
  charger_payment_details: { ...finance.charger_payment_details, monthly_payment: false },
} as FinanceConfig

test('a saved form is kept in whole paise and ppm', () => {
  expect(keptTerms(then)).toEqual({
    hasFinance: true,
    rule: 3,
    taxBearer: 'CPO',
    pgChargesBearer: 'CPO',
    chargerTaxPpm: 120_000,
    payoutTaxPpm: 180_000,
    isMonthly: true,
    dcPaise: 34_900,
    acPaise: 24_900,
    otherFixedPaise: 10_000,
    gstin: '29AACCC6636P1Z1',
    settlementPpm: 625_000,
  })
})
test('charges by year are kept by year', () => {
  expect(keptTerms({ ...then, finance: annual })).toMatchObject({
    isMonthly: false,
    dcPaise: 400_000,
    acPaise: 300_000,
  })
})
test('a charge that is not set is 0, and an empty GST number is none', () => {
  const charges = { ...finance.charger_payment_details, other_fixed_cost: null, ac_charges_monthly: null }
  const without = { ...finance, charger_payment_details: charges } as FinanceConfig
  expect(keptTerms({ ...then, finance: without, gstin: '' })).toMatchObject({
    otherFixedPaise: 0,
    acPaise: 0,
    gstin: null,
  })
})
test('without a saved form: the unit part alone, 18 % tax borne by the platform, everything to the team', () => {
  const expected = {
    hasFinance: false,
    rule: 5,
    taxBearer: 'CM',
    pgChargesBearer: 'EV',
    chargerTaxPpm: 180_000,
    payoutTaxPpm: 180_000,
    isMonthly: true,
    dcPaise: 0,
    acPaise: 0,
    otherFixedPaise: 0,
    gstin: null,
    settlementPpm: 1_000_000,
  }
  expect(keptTerms(undefined)).toEqual(expected)
  expect(keptTerms({ finance: null, gstin: null, pgChargesBearer: 'CPO', settlementPercentage: 50 })).toEqual({
    ...expected,
    pgChargesBearer: 'CPO',
    settlementPpm: 500_000,
  })
})

describe('the terms of a month', () => {
  const kept = keptTerms(then)
  test('the tax is deducted where the owner bears it', () => {
    expect(termsFor(kept, true)).toEqual({
      rule: 3,
      chargerTaxPpm: 120_000,
      payoutTaxPpm: 180_000,
      isTaxDeducted: true,
      otherFixedPaise: 10_000n,
      hasGstin: true,
    })
    expect(termsFor({ ...kept, taxBearer: 'CM', gstin: null }, true)).toMatchObject({
      isTaxDeducted: false,
      hasGstin: false,
    })
  })
  test('the fixed cost of the team counts only where a charge point stood', () => {
    expect(termsFor(kept, false).otherFixedPaise).toBe(0n)
  })
})

test.each([
  ['DC', 30, 34_900n],
  ['AC', 30, 24_900n],
  // 349.00 · 11 / 30 = 127.9667
  ['DC', 11, 12_797n],
  ['DC', 0, 0n],
])('the monthly charge of an %s charger for %i of 30 days: %d', (chargerType, activeDays, paise) => {
  expect(chargeOf(keptTerms(then), { chargerType, activeDays }, 30)).toBe(paise)
})
test('of a charge by year a twelfth is rounded, then the days', () => {
  const kept = keptTerms({ ...then, finance: annual })
  // 4000.00 / 12 = 333.33, of which 11 of 30 days are 122.221.
  expect(chargeOf(kept, { chargerType: 'DC', activeDays: 30 }, 30)).toBe(33_333n)
  expect(chargeOf(kept, { chargerType: 'DC', activeDays: 11 }, 30)).toBe(12_222n)
})
