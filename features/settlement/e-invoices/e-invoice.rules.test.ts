// What becomes of a document by each answer of the portal, and how long it waits.
import type { Outcome, Registration } from '@wattdesk/irp/portal'
import { documentOf } from '@wattdesk/irp/stand-in/test-document'
import { expect, test } from 'vitest'
import { cancelStepOf, fieldIn, pauseAfter, stepOf } from './e-invoice.rules.ts'

const NOW = new Date('2026-11-20T06:00:00Z')
const document = documentOf('CM/26-27/0000001')
const registration = (more: Partial<Registration> = {}): Registration => ({
  irn: 'a'.repeat(64),
  ackNo: '1',
  ackAt: NOW,
  signedQr: 'x',
  signedInvoice: 'y',
  isCancelled: false,
  content: {
    sellerGstin: document.SellerDtls.Gstin,
    buyerGstin: document.BuyerDtls.Gstin,
    number: document.DocDtls.No,
    type: 'INV',
    day: document.DocDtls.Dt,
    total: 212.4,
    irn: 'a'.repeat(64),
  },
  ...more,
})
const ok = (more: Partial<Registration> = {}) => ({ is: 'ok', value: registration(more) }) as const
const unknown = { is: 'unknown', why: 'No answer' } as const

test.each<[string, Outcome<Registration>, boolean, object]>([
  ['registered', ok(), false, { to: 'registered' }],
  ['cancelled at the portal', ok({ isCancelled: true }), true, { to: 'cancelled' }],
  ['another document', ok({ content: { ...registration().content, total: 1 } }), false, { to: 'failed' }],
  [
    'refused',
    { is: 'refused', code: '2176', text: 'Invalid HSN code' },
    false,
    { to: 'failed', fault: { code: '2176' } },
  ],
  ['cancelled before', { is: 'refused', code: '2278', text: 'x' }, false, { to: 'failed', fault: { code: '2278' } }],
  ['forged', { is: 'forged', why: 'x' }, false, { to: 'failed', fault: { code: null } }],
  ['credentials refused', { is: 'locked', code: '3002', text: 'x' }, false, { to: 'waiting', isAsked: false }],
  [
    'credentials refused after a lost answer',
    { is: 'locked', code: '3002', text: 'x' },
    true,
    { to: 'waiting', isAsked: true },
  ],
  ['unknown', unknown, false, { to: 'waiting', isAsked: true }],
  ['not done', { ...unknown, notDone: true }, false, { to: 'waiting', isAsked: false }],
  ['not done after a lost answer', { ...unknown, notDone: true }, true, { to: 'waiting', isAsked: true }],
])('%s', (_what, outcome, wasAsked, step) => expect(stepOf(outcome, document, wasAsked)).toMatchObject(step))

test.each<[string, Outcome<{ cancelledAt: Date }>, object]>([
  ['done', { is: 'ok', value: { cancelledAt: NOW } }, { to: 'cancelled', at: NOW }],
  ['not active any more', { is: 'refused', code: '9999', text: 'x' }, { to: 'cancelled', at: NOW }],
  ['too late', { is: 'refused', code: '2270', text: 'x' }, { to: 'registered', fault: { code: '2270' } }],
  ['unknown', unknown, { to: 'waiting' }],
  ['credentials refused', { is: 'locked', code: '3002', text: 'x' }, { to: 'waiting', isAsked: false }],
  ['nobody let in', { ...unknown, notDone: true }, { to: 'waiting', isAsked: false }],
])('cancelling: %s', (_what, outcome, step) => expect(cancelStepOf(outcome, NOW)).toMatchObject(step))

test.each([
  [1, 1],
  [2, 2],
  [4, 8],
  [5, 15],
  [500, 15],
])('after try %i it waits %i minutes', (n, minutes) => expect(pauseAfter(n)).toBe(minutes * 60_000))

test.each([
  ['The field BuyerDtls.Pin must be a PIN code', 'BuyerDtls.Pin'],
  ['ItemList/0/HsnCd: unknown', 'ItemList.0.HsnCd'],
  ['Duplicate IRN', null],
])('the field that %j names is %s', (text, field) => expect(fieldIn(text)).toBe(field))
