// The books as they travel (S-BOOKS, M-2.9, M-6): rupees for paise, words for codes, and the bridge from register to ledger.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  accountReply,
  bridgeOf,
  checkReply,
  clearingReply,
  entryReply,
  headsOf,
  openReply,
  payoutReply,
  registerReply,
  stateReply,
} from './books-reply.rules.ts'

const at = new Date('2026-03-02T12:00:00Z')

test('an account', () => {
  const account = { teamName: 'North', debit: 101, credit: 202, balance: -303 } as Parameters<typeof accountReply>[0]
  expect(accountReply(account)).toEqual({ team_name: 'North', debit: 1.01, credit: 2.02, balance: -3.03 })
})

test.each([
  ['D', 5.05, null],
  ['C', null, 5.05],
] as const)('an entry on side %s: debit %s, credit %s', (side, debit, credit) => {
  const entry = { postingId: 9, lineNo: 2, side, paise: 505, balance: 606, at, writtenAt: at } as Parameters<
    typeof entryReply
  >[0]
  expect(entryReply(entry)).toEqual({
    postingId: 9,
    id: '9-2',
    at: at.toISOString(),
    writtenAt: at.toISOString(),
    debit,
    credit,
    balance: 6.06,
  })
})

describe('an open item', () => {
  const DAY = 86_400_000
  const open = (ageMs: number) => {
    const item = { at: new Date(at.getTime() - ageMs), amount: 5000, teamName: null, state: 'running', detail: null }
    return openReply('running', at)(item as Parameters<ReturnType<typeof openReply>>[0])
  }
  test.each([
    [0, 0],
    [DAY - 1, 0],
    [DAY, 1],
    [3 * DAY, 3],
    // A charger's clock ahead of ours makes no negative age.
    [-DAY, 0],
  ])('of %i ms is %i whole days old', (age, days) => expect(open(age).days).toBe(days))
  test('has its amount, its team and its next step', () => {
    expect(open(0)).toMatchObject({
      amount: 50,
      team_name: null,
      nextStep: expect.stringMatching(/billed when it ends/),
    })
  })
})

test('a clearing account names the part of its balance that no open item explains', () => {
  const ages = {
    new: { count: 1, amount: 1000 },
    late: { count: 2, amount: 2000 },
    old: { count: 3, amount: 3000 },
  }
  expect(clearingReply('hold', 7500, ages)).toEqual({
    kind: 'hold',
    balance: 75,
    count: 6,
    unexplained: 15,
    ages: { new: { count: 1, amount: 10 }, late: { count: 2, amount: 20 }, old: { count: 3, amount: 30 } },
  })
  expect(clearingReply('hold', 6000, ages).unexplained).toBe(0)
})

test('a comparison with the provider shows amounts in rupees and texts as they are', () => {
  const check = {
    fromAt: at,
    toAt: at,
    at,
    differences: [
      { kind: 'amount', paymentId: 'pay_1', theirs: 50_000, ours: null },
      { kind: 'status', paymentId: 'pay_2', refundId: 'rfnd_1', theirs: 'captured', ours: 'failed' },
    ],
  } as unknown as Parameters<typeof checkReply>[0]
  const { differences, from } = checkReply(check)
  expect(from).toBe(at.toISOString())
  expect(differences).toEqual([
    { kind: 'amount', paymentId: 'pay_1', refundId: null, theirs: '₹500.00', ours: null },
    { kind: 'status', paymentId: 'pay_2', refundId: 'rfnd_1', theirs: 'captured', ours: 'failed' },
  ])
})

