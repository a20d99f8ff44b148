// A bill as it is stored: whole paise as numbers, its lines, and all the facts behind them, because none of these facts
// is ever looked up again. Also the difference between two versions of a bill.

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

type Frozen = Pick<SessionFacts, 'supply' | 'commissionPpm' | 'commissionPaisePerKwh'>

/** The bill of a session as it is stored. */
export const billRow = (b: Bill, { supply, commissionPpm, commissionPaisePerKwh }: Frozen): BillRow => ({
  energyWh: b.energyWh,
  taxablePaise: Number(b.taxablePaise),
  cgstPaise: Number(b.cgstPaise),
  sgstPaise: Number(b.sgstPaise),
  igstPaise: Number(b.igstPaise),
  grossPaise: Number(b.grossPaise),
  surchargePaise: Number(b.surchargePaise),
  gatewayFeePaise: Number(b.gatewayFeePaise),
  totalPaise: Number(b.totalPaise),
  commissionPercentPaise: Number(b.commissionPercentPaise),
  commissionUnitPaise: Number(b.commissionUnitPaise),
  overrunPaise: Number(b.overrunPaise),
  supplierName: supply.supplier?.name ?? null,
  supplierGstin: supply.supplier?.gstin ?? null,
  supplierAddress: supply.supplier?.address ?? null,
  supplierState: supply.supplierState ?? null,
  placeOfSupply: supply.placeOfSupply ?? null,
  taxPpm: b.terms.taxPpm,
  gatewayPpm: b.terms.transactionPpm,
  pgChargesBearer: b.terms.bearer,
  holdPaise: b.holdPaise === undefined ? null : Number(b.holdPaise),
  commissionPpm,
  commissionPaisePerKwh,
  lines: b.lines.map(l => ({ ...l, ratePaise: Number(l.ratePaise), amountPaise: Number(l.amountPaise) })),
  facts: {
    seconds: b.seconds,
    idleSeconds: b.idleSeconds,
    insideState: b.terms.insideState,
    pieces: b.pieces,
    borders: b.borders,
    droppedSamples: b.droppedSamples,
    notChargedPaise: Number(b.notChargedPaise),
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
 * The amounts that a later version of a bill adds to an earlier one, negative where the later is lower: the line of a
 * payout that follows the payout of the earlier version (M-3). The differences of all versions add up to the last
 * version less the first.
 */
export const billDifference = (before: BillSums, after: BillSums): BillSums =>
  Object.fromEntries(SUMS.map(sum => [sum, after[sum] - before[sum]])) as BillSums
