// Tax at source of a payout by the supplier's GST number: shares add up to the payout, to the paisa.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { KeptTaxes, Supplies } from '#settlement/payouts/tax-taken.rules.ts'
import {
  form26QOf,
  gstr8Collectors,
  gstr8InOrder,
  gstr8Of,
  quarterOf,
  shared,
  type TaxedPayout,
} from './working-papers.rules.ts'

test('parts add up to the whole and go by their weights', () => {
  expect(shared(100, [1, 1, 1])).toEqual([33, 33, 34])
  expect(shared(-7, [0, 5])).toEqual([0, -7])
  expect(shared(5, [0, 0])).toEqual([5, 0])
  const weights = fc.array(fc.nat({ max: 1_000_000 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), weights, (whole, all) => {
      const parts = shared(whole, all)
      expect(parts.reduce((n, p) => n + p, 0)).toBe(whole)
      const sum = all.reduce((n, w) => n + w, 0)
      parts.forEach((p, i) => {
        if (sum > 0) expect(Math.abs(p - (whole * (all[i] ?? 0)) / sum)).toBeLessThan(1.001)
      })
    }),
  )
})

const taxes: KeptTaxes = {
  tcs: { ratePpm: 5000, insidePaise: 90_000, acrossPaise: -5000 },
  tds: null,
  suppliers: ['27X', '29X'],
  carriedIn: { insidePaise: -10_000, acrossPaise: 0 },
  carriedOut: { insidePaise: 0, acrossPaise: -5000 },
  counting: { platformPans: [], usualRates: [], zone: 'Asia/Kolkata' },
  lacksPlatform: false,
}
const payout: TaxedPayout = {
  payoutNo: 1,
  payoutId: 'PO-2510-1',
  month: '2025-10',
  day: '2025-11-01',
  companyName: 'One',
  teamName: 'Team',
  tcsCgstPaise: 200,
  tcsSgstPaise: 200,
  tcsIgstPaise: 0,
  tdsPaise: 0,
  taxes,
}
const supply = (more: Partial<Supplies>): Supplies => ({
  payoutNo: 1,
  supplierGstin: '29X',
  isBusiness: false,
  isAcross: false,
  grossPaise: 0,
  returnsPaise: 0,
  ...more,
})
test('two numbers of an owner whose payout was not reckoned by number share the tax and what is carried', () => {
  const rows = gstr8Of(payout, [
    supply({ grossPaise: 70_000, returnsPaise: 10_000 }),
    supply({ supplierGstin: '27X', isBusiness: true, grossPaise: 30_000 }),
    supply({ supplierGstin: '27X', isAcross: true, returnsPaise: 5000 }),
  ])
  const common = { supplierName: 'One, Team', payoutId: 'PO-2510-1', collectorGstin: '', rate: 0.5, igst: 0 }
  expect(rows).toEqual([
    {
      ...common,
      supplierGstin: '27X',
      registered: 30_000,
      registeredReturned: 0,
      unregistered: 0,
      unregisteredReturned: 5000,
      carried: -3333 + 5000,
      net: 26_667,
      cgst: 66,
      sgst: 66,
    },
    {
      ...common,
      supplierGstin: '29X',
      registered: 0,
      registeredReturned: 0,
      unregistered: 70_000,
      unregisteredReturned: 10_000,
      carried: -6667,
      net: 53_333,
      cgst: 134,
      sgst: 134,
    },
  ])
  expect(gstr8Of({ ...payout, taxes: { ...taxes, tcs: null } }, [])).toEqual([])
})
test('a payout reckoned by number has the rows that it keeps, and none for a number with nothing', () => {
  const nothing = { insidePaise: 0, acrossPaise: 0 }
  const none = { carriedIn: nothing, carriedOut: nothing, tcsCgstPaise: 0, tcsSgstPaise: 0, tcsIgstPaise: 0 }
  const waits = { insidePaise: -900, acrossPaise: 0 }
  const bySupplier = [
    { ...none, gstin: '', ...nothing, carriedIn: waits, carriedOut: waits },
    {
      ...none,
      gstin: '27X',
      insidePaise: -614_160,
      acrossPaise: 0,
      carriedOut: { insidePaise: -614_160, acrossPaise: 0 },
    },
    { ...none, gstin: '29X', insidePaise: 1_023_600, acrossPaise: 0, tcsCgstPaise: 2559, tcsSgstPaise: 2559 },
  ]
  const rows = gstr8Of({ ...payout, taxes: { ...taxes, bySupplier } }, [
    supply({ supplierGstin: '27X', returnsPaise: 614_160 }),
    supply({ grossPaise: 1_023_600 }),
  ])
  expect(
    rows.map(r => [r.supplierGstin, r.unregistered - r.unregisteredReturned, r.carried, r.net, r.cgst, r.sgst]),
  ).toEqual([
    ['27X', -614_160, 614_160, 0, 0, 0],
    ['29X', 1_023_600, 0, 1_023_600, 2559, 2559],
  ])
  // Each under the platform's number of its state, else under the first; the numbers in their order.
  const of = (...collectors: string[]) => {
    const all = gstr8Of(
      { ...payout, taxes: { ...taxes, bySupplier } },
      [supply({ supplierGstin: '27X', returnsPaise: 614_160 }), supply({ grossPaise: 1_023_600 })],
      collectors,
    )
    return gstr8Collectors(gstr8InOrder(all, collectors)).map(c => [c.gstin, c.net, c.cgst])
  }
  expect(of('29C', '27C')).toEqual([
    ['29C', 10_236, 25.59],
    ['27C', 0, 0],
  ])
  expect(of('33C', '29C')).toEqual([
    ['33C', 0, 0],
    ['29C', 10_236, 25.59],
  ])
  expect(of('33C')).toEqual([['33C', 10_236, 25.59]])
})
test('payouts with nothing have no rows', () => {
  const nothing = { insidePaise: 0, acrossPaise: 0 }
  const empty = { ...taxes, suppliers: [], carriedIn: nothing, carriedOut: nothing }
  expect(gstr8Of({ ...payout, tcsCgstPaise: 0, tcsSgstPaise: 0, taxes: empty }, [])).toEqual([])
  const tds = { ratePpm: 50_000, fullRatePpm: 50_000, pan: null, thresholdPaise: null, yearBeforePaise: 0 }
  const of = (grossPaise: number, givenBackPaise: number) =>
    form26QOf({ ...payout, taxes: { ...empty, tds: { ...tds, grossPaise, givenBackPaise } } })
  expect(of(0, 0)).toBeUndefined()
  expect(of(100, 0)).toMatchObject({ amount: 1, pan: 'PANNOTAVBL' })
  expect(of(0, 5)).toMatchObject({ amount: 0, givenBack: 0.05 })
})
test.each([
  ['2025-01', '2025-01'],
  ['2025-06', '2025-04'],
  ['2025-09', '2025-07'],
  ['2025-12', '2025-10'],
])('%s is of the quarter that begins with %s', (month, first) => expect(quarterOf(month)).toBe(first))
