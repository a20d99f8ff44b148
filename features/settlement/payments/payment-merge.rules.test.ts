import type { Payment, PaymentStatus } from '@wattdesk/razorpay/provider'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differing, merged, type StoredPayment, storedPaymentOf } from './payment-merge.rules.ts'
import { testPayment } from './test-payment.ts'

const at = (status: PaymentStatus, more: Partial<Payment> = {}): StoredPayment =>
  storedPaymentOf(testPayment({ status, captured: status === 'captured' || status === 'refunded', ...more }))

test.each<[string, StoredPayment, StoredPayment, Partial<StoredPayment>]>([
  ['nothing late takes a capture back', at('captured'), at('authorized'), { status: 'captured', isCaptured: true }],
  [
    'a failed payment may be authorised late',
    at('failed', { errorCode: 'BAD' }),
    at('authorized'),
    { status: 'authorized', errorCode: null },
  ],
  [
    'a failure that is told late changes nothing',
    at('captured'),
    at('failed', { errorCode: 'BAD' }),
    { status: 'captured', errorCode: null },
  ],
  [
    'a fee is kept when it is told no more',
    at('captured', { fee: 236, tax: 36 }),
    at('captured', { fee: null, tax: null }),
    { feePaise: 236, feeTaxPaise: 36 },
  ],
  [
    'a late telling fills what nobody knew',
    at('captured', { vpa: null }),
    at('created', { vpa: 'a@bank' }),
    { vpa: 'a@bank' },
  ],
  [
    'a card is kept when it is told no more',
    at('authorized', { method: 'card', cardNetwork: 'RuPay', cardType: 'debit' }),
    at('captured', { method: 'card' }),
    { method: 'card', cardNetwork: 'RuPay', cardType: 'debit', status: 'captured' },
  ],
  [
    'what has gone back never grows less',
    at('refunded', { amountRefunded: 50_000 }),
    at('captured', { amountRefunded: 10_000 }),
    { refundedPaise: 50_000, status: 'refunded' },
  ],
  [
    'a payment may go back that never came',
    at('authorized'),
    at('refunded', { captured: false }),
    { status: 'refunded', isCaptured: false },
  ],
])('%s', (_, kept, told, expected) => expect(merged(kept, told)).toMatchObject(expected))

const known = fc
  .record({
    status: fc.constantFrom<PaymentStatus>('created', 'authorized', 'captured', 'refunded', 'failed'),
    vpa: fc.constantFrom(null, 'a@bank', 'b@bank'),
    fee: fc.constantFrom(null, 236, 300),
    amountRefunded: fc.integer({ min: 0, max: 60_000 }),
  })
  .map(({ status, ...more }) => at(status, more))

test('the state, the money and what has gone back are the same in any order, and telling again changes nothing', () => {
  fc.assert(
    fc.property(fc.array(known, { minLength: 1, maxLength: 6 }), fc.nat(), (tellings, seed) => {
      const all = (list: StoredPayment[]) => list.reduce(merged)
      const one = all(tellings)
      const shuffled = [...tellings].sort(
        (a, b) => ((tellings.indexOf(a) * 7 + seed) % 5) - ((tellings.indexOf(b) * 7 + seed) % 5),
      )
      const other = all(shuffled)
      for (const field of ['status', 'isCaptured', 'refundedPaise'] as const) expect(other[field]).toEqual(one[field])
      for (const told of tellings) {
        const again = merged(merged(one, told), told)
        expect(differing(merged(one, told), again)).toEqual({})
        expect([again.status, again.refundedPaise]).toEqual([one.status, one.refundedPaise])
      }
    }),
  )
})
