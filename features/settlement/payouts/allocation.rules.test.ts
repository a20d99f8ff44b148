import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { allotted, type KeptAccount } from './allocation.rules.ts'

const account = (more: Partial<KeptAccount> = {}): KeptAccount => ({
  payoutDetailId: 1,
  business_name: 'B',
  beneficiary_name: 'N',
  email: 'e@example.com',
  account_no: '123456789',
  ifsc_code: 'HDFC0001234',
  gst: null,
  payout_percentage: 100,
  settlement_percentage: null,
  disabled: false,
  ...more,
})
const ofTeam = (...percents: number[]) => percents.map(p => account({ payout_percentage: p }))
const ofCompany = (...percents: number[]) =>
  percents.map(p => account({ payout_percentage: null, settlement_percentage: p }))
const HALF = 500_000
const ALL = 1_000_000

test.each([
  ['by percentage, the last takes the paisa', 1001n, ALL, ofTeam(70, 30), [], [701n, 300n]],
  ['thirds', 100n, ALL, ofTeam(33.33, 33.33, 33.34), [], [33n, 33n, 34n]],
  ['a paisa in four', 2n, ALL, ofTeam(25, 25, 25, 25), [], [1n, 1n, 0n, 0n]],
  ['half to the company', 1001n, HALF, ofTeam(100), ofCompany(60, 40), [501n, 300n, 200n]],
  ['all to the team: the company is not named', 1000n, ALL, ofTeam(100), ofCompany(100), [1000n]],
  ['without accounts of its own all goes to the company', 1000n, ALL, [], ofCompany(100), [1000n]],
  ['without accounts of the company all is the team’s', 1000n, HALF, ofTeam(100), [], [1000n]],
  ['company shares that are no 100 count by proportion', 900n, 0, ofTeam(100), ofCompany(10, 20), [0n, 300n, 600n]],
  ['no account at all', 1000n, HALF, [], [], []],
] as const)('%s', (_what, payout, settlement, team, company, parts) => {
  expect(allotted(payout, settlement, { team, company }).map(a => a.paise)).toEqual(parts)
})

test('an account of the company that is switched off takes no part', () => {
  const company = [account({ settlement_percentage: 50, disabled: true }), account({ settlement_percentage: 50 })]
  expect(allotted(1000n, HALF, { team: ofTeam(100), company }).map(a => a.paise)).toEqual([500n, 500n])
})

test('the parts are never below zero and are together the payout', () => {
  const percents = fc.array(
    fc.integer({ min: 0, max: 10_000 }).map(n => n / 100),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10_000_000n }),
      fc.integer({ min: 0, max: ALL }),
      percents,
      percents,
      (payout, settlement, team, company) => {
        const all = allotted(payout, settlement, { team: ofTeam(...team), company: ofCompany(...company) })
        expect(all.every(a => a.paise >= 0n)).toBe(true)
        if (team.length + company.length > 0) expect(all.reduce((n, a) => n + a.paise, 0n)).toBe(payout)
      },
    ),
  )
})
