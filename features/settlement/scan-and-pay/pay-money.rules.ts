// The postings of scan and pay (S-PAYMENT-MONEY): wallet money is kept back for a requested session, and given back
// where the session never begins.
import { type AccountName, credit, debit, type Posting } from '#money/ledger/ledger.rules.ts'

type Of = { paySessionId: number; driverId: number; companyId: number; teamId: number }
export const reservedOf = ({ paySessionId }: Pick<Of, 'paySessionId'>): AccountName => ({
  kind: 'reserved',
  ref: paySessionId,
})
const walletOf = ({ driverId }: Of): AccountName => ({ kind: 'wallet', ref: driverId })

export const reservePosting = (s: Of, paise: bigint, at: Date): Posting => ({
  key: `reserve:${s.paySessionId}`,
  kind: 'reserve',
  at,
  companyId: s.companyId,
  teamId: s.teamId,
  lines: [debit(walletOf(s), paise), credit(reservedOf(s), paise)],
})
export const unreservePosting = (s: Of, paise: bigint, at: Date): Posting => ({
  key: `unreserve:${s.paySessionId}`,
  kind: 'release',
  at,
  companyId: s.companyId,
  teamId: s.teamId,
  lines: [debit(reservedOf(s), paise), credit(walletOf(s), paise)],
})
