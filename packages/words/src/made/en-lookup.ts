// Written by `npm run words` from packages/words/catalogues.
import { number, plural, select as s } from '../forms.ts'

const n = /* @__PURE__ */ number('en-IN')
const p = /* @__PURE__ */ plural('en-IN')

export const modeLabel: string = 'Mode of the installation'
export const testNotice: string = 'Test mode: no money moves'
export const heading: string = 'Check Transaction Status'
export const languageLabel: string = 'Language'
export const intro = (a: { days: number }) =>
  `Payments made from a UPI ID in the last ${p(a.days, { one: `${n(a.days)} day`, other: `${n(a.days)} days` })}, and what went back of them.`
export const upiId: string = 'UPI ID'
export const placeholder: string = 'e.g. name@bank or 9876543210@upi'
export const searching: string = 'Searching...'
export const check: string = 'Check Status'
export const noAddress: string = 'Please enter a valid UPI ID'
export const noPayments: string = 'No payments found for this UPI ID'
export const noRefunds: string = 'No refunds found for this payment'
export const totalPayments: string = 'Total Payments'
export const totalAmount: string = 'Total Amount'
export const ofSucceeded = (a: { n: number }) => `of ${n(a.n)} that succeeded`
export const totalRefunded: string = 'Total Refunded'
export const successRate: string = 'Success Rate'
export const payments: string = 'Payments'
export const cardRefund = (a: { payment: string; time: string; refund: string }) =>
  `${a.payment}, ${a.time}. Refund of ${a.refund}`
export const cardNoRefund = (a: { payment: string; time: string }) => `${a.payment}, ${a.time}. No refund`
export const paymentId: string = 'Payment ID'
export const amount: string = 'Amount'
export const currency: string = 'Currency'
export const status: string = 'Status'
export const method: string = 'Method'
export const vpa: string = 'VPA'
export const email: string = 'Email'
export const contact: string = 'Contact'
export const description: string = 'Description'
export const createdAt: string = 'Created At'
export const capturedAt: string = 'Captured At'
export const refunds: string = 'Refunds'
export const none: string = 'None'
export const details: string = 'Details'
export const detailsOf = (a: { payment: string }) => `Details of ${a.payment}`
export const paymentDetails: string = 'Payment Details'
export const refundLine = (a: { refund: string; time: string; reference: string }) =>
  `${a.refund}, ${a.time}. RRN or UTR ${a.reference}`
export const referenceLater: string = 'not named yet by the bank'
export const close: string = 'Close'
export const failed: string = 'Failed to fetch payment status'
export const networkError: string =
  'Network error: Unable to connect to the server. Please check your internet connection.'
export const notFound: string = 'Transaction not found. Please check your UPI ID and try again.'
export const refused: string = 'Authentication failed. Please contact support.'
export const serverError: string = 'Server error. Please try again later.'
export const otherError: string = 'Failed to fetch transaction status. Please try again.'
export const tooOften: string = 'Too many attempts. Please try again later.'
export const stateOf = (a: { state: string }) =>
  `${s(a.state, { captured: 'captured', processed: 'processed', success: 'success', completed: 'completed', cancelled: 'cancelled', error: 'error', refunded: 'refunded', failed: 'failed', pending: 'pending', authorized: 'authorized', created: 'created', other: `${a.state}` })}`
