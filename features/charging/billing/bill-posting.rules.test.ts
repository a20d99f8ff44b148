// The postings of holds, bills and corrections (M-4, M-2.7, D-REF-2): who pays, who earns, and where the rest goes.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeOf, faultOf, type Posting } from '#money/ledger/ledger.rules.ts'
import {
  backThroughProvider,
  correctionPosting,
  endPosting,
  holdPosting,
  isPaidBefore,
  type Payer,
  purseOf,
} from './bill-posting.rules.ts'
import type { BillSums } from './bill-row.rules.ts'

const at = new Date('2026-03-02T12:00:00Z')
const payer: Payer = {
  transactionId: 7,
  companyId: 2,
  teamId: 3,
  paymentType: 'UPI',
  driverId: null,
  ocppTagPk: 5,
  paymentId: 'pay_1',
}
const by = (paymentType: Payer['paymentType'], more: Partial<Payer> = {}): Payer => ({ ...payer, paymentType, ...more })
/** Net 200.00, tax 36.00, surcharge 5.57: total 241.57. */
const bill: BillSums = {
  energyWh: 10_000,
  taxablePaise: 20_000,
  cgstPaise: 1800,
  sgstPaise: 1800,
  igstPaise: 0,
  grossPaise: 23_600,
  surchargePaise: 557,
  gatewayFeePaise: 0,
  totalPaise: 24_157,
  commissionPercentPaise: 1000,
  commissionUnitPaise: 1000,
  overrunPaise: 0,
}
const EARNED = ['C owner:3 20000', 'C cgst:3 1800', 'C sgst:3 1800', 'C surcharge:3 557']
const lines = (p: Posting | undefined) => p?.lines.map(l => `${l.side} ${codeOf(l.account)} ${l.paise}`)
const TYPES = ['CARD', 'UPI', 'WALLET', 'PREPAID', 'RFID'] as const

test('all sessions but those by RFID are paid for before', () => {
  expect(TYPES.filter(paymentType => isPaidBefore({ paymentType }))).toEqual(['CARD', 'UPI', 'WALLET', 'PREPAID'])
})

test('the balance is held once for each session', () => {
  const p = holdPosting(payer, { kind: 'payment', ref: 11 }, 50_000n, at)
  expect(p).toMatchObject({ key: 'hold:7', kind: 'hold', at, companyId: 2, teamId: 3, transactionId: 7 })
  expect(lines(p)).toEqual(['D payment:11 50000', 'C hold:7 50000'])
})

test.each([
  ['CARD', 99n, 0n],
  ['CARD', 100n, 100n],
  ['UPI', 100n, 100n],
  ['UPI', -5n, 0n],
  ['WALLET', 50_000n, 0n],
  ['PREPAID', 50_000n, 0n],
  ['RFID', 50_000n, 0n],
] as const)('of a rest of %s %d the provider refunds %d', (paymentType, rest, back) => {
  expect(backThroughProvider({ paymentType }, rest)).toBe(back)
})

test.each<[string, Payer, string]>([
  ['a prepaid card keeps its rest', by('PREPAID', { driverId: 9 }), 'card:5'],
  ['a wallet takes its own rest', by('WALLET', { driverId: 9 }), 'wallet:9'],
  ['a small rest goes to the wallet of a known driver', by('UPI', { driverId: 9 }), 'wallet:9'],
  ['a small rest of an unknown driver goes to small rests', by('CARD'), 'smallRests:0'],
  ['without a driver the rest of a wallet waits in refund clearing', by('WALLET'), 'refundClearing:2'],
])('%s', (_, p, account) => expect(codeOf(purseOf(p))).toBe(account))

