// A bill as replies carry it: what is stored, put into rupees and words.
import { percentFromPpm, rupeesFromPaise } from '@wattdesk/base/money'
import { stateName } from '@wattdesk/base/states'
import type { PriceSnapshot } from '#money/price-groups/price.rules.ts'
import type { BillLine, TransactionBill } from './bill.contract.ts'
import { type BusinessClock, slotTexts } from './slot-text.rules.ts'

/** A bill as it is stored: whole paise as numbers. */
export type StoredBill = {
  version: number
  billedAt: Date | null
  taxablePaise: number
  cgstPaise: number
  sgstPaise: number
  igstPaise: number
  grossPaise: number
  surchargePaise: number
  totalPaise: number
  /** The cost above the hold. */
  overrunPaise: number
  /** The supplier, and states by their codes, as they were when it was made; null where nothing was taxed. */
  supplierName: string | null
  supplierGstin: string | null
  supplierState: string | null
  placeOfSupply: string | null
  /** The business that the session is billed to. */
  recipientName?: string | null
  recipientGstin?: string | null
  /** The rates it was made by; of bills of before they may be missing. */
  taxPpm: number | null
  gatewayPpm: number | null
  lines: readonly StoredLine[]
  facts: { idleSeconds?: number; borders?: readonly { at: string | Date; registerWh: number; mark: Mark }[] }
}
type Mark = TransactionBill['borders'][number]['mark']
type StoredLine = {
  kind: string
  label: string
  quantity: number
  unit: 'Wh' | 's' | 'once'
  ratePaise: number
  rateUnit: BillLine['unit']
  amountPaise: number
  slots: readonly number[]
}

const rupees = (paise: number): number => rupeesFromPaise(BigInt(paise))
/** Seconds in `rateUnit`s and Wh in kWh: what is multiplied by the rate. */
const quantityOf = ({ quantity, rateUnit }: StoredLine): number =>
  rateUnit === 'kWh'
    ? quantity / 1000
    : rateUnit === 'hour'
      ? quantity / 3600
      : rateUnit === 'minute'
        ? quantity / 60
        : quantity

/**
 * The bill as it travels, in rupees, each line with what was counted, at which rate, in which slots; `clock` is the business
 * time zone at the session's start.
 */
export const billReply = (
  b: StoredBill,
  snapshot: PriceSnapshot | null,
  isRunning: boolean,
  clock: BusinessClock,
): TransactionBill => ({
  isRunning,
  businessZone: clock.zone,
  version: b.version,
  billedAt: b.billedAt?.toISOString() ?? null,
  lines: b.lines.map(l => {
    const slots = snapshot ? l.slots.map(s => slotTexts(snapshot, s, clock)) : []
    return {
      kind: l.kind,
      label: l.label,
      quantity: quantityOf(l),
      unit: l.rateUnit,
      rate: rupees(l.ratePaise),
      amount: rupees(l.amountPaise),
      slots: slots.map(s => s.utc),
      businessSlots: slots.map(s => s.business),
    }
  }),
  taxable: rupees(b.taxablePaise),
  taxPercent: percentFromPpm(b.taxPpm ?? snapshot?.taxPpm ?? 0),
  cgst: rupees(b.cgstPaise),
  sgst: rupees(b.sgstPaise),
  igst: rupees(b.igstPaise),
  gross: rupees(b.grossPaise),
  surcharge: rupees(b.surchargePaise),
  surchargePercent: b.surchargePaise > 0 ? percentFromPpm(b.gatewayPpm ?? snapshot?.transactionPpm ?? 0) : 0,
  total: rupees(b.totalPaise),
  overrun: rupees(b.overrunPaise),
  supplier:
    b.supplierName === null || b.supplierGstin === null
      ? null
      : { name: b.supplierName, gstin: b.supplierGstin, state: b.supplierState },
  ...(b.recipientName && b.recipientGstin && { recipient: { name: b.recipientName, gstin: b.recipientGstin } }),
  placeOfSupply: b.placeOfSupply === null ? null : { code: b.placeOfSupply, name: stateName(b.placeOfSupply) },
  borders: (b.facts.borders ?? []).map(x => ({ ...x, at: new Date(x.at).toISOString() })),
  idleSeconds: b.facts.idleSeconds ?? 0,
})
