// The public lookup's view of a payer, its summary, and the texts of the page when the lookup fails (D-UPI-3, D-UPI-5).
import { rupeesFromPaise } from '@wattdesk/base/money'
import { NO_PAYMENTS } from './upi.words.ts'
import type { UpiPayment, UpiStatus } from './upi-status.contract.ts'

/** 'asha.rao@example.org' is 'as***@example.org'; of a short name nothing is left to guess the rest by. */
export function maskedEmail(email: string | null): string | null {
  if (!email) return null
  const at = email.lastIndexOf('@')
  if (at < 0) return '***'
  return `${at > 2 ? email.slice(0, 2) : ''}***${email.slice(at)}`
}
/** The last four digits. */
export function maskedContact(contact: string | null): string | null {
  const digits = contact?.replaceAll(/\D/g, '') ?? ''
  if (digits === '') return null
  return `******${digits.length > 4 ? digits.slice(-4) : ''}`
}

const SUCCEEDED: readonly string[] = ['captured', 'processed', 'success', 'completed', 'refunded']
/** Captured payments, even if some of the money has gone back since. */
export const succeeded = <P extends { status: string }>(payments: readonly P[]): P[] =>
  payments.filter(p => SUCCEEDED.includes(p.status))
/** The sums are of payments that succeeded and of refunds that are done; the share is of all payments. */
export function summaryOf(payments: readonly UpiPayment[]): UpiStatus['summary'] {
  const good = succeeded(payments)
  const done = payments.flatMap(p => p.refunds.filter(r => r.status === 'processed'))
  const sum = (all: readonly { amount: number }[]) => rupeesFromPaise(BigInt(all.reduce((n, x) => n + x.amount, 0)))
  return {
    totalPayments: payments.length,
    totalAmount: sum(good),
    totalRefunded: sum(done),
    successRate: payments.length === 0 ? 0 : Math.round((10_000 * good.length) / payments.length) / 100,
  }
}

const AWAY = 'Network error: Unable to connect to the server. Please check your internet connection.'
const UNKNOWN = 'Transaction not found. Please check your UPI ID and try again.'
const REFUSED = 'Authentication failed. Please contact support.'
const BROKEN = 'Server error. Please try again later.'
const OTHER = 'Failed to fetch transaction status. Please try again.'
/** The page's text for a failed lookup. `status` 0: no answer came. */
export function failureText(status: number, message: string | undefined): string {
  if (status === 0) return AWAY
  if (status === 404) return UNKNOWN
  if (status === 401 || status === 403) return REFUSED
  if (status === 500) return BROKEN
  return message || OTHER
}

export type Lookup = { payments: UpiPayment[]; summary: UpiStatus['summary'] }
/** Payments and summary, wrapped in `data` or at the top of the reply; a text where there are none. */
export function readLookup(reply: unknown): Lookup | string {
  const body = (reply ?? {}) as { data?: unknown; payments?: unknown }
  const inside = (Array.isArray(body.payments) ? body : (body.data ?? {})) as Partial<Lookup>
  if (!Array.isArray(inside.payments) || inside.payments.length === 0) return NO_PAYMENTS
  return { payments: inside.payments, summary: inside.summary ?? summaryOf(inside.payments) }
}
