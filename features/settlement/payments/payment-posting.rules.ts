// The postings of a payment (S-PAYMENT-MONEY): once captured, its money waits in an account of its own.
import type { AccountName, Posting } from '#money/ledger/ledger.rules.ts'
import { credit, debit } from '#money/ledger/ledger.rules.ts'

type Captured = { paymentId: string; paymentNo: number; companyId: number; teamId: number; amountPaise: number }
export const accountOfPayment = (p: Pick<Captured, 'paymentNo'>): AccountName => ({ kind: 'payment', ref: p.paymentNo })

/** Once for each payment of a company, by its key. */
export function capturePosting(p: Captured, at: Date): Posting {
  const paise = BigInt(p.amountPaise)
  return {
    key: `${p.paymentId}:captured:${p.companyId}`,
    kind: 'payment',
    at,
    companyId: p.companyId,
    teamId: p.teamId,
    lines: [debit({ kind: 'gateway', ref: p.companyId }, paise), credit(accountOfPayment(p), paise)],
  }
}
