// The public lookup's view of a payer, its summary, and the texts of the page when the lookup fails (D-UPI-3, D-UPI-5).
import { rupeesFromPaise } from '@wattdesk/base/money'
import type { LookupWords } from '@wattdesk/words/made/load-lookup'
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
/** The days behind that the lookup covers. */
export const LOOKUP_DAYS = 180

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

/** The page's text for a failed lookup. `status` 0: no answer came. */
export function failureText(words: LookupWords, status: number, message: string | undefined): string {
  if (status === 0) return words.networkError
  if (status === 404) return words.notFound
  if (status === 401 || status === 403) return words.refused
  if (status === 500) return words.serverError
  return message || words.otherError
}

export type Lookup = { payments: UpiPayment[]; summary: UpiStatus['summary'] }
/** Payments and summary, wrapped in `data` or at the top of the reply; undefined where there are none. */
export function readLookup(reply: unknown): Lookup | undefined {
  const body = (reply ?? {}) as { data?: unknown; payments?: unknown }
  const inside = (Array.isArray(body.payments) ? body : (body.data ?? {})) as Partial<Lookup>
  if (!Array.isArray(inside.payments) || inside.payments.length === 0) return undefined
  return { payments: inside.payments, summary: inside.summary ?? summaryOf(inside.payments) }
}
