// The postings of a bill in the ledger (M-4): the money held for a session, or the operator's claim, goes to the owner
// and to the heads of tax; the rest goes back to where the money came from. Amounts in paise.
import type { Paise } from '@wattdesk/base/money'
import {
  type AccountKind,
  type AccountName,
  credit,
  debit,
  type Line,
  linesOf,
  type Posting,
} from '#money/ledger/ledger.rules.ts'
import { LEAST_REFUND_PAISE } from '#money/refunds/refund.rules.ts'
import type { BillSums } from './bill-row.rules.ts'

/** Who pays for a session, by its record. */
export type Payer = {
  transactionId: number
  companyId: number
  teamId: number
  paymentType: 'CARD' | 'UPI' | 'WALLET' | 'PREPAID' | 'RFID'
  driverId: number | null
  ocppTagPk: number | null
  /** The payment that is known of, of a session paid by card or UPI. */
  paymentId: string | null
}

/** A session of another tag is paid for outside the product. */
export const isPaidBefore = (payer: Pick<Payer, 'paymentType'>): boolean => payer.paymentType !== 'RFID'
export const holdOfSession = (payer: Pick<Payer, 'transactionId'>): AccountName => ({
  kind: 'hold',
  ref: payer.transactionId,
})

const gatewayOf = (p: Payer): AccountName => ({ kind: 'gateway', ref: p.companyId })
/**
 * Where what is left of a session's money goes with its bill; of card and UPI only a rest that the provider gives back to
 * nobody, since the others stay in the hold until their refund is asked for (S-PAYMENT-MONEY).
 */
export function purseOf(payer: Payer): AccountName {
  if (payer.paymentType === 'PREPAID' && payer.ocppTagPk !== null) return { kind: 'card', ref: payer.ocppTagPk }
  if (payer.paymentType !== 'PREPAID' && payer.driverId !== null) return { kind: 'wallet', ref: payer.driverId }
  const isThroughProvider = payer.paymentType === 'CARD' || payer.paymentType === 'UPI'
  return isThroughProvider ? { kind: 'smallRests', ref: 0 } : { kind: 'refundClearing', ref: payer.companyId }
}

/**
 * The part of a session's rest that is refunded through the provider: for card and UPI a rest of 1 rupee or more, the
 * provider's least refund; otherwise 0.
 */
export const backThroughProvider = (payer: Pick<Payer, 'paymentType'>, restPaise: Paise): Paise =>
  (payer.paymentType === 'CARD' || payer.paymentType === 'UPI') && restPaise >= BigInt(LEAST_REFUND_PAISE)
    ? restPaise
    : 0n

/** What a bill earns, by the kind of the team's account that each part is credited to. */
const EARNED = {
  owner: 'taxablePaise',
  cgst: 'cgstPaise',
  sgst: 'sgstPaise',
  igst: 'igstPaise',
  surcharge: 'surchargePaise',
} as const satisfies Partial<Record<AccountKind, keyof BillSums>>
type EarningKind = keyof typeof EARNED
const EARNING_KINDS = Object.keys(EARNED) as EarningKind[]
const earned = (teamId: number, b: BillSums): Line[] =>
  EARNING_KINDS.map(kind => credit({ kind, ref: teamId }, BigInt(b[EARNED[kind]])))
/**
 * The lines of a bill that is paid for outside the product, in their order: the kind of the team's account, its side, and
 * the part of the bill. Lines of 0 are left out; those below 0 move to the other side.
 */
export const OUTSIDE_LINES: readonly { kind: AccountKind; side: Line['side']; part: keyof BillSums }[] = [
  { kind: 'receivable', side: 'D', part: 'totalPaise' },
  ...EARNING_KINDS.map(kind => ({ kind, side: 'C' as const, part: EARNED[kind] })),
]
const of = (p: Payer, at: Date): Omit<Posting, 'key' | 'kind' | 'lines'> => ({
  at,
  companyId: p.companyId,
  teamId: p.teamId,
  transactionId: p.transactionId,
})

/** The whole balance of a wallet, a card or a payment is kept back for a session that begins (D-WAL-4, S-PAYMENT-MONEY). */
export const holdPosting = (payer: Payer, from: AccountName, paise: Paise, at: Date): Posting => ({
  ...of(payer, at),
  key: `hold:${payer.transactionId}`,
  kind: 'hold',
  lines: [debit(from, paise), credit(holdOfSession(payer), paise)],
})

/**
 * The end of a session: its first bill, or none where nothing is billed. `heldPaise`: the balance of its hold, after the owner
 * has made good for money that went back before. A bill above the hold, of a payment that the ledger has not seen, stands
 * with the provider. Undefined where no money moves.
 */
export function endPosting(payer: Payer, bill: BillSums | null, heldPaise: Paise, at: Date): Posting | undefined {
  const total = BigInt(bill?.totalPaise ?? 0)
  const isBefore = isPaidBefore(payer)
  const rest = heldPaise - total
  const back = backThroughProvider(payer, rest)
  const paid = isBefore
    ? [
        debit(holdOfSession(payer), heldPaise - back),
        rest >= 0n ? credit(purseOf(payer), rest - back) : debit(gatewayOf(payer), -rest),
      ]
    : [debit({ kind: 'receivable', ref: payer.teamId }, total)]
  const lines = linesOf([...paid, ...(bill ? earned(payer.teamId, bill) : [])])
  if (lines.length === 0) return undefined
  return { ...of(payer, at), key: `bill:${payer.transactionId}:1`, kind: bill ? 'bill' : 'release', lines }
}

/**
 * The account that pays for a corrected bill, or gets the difference if the bill is lower. If the ledger knows no
 * payment, the difference is booked with the provider.
 */
function payingFor(p: Payer, total: Paise): AccountName {
  if (!isPaidBefore(p)) return { kind: 'receivable', ref: p.teamId }
  if (p.paymentType !== 'CARD' && p.paymentType !== 'UPI') return purseOf(p)
  if (p.paymentId === null) return gatewayOf(p)
  return total > 0n || backThroughProvider(p, -total) > 0n ? holdOfSession(p) : purseOf(p)
}
/**
 * Returns the posting of a later version of a bill: its difference to the version before (M-2.7). The amount by which
 * the bill of a payment by card or UPI falls returns to the hold, and its refund is to be requested in the same
 * transaction. `refundedBefore`: the part of a lower total that the driver was given back before; this part stays in
 * the hold for the owners of the refund. Undefined where no money moves.
 */
export function correctionPosting(
  payer: Payer,
  difference: BillSums,
  { version, at, refundedBefore = 0n }: { version: number; at: Date; refundedBefore?: Paise },
): Posting | undefined {
  const total = BigInt(difference.totalPaise) + refundedBefore
  const lines = linesOf([
    debit(holdOfSession(payer), -refundedBefore),
    debit(payingFor(payer, total), total),
    ...earned(payer.teamId, difference),
  ])
  if (lines.length === 0) return undefined
  return { ...of(payer, at), key: `bill:${payer.transactionId}:${version}`, kind: 'correction', lines }
}
