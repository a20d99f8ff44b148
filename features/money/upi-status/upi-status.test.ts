// The public lookup: its key, its limits, the fields it hides, and how the page reads its reply and its failures.
import { english } from '@wattdesk/words/words'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRefund } from '#money/refunds/refund.store.ts'
import { paid } from '#money/refunds/test-refund.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { failureText, maskedContact, maskedEmail, readLookup } from './upi-status.rules.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

let addresses = 0
/** From an address of its own, so that lookups do not use up each other's minute. */
const look = (id: string, key: string | undefined = t.services.upiStatusKey, remoteAddress = `10.1.0.${++addresses}`) =>
  t.app.inject({
    url: `/cms/v1/upi/status/${encodeURIComponent(id)}`,
    remoteAddress,
    headers: key === undefined ? {} : { 'x-api-key': key },
  })

test('without the key 401, with another one 403, and the portal is told the right one', async () => {
  const codes = [await t.app.inject('/cms/v1/upi/status/a@bank'), await look('a@bank', 'another'), await look('a@bank')]
  expect(codes.map(r => r.statusCode)).toEqual([401, 403, 200])
  expect((await t.app.inject('/public/v1/config')).json().data).toEqual({
    upiStatusKey: t.services.upiStatusKey,
    mode: 'test',
    outbox: null,
  })
})

test('payments with their refunds, newest first, of whichever operator; persons are masked', async () => {
  const vpa = 'Asha.Rao@okbank'
  const a = await paid(t, { paidPaise: 50_000, vpa, startedAt: new Date(Date.now() - 60_000) })
  const b = await paid(t, { paidPaise: 20_000, vpa, of: 'two' })
  await paid(t, { paidPaise: 100, vpa, startedAt: new Date(Date.now() - 181 * 86_400_000) })
  const c = await paid(t, { paidPaise: 30_000, vpa, startedAt: new Date(Date.now() - 120_000) })
  await t.db.updateTable('payment').set({ status: 'failed' }).where('paymentId', '=', c.paymentId).execute()
  const { paymentId, companyId, teamId } = a
  const asked = { paymentId, companyId, teamId, amountPaise: 50_000, cause: 'no session' as const, at: new Date() }
  const refundId = await t.db.transaction().execute(trx => addRefund(trx, asked))
  await t.db
    .updateTable('refund')
    .set({ status: 'processed', rrn: '512345678901' })
    .where('refundId', '=', refundId)
    .execute()
  const { data } = (await look('asha.rao@OKBANK')).json()
  expect(data.payments.map((p: { paymentId: string }) => p.paymentId)).toEqual([b.paymentId, a.paymentId, c.paymentId])
  expect(data.payments[1]).toEqual(
    expect.objectContaining({
      amount: 50_000,
      currency: 'INR',
      status: 'captured',
      vpa,
      email: 'dr***@example.org',
      contact: '******3210',
      refunds: [
        expect.objectContaining({ amount: 50_000, acquirerData: expect.objectContaining({ rrn: '512345678901' }) }),
      ],
    }),
  )
  expect(data.summary).toEqual({ totalPayments: 3, totalAmount: 700, totalRefunded: 500, successRate: 66.67 })
})

test.each([
  ['nobody@bank', 200],
  ['  nobody@bank  ', 200],
  ['nobody', 422],
  ['@bank', 422],
  ["a'b@bank", 422],
])('%s: %i', async (id, status) => {
  const r = await look(id)
  expect(r.statusCode).toBe(status)
  if (status === 422) expect(r.json().message).toBe('Please enter a valid UPI ID')
  else
    expect(r.json().data).toEqual({
      payments: [],
      summary: { totalPayments: 0, totalAmount: 0, totalRefunded: 0, successRate: 0 },
    })
})

test('twenty lookups a minute from one address', async () => {
  const codes = []
  for (let i = 0; i < 21; i++) codes.push((await look('nobody@bank', undefined, '10.9.9.9')).statusCode)
  expect(codes.filter(c => c === 200)).toHaveLength(20)
  expect(codes.at(-1)).toBe(429)
  expect((await look('nobody@bank')).statusCode).toBe(200)
})

test.each([
  [null, null],
  ['ab@c.example', '***@c.example'],
  ['asha@c.example', 'as***@c.example'],
  ['nobody', '***'],
])('e-mail %s is shown as %s', (email, shown) => expect(maskedEmail(email)).toBe(shown))
test.each([
  [null, null],
  ['', null],
  ['+91 98765 43210', '******3210'],
  ['1234', '******'],
])('contact %s is shown as %s', (contact, shown) => expect(maskedContact(contact)).toBe(shown))

test('the reply is read wrapped and bare; without payments it says so', () => {
  const summary = { totalPayments: 1, totalAmount: 1, totalRefunded: 0, successRate: 100 }
  const payments = [{ paymentId: 'pay_1' }]
  for (const reply of [{ data: { payments, summary } }, { payments, summary }])
    expect(readLookup(reply)).toEqual({ payments, summary })
  for (const none of [{}, null, { data: {} }, { data: { payments: [] } }]) expect(readLookup(none)).toBeUndefined()
})
test.each([
  [0, undefined, 'Network error: Unable to connect to the server. Please check your internet connection.'],
  [404, 'x', 'Transaction not found. Please check your UPI ID and try again.'],
  [401, 'x', 'Authentication failed. Please contact support.'],
  [403, 'x', 'Authentication failed. Please contact support.'],
  [500, 'x', 'Server error. Please try again later.'],
  [422, 'Please enter a valid UPI ID', 'Please enter a valid UPI ID'],
  [503, undefined, 'Failed to fetch transaction status. Please try again.'],
])('a lookup that ends with %i %s', (status, message, text) =>
  expect(failureText(english.lookup, status, message)).toBe(text),
)

test('who asks in Hindi is answered in Hindi; in English as ever', async () => {
  const key = { 'x-api-key': t.app.services.upiStatusKey }
  const url = '/cms/v1/upi/status/nothing'
  const asked = async (language: string) => {
    const r = await t.app.inject({ url, headers: { ...key, 'accept-language': language } })
    return [r.statusCode, r.headers['content-language'], (r.json() as { message: string }).message]
  }
  expect(await asked('hi-IN,hi;q=0.9,en;q=0.5')).toEqual([422, 'hi', 'कृपया सही UPI ID लिखें'])
  expect(await asked('en-IN')).toEqual([422, 'en', 'Please enter a valid UPI ID'])
  expect(await asked('ta, hi;q=0')).toEqual([422, 'en', 'Please enter a valid UPI ID'])
})