const taxed = {
  rate: 180_000,
  taxable: 101,
  cgst: 202,
  sgst: 303,
  igst: 404,
  rounding: 505,
  total: 606,
  supplierGstin: '29AACCC6636P1Z1',
  sac: '998714',
  supplierName: 'Operator LLP',
  placeOfSupply: '29',
}
const told = {
  supplierGstin: '29AACCC6636P1Z1',
  supplierName: 'Operator LLP',
  sac: '998714',
  placeOfSupply: '29 Karnataka',
  rate: 18,
  taxable: 1.01,
  cgst: 2.02,
  sgst: 3.03,
  igst: 4.04,
  rounding: 5.05,
  total: 6.06,
}
test('a document of the register', () => {
  const document = {
    ...taxed,
    kind: 'credit note',
    number: 'CN/26-27/0000001',
    corrects: 'CM/26-27/0000001',
    dated: at,
    suppliedAt: new Date('2026-10-31T06:00:00Z'),
    transactionId: 7,
    teamName: 'North',
    paymentType: 'UPI',
    energyWh: 10_250,
  } as const
  expect(registerReply(document)).toEqual({
    ...told,
    kind: 'Credit note',
    number: 'CN/26-27/0000001',
    reference: 'INV-7',
    corrects: 'CM/26-27/0000001',
    date: at.toISOString(),
    dateOfSupply: '2026-10-31T06:00:00.000Z',
    transactionId: 7,
    team_name: 'North',
    payment_type: 'UPI',
    kwh: 10.25,
  })
})
test('the sums of a state', () => {
  expect(stateReply({ ...taxed, isNote: false, documents: 4 })).toEqual({ ...told, kind: 'Invoices', documents: 4 })
  const unknown = { ...taxed, isNote: true, documents: 1, placeOfSupply: null, supplierGstin: '' }
  expect(stateReply(unknown)).toMatchObject({ kind: 'Notes', placeOfSupply: '', supplierGstin: null })
})

test('a payout of the register has each amount in rupees', () => {
  const payout = {
    payoutId: 'PO-1',
    status: 'PAYOUTPENDING',
    sessions: 3,
    teamName: 'North',
    energyWh: 1500,
    completedAt: null,
    net: 101,
    payout: 202,
  } as unknown as Parameters<typeof payoutReply>[0]
  expect(payoutReply(payout)).toEqual({
    payoutId: 'PO-1',
    status: 'PAYOUTPENDING',
    sessions: 3,
    team_name: 'North',
    kwh: 1.5,
    completedAt: null,
    net: 1.01,
    payout: 2.02,
  })
  expect(payoutReply({ ...payout, completedAt: at }).completedAt).toBe(at.toISOString())
})

const heads = (taxable: number, cgst: number, sgst: number, igst: number) => ({ taxable, cgst, sgst, igst })
test('heads add up one by one', () => {
  expect(headsOf([])).toEqual(heads(0, 0, 0, 0))
  expect(headsOf([heads(1, 2, 3, 4), heads(10, 20, 30, 40)])).toEqual(heads(11, 22, 33, 44))
})

describe('the bridge from the register of a month to its ledger', () => {
  test('has a step for each reason, and says whether they meet', () => {
    const facts = {
      register: heads(10_000, 900, 900, 0),
      billed: heads(10_100, 909, 909, 0),
      elsewhere: heads(500, 45, 45, 0),
      fromElsewhere: heads(200, 18, 18, 0),
      ledger: heads(9800, 882, 882, 0),
    }
    const { bridge, ledger, isEqual } = bridgeOf(facts)
    expect(bridge.map(b => [b.label, b.taxable, b.cgst])).toEqual([
      ['Sales register', 100, 9],
      ['Surcharges with the tax inside, and rounding of invoices', 1, 0.09],
      ['Dated in this month, posted in another', -5, -0.45],
      ['Posted in this month, dated in another or without document', 2, 0.18],
    ])
    expect([ledger.taxable, isEqual]).toEqual([98, true])
    expect(bridgeOf({ ...facts, ledger: heads(9800, 882, 881, 0) }).isEqual).toBe(false)
    expect(bridgeOf({ ...facts, ledger: heads(9800, 882, 882, 1) }).isEqual).toBe(false)
  })
  test('meets exactly where the ledger has what was billed, without what is elsewhere', () => {
    const paise = fc.integer({ min: -1_000_000, max: 1_000_000 })
    const any = fc.tuple(paise, paise, paise, paise).map(([a, b, c, d]) => heads(a, b, c, d))
    fc.assert(
      fc.property(any, any, any, any, (register, billed, elsewhere, fromElsewhere) => {
        const of = (h: keyof ReturnType<typeof heads>) => billed[h] - elsewhere[h] + fromElsewhere[h]
        const ledger = heads(of('taxable'), of('cgst'), of('sgst'), of('igst'))
        expect(bridgeOf({ register, billed, elsewhere, fromElsewhere, ledger }).isEqual).toBe(true)
      }),
    )
  })
})
