// The money of one session as a sum (S-MONEY-LINE): paid against bill, refunds and balance held; nothing may be missing.
import { describe, expect, test } from 'vitest'
import type { Facts } from './money-facts.rules.ts'
import { sumOf } from './money-sum.rules.ts'
import { minute, moved, settled } from './test-money-facts.ts'

const sum = (more: Partial<Facts> = {}) => sumOf({ ...settled, ...more })
const parts = (more: Partial<Facts> = {}) => Object.fromEntries(sum(more).parts.map(p => [p.label, p.amount]))
const [bill] = settled.bills
const [refund] = settled.refunds
if (!bill || !refund) throw new Error('the settled session has a bill and a refund')

test('a settled payment: bill and refund are what was paid', () => {
  expect(sum()).toEqual({
    label: 'Paid',
    paid: 500,
    parts: [
      { label: 'Energy', amount: 180 },
      { label: 'Fees', amount: 20 },
      { label: 'Tax', amount: 36 },
      { label: 'Gateway charge', amount: 5.57 },
      { label: 'Refunded', amount: 258.43 },
    ],
    isFinal: true,
    difference: 0,
  })
})

describe('parts', () => {
  test('a refund on its way is no refund yet', () => {
    const pending = { refunds: [{ ...refund, status: 'pending' as const }], refundedPaise: 0 }
    expect(parts(pending)).toMatchObject({ Refunded: 0, 'Refund on its way': 258.43 })
    expect(sum(pending).difference).toBe(0)
  })
  test('a failed refund is back with the payment, or missing', () => {
    const failed = [{ ...refund, status: 'failed' as const }]
    const waiting = settled.payment && { ...settled.payment, waitingPaise: 25_843 }
    expect(parts({ refunds: failed, payment: waiting })).toMatchObject({
      Refunded: 0,
      'Still with the payment': 258.43,
    })
    expect(sum({ refunds: failed, payment: waiting }).difference).toBe(0)
    expect(sum({ refunds: failed }).difference).toBe(258.43)
  })
  test('a running session has no energy cost yet; everything is held', () => {
    const running = { stoppedAt: null, refunds: [], refundedPaise: 0, bills: [], heldPaise: 50_000 }
    expect(sum(running)).toMatchObject({ isFinal: false, difference: 0 })
    expect(parts(running)).toMatchObject({ Energy: 0, 'Kept back while it runs': 500 })
  })
  test('a review holds the money, and makes the sum provisional', () => {
    const review = { inReview: true, refunds: [], refundedPaise: 0, bills: [], heldPaise: 50_000 }
    expect(sum(review)).toMatchObject({ isFinal: false, difference: 0 })
    expect(parts(review)).toMatchObject({ 'Still kept for the session': 500 })
  })
  test('an amount above the hold is not charged; after a correction the label says less', () => {
    const lines = [...bill.lines, { label: 'Not charged', kind: 'notCharged', amountPaise: -500 }]
    expect(parts({ bills: [{ ...bill, lines }] })).toMatchObject({ 'Above what was paid, not charged': -5, Fees: 20 })
    expect(parts({ bills: [bill, { ...bill, lines, version: 2 }] })).toMatchObject({ 'Not charged': -5 })
  })
  test('only the last bill counts', () => {
    const lower = { ...bill, version: 2, taxPaise: 1800 }
    expect(parts({ bills: [bill, lower] }).Tax).toBe(18)
  })
  test('money that the owner gave at the desk is named, and balances', () => {
    const desk = [...settled.moved, moved('refunded', 'owner', -1000)]
    const refunds = [refund, { ...refund, refundId: 6, amountPaise: 1000, cause: 'elsewhere' }]
    expect(parts({ moved: desk, refunds })).toMatchObject({ 'Taken from the owner for it': -10, Refunded: 268.43 })
    expect(sum({ moved: desk, refunds }).difference).toBe(0)
  })
})

describe('the amount paid', () => {
  test('of a payment that is unknown is that of the session', () => {
    expect(sum({ payment: null, paidPaise: 40_000 }).paid).toBe(400)
  })
  test('of a wallet or card is the balance held for the session, and its rest is back', () => {
    const wallet: Partial<Facts> = {
      paymentType: 'WALLET',
      payment: null,
      refunds: [],
      refundedPaise: 0,
      moved: [...settled.moved, moved('bill', 'wallet', 25_843)],
    }
    expect(sum(wallet)).toMatchObject({ paid: 500, difference: 0 })
    expect(parts(wallet)).toMatchObject({ 'Back to the wallet': 258.43 })
    expect(parts(wallet)).not.toHaveProperty('Refunded')
    const card = {
      ...wallet,
      paymentType: 'PREPAID' as const,
      moved: [...settled.moved, moved('bill', 'card', 25_843)],
    }
    expect(parts(card)).toMatchObject({ 'Back to the prepaid card': 258.43 })
  })
  test('without a hold of its own is the bill', () => {
    const old: Partial<Facts> = {
      paymentType: 'WALLET',
      payment: null,
      refunds: [],
      refundedPaise: 0,
      moved: [],
      paidPaise: 24_157,
    }
    expect(sum(old)).toMatchObject({ paid: 241.57, difference: 0 })
  })
  test('of RFID is what the operator bills himself', () => {
    const rfid: Partial<Facts> = {
      paymentType: 'RFID',
      payment: null,
      refunds: [],
      refundedPaise: 0,
      moved: [moved('bill', 'receivable', 24_157)],
    }
    expect(sum(rfid)).toMatchObject({ label: 'Billed by the operator himself', paid: 241.57, difference: 0 })
  })
})

test('money that is in no part is named as the difference', () => {
  expect(sum({ bills: [], refunds: [], refundedPaise: 0, stoppedAt: minute(30) }).difference).toBe(500)
})
