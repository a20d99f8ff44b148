// Signatures against vectors made by openssl, and records as the provider sends them when it does not send the usual.
import { describe, expect, test } from 'vitest'
import { accountIn, readError, readEvent, readOrder, readPayment, readRefund } from './shapes.ts'
import { checkoutText, isSigned, signatureOf } from './signature.ts'

const CHECKOUT = '0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f'
const KEY_SECRET = 'EnLs21M47BllR3X8PSFtjtbd'
const BYTES = Buffer.from('{"entity":"event","note":"a\\/b \\u20b9"}')
const WEBHOOK = 'cdca58f25067d9bb4524a44498a807814e3525e18613cd83eacd504820723387'

test.each([
  ['the checkout’s', checkoutText('order_IEIaMR65cu6nz3', 'pay_IH4NVgf4Dreq1l'), CHECKOUT, KEY_SECRET, true],
  [
    'in capital letters',
    checkoutText('order_IEIaMR65cu6nz3', 'pay_IH4NVgf4Dreq1l'),
    CHECKOUT.toUpperCase(),
    KEY_SECRET,
    true,
  ],
  ['of another payment', checkoutText('order_IEIaMR65cu6nz3', 'pay_IH4NVgf4Dreq1m'), CHECKOUT, KEY_SECRET, false],
  ['a webhook’s, over its bytes', BYTES, WEBHOOK, 'webhook-secret', true],
  [
    'over bytes written anew',
    Buffer.from(JSON.stringify(JSON.parse(BYTES.toString()))),
    WEBHOOK,
    'webhook-secret',
    false,
  ],
  ['under another secret', BYTES, WEBHOOK, 'webhook-secre', false],
  ['cut short', BYTES, WEBHOOK.slice(0, 62), 'webhook-secret', false],
  ['nothing', BYTES, '', 'webhook-secret', false],
  ['no digits', BYTES, 'é'.repeat(64), 'webhook-secret', false],
])('a signature: %s', (_what, signed, signature, secret, isRight) => {
  expect(isSigned(signed, signature, secret)).toBe(isRight)
  expect(signatureOf(signed, secret) === signature.toLowerCase()).toBe(isRight)
})

const payment = (more: object) => ({
  id: 'pay_1',
  amount: 10000,
  currency: 'INR',
  status: 'captured',
  order_id: 'order_1',
  method: 'upi',
  amount_refunded: 0,
  refund_status: null,
  captured: true,
  description: null,
  vpa: 'a@upi',
  email: 'a@x.in',
  contact: '+919876543210',
  notes: { chargerId: 'DC-1' },
  fee: 236,
  tax: 36,
  created_at: 1_700_000_000,
  ...more,
})
const refund = (more: object) => ({
  id: 'rfnd_1',
  amount: 100,
  payment_id: 'pay_1',
  status: 'processed',
  notes: [],
  receipt: null,
  speed_processed: 'normal',
  acquirer_data: { arn: null },
  created_at: 1_700_000_000,
  ...more,
})

describe('records that are not the usual', () => {
  test.each([
    ['no notes', { notes: [] }, { notes: {} }],
    ['figures among the notes', { notes: { connectorId: 2 } }, { notes: { connectorId: '2' } }],
    ['the address that stands for none', { email: 'void@razorpay.com' }, { email: null }],
    ['no fee yet', { fee: null, tax: null }, { fee: null, tax: null }],
    ['a fee as text', { fee: '236' }, { fee: 236 }],
    ['a status nobody knows', { status: 'pending_review' }, { status: 'created' }],
    ['a refund status nobody knows', { refund_status: 'half' }, { refundStatus: null }],
    [
      'a card',
      { card: { network: 'RuPay', type: 'debit', last4: '1111' } },
      { cardNetwork: 'RuPay', cardType: 'debit' },
    ],
    ['a card of which nothing is told', { card: {} }, { cardNetwork: null, cardType: null }],
    ['a card that cannot be read', { card: 'card_1' }, { cardNetwork: null, cardType: null }],
    ['no references', { acquirer_data: [] }, { acquirerData: {} }],
    [
      'a reference as number',
      { acquirer_data: { rrn: 4_032_111, auth_code: null } },
      { acquirerData: { rrn: '4032111' } },
    ],
    [
      'empty texts',
      { vpa: '', error_code: '', contact: 9_876_543_210 },
      { vpa: null, errorCode: null, contact: '9876543210' },
    ],
    [
      'without what is new',
      { amount_refunded: null, captured: '1', method: undefined },
      { amountRefunded: 0, captured: true, method: null },
    ],
  ])('a payment with %s', (_what, sent, read) => {
    expect(readPayment(payment(sent))).toMatchObject(read)
  })
  test.each([
    ['no reference yet', {}, { acquirerData: {} }],
    ['its reference', { acquirer_data: { rrn: '403211', utr: null } }, { acquirerData: { rrn: '403211' } }],
    ['a status nobody knows', { status: 'queued' }, { status: 'pending' }],
    ['no speed', { speed_processed: undefined }, { speedProcessed: null }],
  ])('a refund with %s', (_what, sent, read) => {
    expect(readRefund(refund(sent))).toMatchObject(read)
  })
  test('what is none is none', () => {
    for (const raw of [
      undefined,
      null,
      'pay_1',
      [],
      {},
      { id: 'pay_1' },
      payment({ amount: 'much' }),
      payment({ id: '' }),
    ])
      expect(readPayment(raw)).toBeUndefined()
    expect(readRefund(refund({ payment_id: null }))).toBeUndefined()
    expect(readOrder({ id: 'order_1', amount: 1.5, created_at: 1, status: 'paid' })).toBeUndefined()
    for (const raw of [undefined, {}, { error: 'no' }, '<html>']) expect(readError(raw)).toBeUndefined()
  })
  test('a webhook is read from its bytes; what it tells that cannot be read is left out', () => {
    const bytes = (o: object) => Buffer.from(JSON.stringify(o))
    const whole = {
      event: 'refund.processed',
      account_id: 'acc_1',
      created_at: 5,
      payload: { refund: { entity: refund({}) } },
    }
    expect(readEvent(bytes(whole))).toMatchObject({ event: 'refund.processed', createdAt: 5, refund: { id: 'rfnd_1' } })
    expect(accountIn(bytes(whole))).toBe('acc_1')
    const odd = { event: 'qr_code.credited', payload: { payment: { entity: {} }, qr_code: { entity: { id: 'qr_1' } } } }
    expect(readEvent(bytes(odd))).toEqual({ event: 'qr_code.credited', createdAt: 0, qrCodeId: 'qr_1' })
    expect(readEvent(bytes({ event: 'new.kind', payload: [] }))).toEqual({ event: 'new.kind', createdAt: 0 })
    for (const none of ['', '[]', '{"event":""}', 'null', '<html>', '{"payload":{}}'])
      expect(readEvent(Buffer.from(none))).toBeUndefined()
  })
})
