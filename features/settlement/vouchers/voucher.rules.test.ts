// What vouchers hold (M-8).
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { statesOf, unusedOf, voucherSeries } from './voucher.rules.ts'

const KARNATAKA = '29AACCC6636P1Z1'
describe('states', () => {
  const cases: [name: string, place: Partial<Parameters<typeof statesOf>[0]>, to: ReturnType<typeof statesOf>][] = [
    ['inside the state', { stands: '29' }, { supplier: '29', place: '29', isAcross: false }],
    ['across states', { stands: '24' }, { supplier: '29', place: '24', isAcross: true }],
    [
      'the state of a business counts',
      { stands: '29', recipientGstin: '24AAPFU0939F1Z1' },
      { supplier: '29', place: '24', isAcross: true },
    ],
    [
      'a unit in a Special Economic Zone is across states in its own state, too',
      { recipientGstin: KARNATAKA, recipientType: 'SEZWP' },
      { supplier: '29', place: '29', isAcross: true },
    ],
    ['an unknown place counts as across', { stands: undefined }, { supplier: '29', place: undefined, isAcross: true }],
  ]
  test.each(cases)('%s', (_, place, to) => {
    expect(statesOf({ supplierGstin: KARNATAKA, recipientGstin: null, stands: undefined, ...place })).toEqual(to)
  })
})

test('no document of a session has the series of a voucher, in neither mode', () => {
  expect(voucherSeries('CM', 'live')).toEqual({ receipt: 'RV', refund: 'FV' })
  expect(voucherSeries('RV', 'live')).toEqual({ receipt: 'RW', refund: 'FV' })
  expect(voucherSeries('FV', 'test')).toEqual({ receipt: 'TESTRV', refund: 'TESTFW' })
})

describe('what a refund gives back without a supply', () => {
  const due = (refundPaise: number, more: Partial<Parameters<typeof unusedOf>[0][number]> = {}) => ({
    paymentNo: 1,
    refundPaise,
    receiptPaise: 50_000,
    billedPaise: 0,
    vouchedPaise: 0,
    ...more,
  })
  test('a payment without a session whole, a rest whole, what a lowered bill gives back not', () => {
    expect(unusedOf([due(50_000)])).toEqual([50_000])
    expect(unusedOf([due(30_000, { billedPaise: 20_000 })])).toEqual([30_000])
    expect(unusedOf([due(5_000, { billedPaise: 20_000, vouchedPaise: 30_000 })])).toEqual([0])
    expect(unusedOf([due(30_000, { billedPaise: 20_000 }), due(5_000, { billedPaise: 20_000 })])).toEqual([30_000, 0])
  })
  test('refunds of other payments do not count', () => {
    expect(unusedOf([due(50_000), due(50_000, { paymentNo: 2 })])).toEqual([50_000, 50_000])
  })
  test('receipt vouchers never cover less than the bill and the refund vouchers', () => {
    const paise = fc.integer({ min: 1, max: 60_000 })
    fc.assert(
      fc.property(fc.array(paise, { maxLength: 6 }), paise, (refunds, billedPaise) => {
        const unused = unusedOf(refunds.map(r => due(r, { billedPaise })))
        const sum = unused.reduce((n, p) => n + p, 0)
        expect(sum).toBe(
          Math.min(
            Math.max(0, 50_000 - billedPaise),
            refunds.reduce((n, p) => n + p, 0),
          ),
        )
      }),
    )
  })
})
