// A bill as it is stored: whole paise as numbers, its lines, and all the facts behind them, because none of these facts
// is ever looked up again. Also the difference between two versions of a bill.
import type { RecipientType } from '@wattdesk/base/business'
import type { Bill } from './bill.rules.ts'
import type { SessionFacts } from './session-bill.rules.ts'

/** The sums of a bill, whole paise and whole Wh. */
export type BillSums = {
  energyWh: number
  taxablePaise: number
  cgstPaise: number
  sgstPaise: number
  igstPaise: number
  grossPaise: number
  surchargePaise: number
  gatewayFeePaise: number
  totalPaise: number
  commissionPercentPaise: number
  commissionUnitPaise: number
  /** The cost above the hold. */
  overrunPaise: number
}
export type BillRow = BillSums & {
  supplierName: string | null
  supplierGstin: string | null
  /** Two-digit codes. */
  supplierState: string | null
  supplierAddress: string | null
  placeOfSupply: string | null
  /** The business that the session is billed to; null for a consumer. */
  recipientName: string | null
  recipientGstin: string | null
  recipientAddress: string | null
  /** SEZWP or SEZWOP: a unit in a Special Economic Zone, billed with or without tax; null: any other recipient. */
  recipientType: RecipientType | null
  taxPpm: number
  /** As it was applied: 0 where the gateway has no part in it. */
  gatewayPpm: number
  pgChargesBearer: 'EV' | 'CPO'
  /** The amount paid beforehand; null where the session is paid afterwards. */
  holdPaise: number | null
  commissionPpm: number
  commissionPaisePerKwh: number
  lines: unknown
  facts: unknown
}

type Frozen = Pick<SessionFacts, 'supply' | 'commissionPpm' | 'commissionPaisePerKwh'> & {
  /** Missing: the bill is for comparison, and nobody's. */
  recipient?: SessionFacts['recipient']
}

/** The bill of a session as it is stored. */
export const billRow = (bill: Bill, { supply, recipient, commissionPpm, commissionPaisePerKwh }: Frozen): BillRow => ({
  energyWh: bill.energyWh,
  taxablePaise: Number(bill.taxablePaise),
  cgstPaise: Number(bill.cgstPaise),
  sgstPaise: Number(bill.sgstPaise),
  igstPaise: Number(bill.igstPaise),
  grossPaise: Number(bill.grossPaise),
  surchargePaise: Number(bill.surchargePaise),
  gatewayFeePaise: Number(bill.gatewayFeePaise),
  totalPaise: Number(bill.totalPaise),
  commissionPercentPaise: Number(bill.commissionPercentPaise),
  commissionUnitPaise: Number(bill.commissionUnitPaise),
  overrunPaise: Number(bill.overrunPaise),
  supplierName: supply.supplier?.name ?? null,
  supplierGstin: supply.supplier?.gstin ?? null,
  supplierAddress: supply.supplier?.address ?? null,
  supplierState: supply.supplierState ?? null,
  placeOfSupply: supply.placeOfSupply ?? null,
  recipientName: recipient?.name ?? null,
  recipientGstin: recipient?.gstin ?? null,
  recipientAddress: recipient?.address ?? null,
  recipientType: recipient?.type ?? null,
  taxPpm: bill.terms.taxPpm,
  gatewayPpm: bill.terms.transactionPpm,
  pgChargesBearer: bill.terms.bearer,
  holdPaise: bill.holdPaise === undefined ? null : Number(bill.holdPaise),
  commissionPpm,
  commissionPaisePerKwh,
  lines: bill.lines.map(l => ({ ...l, ratePaise: Number(l.ratePaise), amountPaise: Number(l.amountPaise) })),
  facts: {
    seconds: bill.seconds,
    idleSeconds: bill.idleSeconds,
    insideState: bill.terms.insideState,
    pieces: bill.pieces,
    borders: bill.borders,
    droppedSamples: bill.droppedSamples,
    notChargedPaise: Number(bill.notChargedPaise),
  },
})

const SUMS = [
  'energyWh',
  'taxablePaise',
  'cgstPaise',
  'sgstPaise',
  'igstPaise',
  'grossPaise',
  'surchargePaise',
  'gatewayFeePaise',
  'totalPaise',
  'commissionPercentPaise',
  'commissionUnitPaise',
  'overrunPaise',
] as const satisfies readonly (keyof BillSums)[]

/**
 * The amounts that a later version of a bill adds to an earlier version, negative where the later version is lower: the
 * line of a payout after the payout of the earlier version (M-3). The differences of all versions add up to the last
 * version less the first.
 */
export const billDifference = (before: BillSums, after: BillSums): BillSums =>
  Object.fromEntries(SUMS.map(sum => [sum, after[sum] - before[sum]])) as BillSums