describe('the end of a session', () => {
  test.each<[string, Payer, BillSums | null, bigint, string[] | undefined]>([
    ['a payment: the rest waits in the hold for its refund', by('UPI'), bill, 50_000n, ['D hold:7 24157', ...EARNED]],
    [
      'a payment: a rest of 99 paise goes to small rests',
      by('UPI'),
      bill,
      24_256n,
      ['D hold:7 24256', 'C smallRests:0 99', ...EARNED],
    ],
    ['a payment: a rest of 1 rupee stays', by('UPI'), bill, 24_257n, ['D hold:7 24157', ...EARNED]],
    [
      'a wallet: the rest is back at once',
      by('WALLET', { driverId: 9 }),
      bill,
      50_000n,
      ['D hold:7 50000', 'C wallet:9 25843', ...EARNED],
    ],
    ['a prepaid card', by('PREPAID'), bill, 50_000n, ['D hold:7 50000', 'C card:5 25843', ...EARNED]],
    ['all used up', by('UPI'), bill, 24_157n, ['D hold:7 24157', ...EARNED]],
    [
      'a payment that the ledger has not seen',
      by('UPI'),
      bill,
      20_000n,
      ['D hold:7 20000', 'D gateway:2 4157', ...EARNED],
    ],
    ['RFID: the operator owes what he took', by('RFID'), bill, 0n, ['D receivable:3 24157', ...EARNED]],
    ['no bill: a payment waits in the hold for its refund', by('UPI'), null, 50_000n, undefined],
    [
      'no bill: a wallet has everything back',
      by('WALLET', { driverId: 9 }),
      null,
      50_000n,
      ['D hold:7 50000', 'C wallet:9 50000'],
    ],
    ['RFID without a bill', by('RFID'), null, 0n, undefined],
  ])('%s', (_, p, sums, held, expected) => {
    const posting = endPosting(p, sums, held, at)
    expect(lines(posting)).toEqual(expected)
    if (posting) expect(posting).toMatchObject({ key: 'bill:7:1', kind: sums ? 'bill' : 'release', transactionId: 7 })
  })
  test('across states the tax is one head', () => {
    const across = { ...bill, cgstPaise: 0, sgstPaise: 0, igstPaise: 3600 }
    expect(lines(endPosting(by('UPI'), across, 24_157n, at))).toContain('C igst:3 3600')
  })
})

describe('a correction', () => {
  const less = (paise: number): BillSums => ({
    ...bill,
    taxablePaise: -paise,
    cgstPaise: 0,
    sgstPaise: 0,
    surchargePaise: 0,
    totalPaise: -paise,
  })
  const corrected = (p: Payer, difference: BillSums, refundedBefore = 0n) =>
    correctionPosting(p, difference, { version: 2, at, refundedBefore })
  test.each<[string, Payer, string[]]>([
    ['of a payment returns to the hold, for its refund', by('UPI'), ['C hold:7 5000', 'D owner:3 5000']],
    [
      'of a payment that is unknown stands with the provider',
      by('UPI', { paymentId: null }),
      ['C gateway:2 5000', 'D owner:3 5000'],
    ],
    ['of a wallet', by('WALLET', { driverId: 9 }), ['C wallet:9 5000', 'D owner:3 5000']],
    ['of a prepaid card', by('PREPAID'), ['C card:5 5000', 'D owner:3 5000']],
    ['of RFID', by('RFID'), ['C receivable:3 5000', 'D owner:3 5000']],
  ])('%s', (_, p, expected) => {
    expect(lines(corrected(p, less(5000)))).toEqual(expected)
    expect(corrected(p, less(5000))).toMatchObject({ key: 'bill:7:2', kind: 'correction', transactionId: 7 })
  })
  test('below 1 rupee a payment gives nothing back through the provider', () => {
    expect(lines(corrected(by('UPI'), less(99)))).toEqual(['C smallRests:0 99', 'D owner:3 99'])
    expect(lines(corrected(by('UPI'), less(100)))).toEqual(['C hold:7 100', 'D owner:3 100'])
  })
  test('the part that was refunded before stays in the hold, and only the other part goes back', () => {
    expect(lines(corrected(by('WALLET', { driverId: 9 }), less(5000), 3000n))).toEqual([
      'C hold:7 3000',
      'C wallet:9 2000',
      'D owner:3 5000',
    ])
  })
  test('a higher bill is paid out of the hold of a payment, and moves every head of tax', () => {
    expect(lines(corrected(by('UPI'), bill))).toEqual(['D hold:7 24157', ...EARNED])
  })
  test('a correction that changes no amount has no posting', () => {
    expect(corrected(by('UPI'), less(0))).toBeUndefined()
  })
})

test('every posting of every payment type balances', () => {
  const paise = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(
      fc.constantFrom(...TYPES),
      fc.option(fc.integer({ min: 1, max: 9 })),
      fc.tuple(paise, paise, paise),
      fc.bigInt({ min: 0n, max: 3_000_000n }),
      fc.bigInt({ min: 0n, max: 1000n }),
      (paymentType, driverId, [taxablePaise, cgstPaise, surchargePaise], held, refundedBefore) => {
        const totalPaise = taxablePaise + 2 * cgstPaise + surchargePaise
        const sums = { ...bill, taxablePaise, cgstPaise, sgstPaise: cgstPaise, surchargePaise, totalPaise }
        const p = by(paymentType, { driverId })
        const lower = Object.fromEntries(Object.entries(sums).map(([name, n]) => [name, -n])) as BillSums
        for (const posting of [
          endPosting(p, sums, held, at),
          endPosting(p, null, held, at),
          correctionPosting(p, sums, { version: 2, at }),
          correctionPosting(p, lower, { version: 2, at, refundedBefore }),
        ])
          if (posting) expect(faultOf(posting)).toBeUndefined()
      },
    ),
  )
})
