// Written by `npm run words` from packages/words/catalogues.
import { number, plural, select as s } from '../forms.ts'

const n = /* @__PURE__ */ number('en-IN')
const p = /* @__PURE__ */ plural('en-IN')
export default {
  heading: 'Check Transaction Status',
  languageLabel: 'Language',
  intro: (a: { days: number }) =>
    `Payments made from a UPI ID in the last ${p(a.days, { one: `${n(a.days)} day`, other: `${n(a.days)} days` })}, and what went back of them.`,
  upiId: 'UPI ID',
  placeholder: 'e.g. name@bank or 9876543210@upi',
  searching: 'Searching...',
  check: 'Check Status',
  noAddress: 'Please enter a valid UPI ID',
  noPayments: 'No payments found for this UPI ID',
  noRefunds: 'No refunds found for this payment',
  totalPayments: 'Total Payments',
  totalAmount: 'Total Amount',
  ofSucceeded: (a: { n: number }) => `of ${n(a.n)} that succeeded`,
  totalRefunded: 'Total Refunded',
  successRate: 'Success Rate',
  payments: 'Payments',
  cardRefund: (a: { payment: string; time: string; refund: string }) =>
    `${a.payment}, ${a.time}. Refund of ${a.refund}`,
  cardNoRefund: (a: { payment: string; time: string }) => `${a.payment}, ${a.time}. No refund`,
  paymentId: 'Payment ID',
  amount: 'Amount',
  currency: 'Currency',
  status: 'Status',
  method: 'Method',
  vpa: 'VPA',
  email: 'Email',
  contact: 'Contact',
  description: 'Description',
  createdAt: 'Created At',
  capturedAt: 'Captured At',
  refunds: 'Refunds',
  none: 'None',
  details: 'Details',
  detailsOf: (a: { payment: string }) => `Details of ${a.payment}`,
  paymentDetails: 'Payment Details',
  refundLine: (a: { refund: string; time: string; reference: string }) =>
    `${a.refund}, ${a.time}. RRN or UTR ${a.reference}`,
  referenceLater: 'not named yet by the bank',
  close: 'Close',
  failed: 'Failed to fetch payment status',
  networkError: 'Network error: Unable to connect to the server. Please check your internet connection.',
  notFound: 'Transaction not found. Please check your UPI ID and try again.',
  refused: 'Authentication failed. Please contact support.',
  serverError: 'Server error. Please try again later.',
  otherError: 'Failed to fetch transaction status. Please try again.',
  tooOften: 'Too many attempts. Please try again later.',
  stateOf: (a: { state: string }) =>
    `${s(a.state, { captured: 'captured', processed: 'processed', success: 'success', completed: 'completed', cancelled: 'cancelled', error: 'error', refunded: 'refunded', failed: 'failed', pending: 'pending', authorized: 'authorized', created: 'created', other: `${a.state}` })}`,
}
