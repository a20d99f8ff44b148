// The values of the company form (D-COMP-1 to D-COMP-4, S-COMPANY, D-ACC-2).
import { expect, test } from 'vitest'
import type { Company } from './company.contract.ts'
import { CompanyBody } from './company-body.contract.ts'
import { blank, blankProvider, valuesOf } from './company-form.rules.ts'

test('a new company is active, uses OCPP and rupees, and has no percents before they are chosen', () => {
  expect(blank(false)).toMatchObject({
    active: 'Y',
    companyProtocolType: 'ocpp',
    paymentCurrency: 'INR',
    subscriptionId: 1,
    paymentGatewayId: 0,
    taxPercent: null,
    transactionPercent: null,
    provider: blankProvider,
    address: { country: 'IN', lat: null, lng: null },
  })
})
test('every field of the body has an initial value; payout accounts are for the finance admin alone', () => {
  const fields = Object.keys(CompanyBody.shape)
  expect(fields.filter(f => !(f in blank(true)))).toEqual([])
  expect(blank(true).payoutAccounts).toEqual([])
  expect(blank(false)).not.toHaveProperty('payoutAccounts')
})

const stored = {
  ...blank(false),
  name: 'Operator',
  domain: null,
  provider: { name: 'P', icon: null, greyIcon: '/g.png', greenIcon: null, redIcon: null, countryCode: null },
  paymentGatewayDetailsId: null,
  taxPercent: 18,
  transactionPercent: 2.36,
  token: null,
  endpoint: null,
  partyId: null,
  comments: null,
  validUntil: null,
  address: {
    street: null,
    houseNumber: null,
    zipCode: '560001',
    city: null,
    state: null,
    country: 'IN',
    lat: 12.97,
    lng: null,
  },
} as unknown as Company
test('a stored company has empty texts for missing ones, and its figures', () => {
  const values = valuesOf(stored)
  expect(values).toMatchObject({
    name: 'Operator',
    domain: '',
    provider: { name: 'P', icon: '', greyIcon: '/g.png', greenIcon: '', redIcon: '', countryCode: '' },
    taxPercent: 18,
    transactionPercent: 2.36,
    token: '',
    validUntil: '',
    address: {
      street: '',
      houseNumber: '',
      zipCode: '560001',
      city: '',
      state: '',
      country: 'IN',
      lat: 12.97,
      lng: null,
    },
  })
  expect(values).not.toHaveProperty('payoutAccounts')
  expect(Object.values(values).filter(v => v === null)).toEqual([])
})
test('payout accounts are there where the caller was given them', () => {
  const payoutAccounts = [{ business_name: 'Operator LLP' }] as unknown as NonNullable<Company['payoutAccounts']>
  expect(valuesOf({ ...stored, payoutAccounts }).payoutAccounts).toBe(payoutAccounts)
})
