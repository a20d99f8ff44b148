// What a bill moves in the ledger (M-4): the money that a session kept back, or what the operator will be paid for it, goes
// to the owner and to the heads of tax; what is left goes back to where it came from. Amounts in paise.
import type { Paise } from '@wattdesk/base/money'
import { type AccountName, credit, debit, type Line, linesOf, type Posting } from '../ledger/ledger.rules.ts'
import type { BillSums } from './bill-row.rules.ts'

/** Who pays for a session, by its record. */
export type Payer = {
  transactionId: number
  companyId: number
  teamId: number
  paymentType: 'CARD' | 'UPI' | 'WALLET' | 'PREPAID' | 'RFID'
  driverId: number | null
  ocppTagPk: number | null
}

/** A session of another tag is paid for outside the product. */
export const isPaidBefore = (p: Pick<Payer, 'paymentType'>): boolean => p.paymentType !== 'RFID'
export const holdOfSession = (p: Pick<Payer, 'transactionId'>): AccountName => ({ kind: 'hold', ref: p.transactionId })

/** Where the money of a session comes from, and where what is left of it goes back to. */
export function purseOf(p: Payer): AccountName {
  if (p.paymentType === 'WALLET' && p.driverId !== null) return { kind: 'wallet', ref: p.driverId }
  if (p.paymentType === 'PREPAID' && p.ocppTagPk !== null) return { kind: 'card', ref: p.ocppTagPk }
  return { kind: 'refundClearing', ref: p.companyId }
}

type Earned = Pick<BillSums, 'taxablePaise' | 'cgstPaise' | 'sgstPaise' | 'igstPaise' | 'surchargePaise'>
const earned = (teamId: number, b: Earned): Line[] => [
  credit({ kind: 'owner', ref: teamId }, BigInt(b.taxablePaise)),
  credit({ kind: 'cgst', ref: teamId }, BigInt(b.cgstPaise)),
  credit({ kind: 'sgst', ref: teamId }, BigInt(b.sgstPaise)),
  credit({ kind: 'igst', ref: teamId }, BigInt(b.igstPaise)),
  credit({ kind: 'surcharge', ref: teamId }, BigInt(b.surchargePaise)),
]
const of = (p: Payer, at: Date): Omit<Posting, 'key' | 'kind' | 'lines'> => ({
  at,
  companyId: p.companyId,
  teamId: p.teamId,
  transactionId: p.transactionId,
})

/** The whole balance of a wallet or card is kept back for a session that begins (D-WAL-4). */
export const holdPosting = (p: Payer, paise: Paise, at: Date): Posting => ({
  ...of(p, at),
  key: `hold:${p.transactionId}`,
  kind: 'hold',
  lines: [debit(purseOf(p), paise), credit(holdOfSession(p), paise)],
})

/**
 * The end of a session: its first bill, or none where nothing is billed. `heldPaise`: what its hold has now. A bill above
 * that, of a payment that the ledger has not seen, stands with the provider. Undefined where no money moves.
 */
export function endPosting(p: Payer, bill: BillSums | null, heldPaise: Paise, at: Date): Posting | undefined {
  const total = BigInt(bill?.totalPaise ?? 0)
  const isBefore = isPaidBefore(p)
  const rest = heldPaise - total
  const paid = isBefore
    ? [
        debit(holdOfSession(p), heldPaise),
        rest >= 0n ? credit(purseOf(p), rest) : debit({ kind: 'gateway', ref: p.companyId }, -rest),
      ]
    : [debit({ kind: 'receivable', ref: p.teamId }, total)]
  const lines = linesOf([...paid, ...(bill ? earned(p.teamId, bill) : [])])
  if (lines.length === 0) return undefined
  return { ...of(p, at), key: `bill:${p.transactionId}:1`, kind: bill ? 'bill' : 'release', lines }
}

/** A later version of a bill: the difference to the one before it (M-2.7). Undefined where no money moves. */
export function correctionPosting(p: Payer, difference: BillSums, version: number, at: Date): Posting | undefined {
  const total = BigInt(difference.totalPaise)
  const paid = isPaidBefore(p) ? debit(purseOf(p), total) : debit({ kind: 'receivable', ref: p.teamId }, total)
  const lines = linesOf([paid, ...earned(p.teamId, difference)])
  if (lines.length === 0) return undefined
  return { ...of(p, at), key: `bill:${p.transactionId}:${version}`, kind: 'correction', lines }
}
