// The posting of a captured payment (M-4, M-5): once for a payment of a company.
import { expect, test } from 'vitest'
import { codeOf, faultOf } from '#money/ledger/ledger.rules.ts'
import { accountOfPayment, capturePosting } from './payment-posting.rules.ts'

const at = new Date('2026-03-02T12:00:00Z')
test('a captured payment waits in an account of its own, under a key of payment and company', () => {
  const p = capturePosting({ paymentId: 'pay_1', paymentNo: 11, companyId: 2, teamId: 3, amountPaise: 50_000 }, at)
  expect(p).toMatchObject({ key: 'pay_1:captured:2', kind: 'payment', at, companyId: 2, teamId: 3 })
  expect(p.lines.map(l => `${l.side} ${codeOf(l.account)} ${l.paise}`)).toEqual([
    'D gateway:2 50000',
    'C payment:11 50000',
  ])
  expect(codeOf(accountOfPayment({ paymentNo: 11 }))).toBe('payment:11')
  expect(faultOf(p)).toBeUndefined()
})
