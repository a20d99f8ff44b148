// A bill lowered by a person (M-2.7), by the rule that limits a bill to the amount paid beforehand (M-2.8): the line
// `Not charged` lowers the taxable value; tax, surcharge or gateway fee and the commission by share follow from the
// taxable value.
import { type Paise, share } from '@wattdesk/base/money'
import { amountsOf, notChargedLine, type Terms, taxableWithin } from './bill.rules.ts'
import type { BillRow } from './bill-row.rules.ts'

type StoredLine = { kind: string; amountPaise: number }
type StoredFacts = { insideState?: boolean; notChargedPaise?: number }
const USUAL_TAX_PPM = 180_000

/** The rates a bill was made by. Those of before, where some were not kept yet: what its own tax says. */
function termsOf(b: BillRow): Terms {
  const { insideState = b.igstPaise === 0 } = b.facts as StoredFacts
  const isTaxed = b.cgstPaise + b.sgstPaise + b.igstPaise > 0
  const taxPpm = (b.taxPpm as number | null) ?? (isTaxed ? USUAL_TAX_PPM : 0)
  const transactionPpm = (b.gatewayPpm as number | null) ?? 0
  const bearer = (b.pgChargesBearer as BillRow['pgChargesBearer'] | null) ?? 'EV'
  return { taxPpm, insideState, transactionPpm, bearer }
}

/**
 * The same bill with the largest total that is not above `totalPaise`, which is at most its own: some totals no taxable value
 * leads to. Energy, the commission by kWh and what ran over a hold stay.
 */
export function loweredBill(before: BillRow, totalPaise: Paise): BillRow {
  const terms = termsOf(before)
  const taxable =
    totalPaise >= BigInt(before.totalPaise) ? BigInt(before.taxablePaise) : taxableWithin(totalPaise, terms)
  const amounts = amountsOf(taxable, terms)
  const lines = (before.lines as StoredLine[]).filter(l => l.kind !== 'notCharged')
  const notCharged = lines.reduce((sum, l) => sum + BigInt(l.amountPaise), 0n) - taxable
  const line = notChargedLine(notCharged)
  const stored = { ...line, ratePaise: Number(line.ratePaise), amountPaise: Number(line.amountPaise) }
  return {
    ...before,
    taxablePaise: Number(amounts.taxablePaise),
    cgstPaise: Number(amounts.cgstPaise),
    sgstPaise: Number(amounts.sgstPaise),
    igstPaise: Number(amounts.igstPaise),
    grossPaise: Number(amounts.grossPaise),
    surchargePaise: Number(amounts.surchargePaise),
    gatewayFeePaise: Number(amounts.gatewayFeePaise),
    totalPaise: Number(amounts.totalPaise),
    commissionPercentPaise: Number(share(taxable, (before.commissionPpm as number | null) ?? 0)),
    lines: notCharged > 0n ? [...lines, stored] : lines,
    facts: { ...(before.facts as object), notChargedPaise: Number(notCharged) },
  }
}
