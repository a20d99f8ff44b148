// What is true of a transaction on screen and on the wire: its bill in words and rupees, what its status may become,
// the labels of its payment, the points of its charts.
import { percentFromPpm, rupeesFromPaise } from '@wattdesk/base/money'
import { clockText } from '../chargers/clock.rules.ts'
import type { PriceSnapshot } from '../price-groups/price.rules.ts'
import { type BusinessClock, slotTexts } from './slot-text.rules.ts'
import type { BillLine, MeterValue, PaymentType, TimeFrom, TransactionBill } from './transaction.contract.ts'

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
  /** What ran over what was paid beforehand. */
  overrunPaise: number
  /** The supplier, and states by their codes, as they were when it was made; null where nothing was taxed. */
  supplierName: string | null
  supplierGstin: string | null
  supplierState: string | null
  placeOfSupply: string | null
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
  placeOfSupply: b.placeOfSupply,
  borders: (b.facts.borders ?? []).map(x => ({ ...x, at: new Date(x.at).toISOString() })),
  idleSeconds: b.facts.idleSeconds ?? 0,
})

/** How the register was known where the price changed, in words. */
export const markText: Readonly<Record<Mark, string>> = {
  measured: 'The charger sent its meter reading at this moment.',
  interpolated: 'Worked out from the readings just before and after.',
  'without samples': 'The charger sent no readings: shared out evenly over the session.',
}

/** Where a time of a session is not simply what the charger told: where it comes from, in words. */
export function timeNote(from: TimeFrom | null, clockOffsetSec: number | null): string | undefined {
  if (from === 'clock') return `put right: ${clockText(clockOffsetSec) ?? 'clock wrong'}`
  if (from === 'receipt') return 'when it was heard; the charger’s own time cannot be'
  if (from === 'samples') return 'as the readings show; the charger’s own time cannot be'
  if (from === 'reading') return 'the last reading; its stop never came'
  return from === 'person' ? 'decided by a person' : undefined
}

/** Set by the payment provider alone: a person changes nothing then (D-TXN-3). */
export const isFixedStatus = (status: string | null): boolean => status === 'AUTHORIZED' || status === 'CAPTURED'

/** The status select, in its order (D-TXN-3). */
export const statusOptions = [
  { value: '', label: 'None', disabled: true },
  { value: 'AUTHORIZED', label: 'Authorized', disabled: true },
  { value: 'CAPTURED', label: 'Captured', disabled: true },
  { value: 'PAYOUTPENDING', label: 'Payout Pending', disabled: false },
  { value: 'PAYOUTCOMPLETED', label: 'Payout Completed', disabled: false },
] as const

/** The status as people read it. */
export const statusText = (status: string | null): string =>
  statusOptions.find(o => o.value === (status ?? ''))?.label ?? status ?? 'None'

type Balances = {
  initialBalance: number | null
  remainingBalance: number | null
  totalAmountPaid: number
  totalRefund: number
}
/** The two payment facts of a type with their labels (document 2 §2, D-TXN-12); RFID is billed outside the product. */
export function paymentFacts(type: PaymentType, b: Balances): { label: string; rupees: number | null }[] {
  if (type === 'WALLET')
    return [
      { label: 'Initial Wallet Balance', rupees: b.initialBalance },
      { label: 'Remaining Wallet Balance', rupees: b.remainingBalance },
    ]
  if (type === 'PREPAID')
    return [
      { label: 'Initial Card Balance', rupees: b.initialBalance },
      { label: 'Remaining Card Balance', rupees: b.remainingBalance },
    ]
  if (type === 'RFID') return []
  return [
    { label: 'Total Paid Amount', rupees: b.totalAmountPaid },
    { label: 'Refund Amount', rupees: b.totalRefund },
  ]
}

/** The measurands that have a chart, in their order (document 2 §2). */
export const charted = ['Temperature', 'Voltage', 'Current.Import', 'Power.Active.Import', 'SoC'] as const
export type Charted = (typeof charted)[number]
export type ChartPoint = { at: Date; value: number }
export type ChartLine = { name: string; points: ChartPoint[] }
export type MeterChart = { measurand: Charted; unit: string; lines: ChartLine[] }

const FIVE_MINUTES = 5 * 60_000

/**
 * The charts of meter values, phases as lines of their own; a measurand without values has none. The temperature's
 * line begins 5 minutes before its first value, at 0 (D-TXN-5).
 */
export function meterCharts(values: readonly MeterValue[]): MeterChart[] {
  return charted.flatMap(measurand => {
    const lines = new Map<string, ChartPoint[]>()
    let unit = ''
    for (const v of values) {
      const [name = '', phase] = v.measurand.split(' ')
      const value = Number(v.value)
      if (name !== measurand || v.value.trim() === '' || !Number.isFinite(value)) continue
      unit = v.unit
      const line = lines.get(phase ?? measurand) ?? []
      line.push({ at: new Date(v.value_timestamp), value })
      lines.set(phase ?? measurand, line)
    }
    if (lines.size === 0) return []
    if (measurand === 'Temperature')
      for (const points of lines.values())
        if (points[0]) points.unshift({ at: new Date(points[0].at.getTime() - FIVE_MINUTES), value: 0 })
    return [{ measurand, unit, lines: [...lines].map(([name, points]) => ({ name, points })) }]
  })
}

/** Seconds as '1 h 05 min 20 s'; leading parts that are nothing are left out. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  if (h > 0) return `${h} h ${two(m)} min ${two(s)} s`
  return m > 0 ? `${m} min ${two(s)} s` : `${s} s`
}

/** What the refund of a session reads as (document 2 §4). */
export const refundText = (t: { refundStatus: string | null; stoptime: string | null }): string =>
  t.refundStatus ?? (t.stoptime ? 'No Refund - Full Amount used for Charging' : 'Charging in progress')
