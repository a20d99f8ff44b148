// The words for the rest of a payment on the page of its session.
import { expect, test } from 'vitest'
import { smallRest } from './transaction.rules.ts'

const paid = {
  payment_type: 'CARD' as const,
  stoptime: '2026-11-01T10:00:00.000Z',
  inReview: false,
  refundStatus: null,
  totalAmountPaid: 100,
  totalRefund: 0,
  bill: { total: 99.55 },
  driver_name: null,
}
test.each<[string, Partial<Parameters<typeof smallRest>[0]>, ReturnType<typeof smallRest>]>([
  ['below a rupee, of nobody known', {}, { rupees: 0.45, place: 'the account Small rests' }],
  ['below a rupee, of a driver', { driver_name: 'A' }, { rupees: 0.45, place: 'the driver’s wallet' }],
  ['a rupee goes back', { bill: { total: 99 } }, undefined],
  ['nothing left', { bill: { total: 100 } }, undefined],
  [
    'less after a refund',
    { bill: { total: 50.1 }, totalRefund: 49, refundStatus: 'processed' },
    { rupees: 0.9, place: 'the account Small rests' },
  ],
  ['a refund on its way', { refundStatus: 'pending' }, undefined],
  ['running', { stoptime: null }, undefined],
  ['waits for a decision', { inReview: true }, undefined],
  ['of a wallet', { payment_type: 'WALLET' }, undefined],
])('a rest that is %s', (_what, change, rest) => {
  expect(smallRest({ ...paid, ...change })).toEqual(rest)
})
