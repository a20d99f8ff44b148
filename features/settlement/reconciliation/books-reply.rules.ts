// The books as they travel: rupees for paise, words for codes. Pure.
import { rupeesFromPaise } from '@wattdesk/base/money'
import { stateName } from '@wattdesk/base/states'
import { dayMs } from '@wattdesk/base/time'
import type { Delivery, DeliverySums } from './delivery.contract.ts'
import type { ProviderCheck } from './month-end.contract.ts'
import { nextStep } from './next-step.rules.ts'
import type { Age, ClearingKind, OpenKind } from './open-item.words.ts'
import type { Clearing, LedgerAccount, LedgerEntry, OpenItem } from './reconciliation.contract.ts'
import type { PayoutRow, RegisterRow, StateRow } from './register.contract.ts'

export const rupees = (paise: number | bigint): number => rupeesFromPaise(BigInt(paise))

type Account = Omit<LedgerAccount, 'team_name'> & { teamName: string | null }
export const accountReply = ({ teamName, debit, credit, balance, ...a }: Account): LedgerAccount => ({
  ...a,
  team_name: teamName,
  debit: rupees(debit),
  credit: rupees(credit),
  balance: rupees(balance),
})

type Entry = Omit<LedgerEntry, 'id' | 'at' | 'writtenAt' | 'debit' | 'credit'> & {
  lineNo: number
  at: Date
  writtenAt: Date
  side: 'D' | 'C'
  paise: number
}
export const entryReply = ({ lineNo, side, paise, at, writtenAt, balance, ...e }: Entry): LedgerEntry => ({
  ...e,
  id: `${e.postingId}-${lineNo}`,
  at: at.toISOString(),
  writtenAt: writtenAt.toISOString(),
  debit: side === 'D' ? rupees(paise) : null,
  credit: side === 'C' ? rupees(paise) : null,
  balance: rupees(balance),
})

type Open = Omit<OpenItem, 'at' | 'days' | 'team_name' | 'nextStep'> & {
  at: Date
  teamName: string | null
  state: string
  detail: string | null
}
export const openReply =
  (kind: OpenKind, now: Date) =>
  ({ at, amount, teamName, state, detail, ...o }: Open): OpenItem => ({
    ...o,
    at: at.toISOString(),
    days: Math.max(0, Math.floor((now.getTime() - at.getTime()) / dayMs)),
    amount: rupees(amount),
    team_name: teamName,
    nextStep: nextStep(kind, state, detail),
  })

type Total = { count: number; amount: number }
/** A clearing account: its balance, its open items by age, and the part of the balance that no open item explains. */
export function clearingReply(kind: ClearingKind, balance: number, ages: Record<Age, Total>): Clearing {
  const inRupees = (t: Total): Total => ({ ...t, amount: rupees(t.amount) })
  const all = [ages.new, ages.late, ages.old]
  const [count, amount] = all.reduce<[number, number]>(([n, paise], t) => [n + t.count, paise + t.amount], [0, 0])
  return {
    kind,
    balance: rupees(balance),
    count,
    unexplained: rupees(balance - amount),
    ages: { new: inRupees(ages.new), late: inRupees(ages.late), old: inRupees(ages.old) },
  }
}

type Told = {
  kind: string
  paymentId: string
  refundId?: string
  theirs: string | number | null
  ours: string | number | null
}
type Check = Omit<ProviderCheck, 'from' | 'to' | 'at' | 'differences'> & {
  fromAt: Date
  toAt: Date
  at: Date
  differences: Told[]
}
/** Amounts in differences are paise as the provider has them, and read as rupees. */
export function checkReply({ fromAt, toAt, at, differences, ...c }: Check): ProviderCheck {
  const text = (v: string | number | null) => (typeof v === 'number' ? `₹${rupees(v).toFixed(2)}` : v)
  return {
    ...c,
    from: fromAt.toISOString(),
    to: toAt.toISOString(),
    at: at.toISOString(),
    differences: differences.map(d => ({
      kind: d.kind,
      paymentId: d.paymentId,
      refundId: d.refundId ?? null,
      theirs: text(d.theirs),
      ours: text(d.ours),
    })),
  }
}

type Taxed = {
  rate: number
  taxable: number
  cgst: number
  sgst: number
  igst: number
  rounding: number
  total: number
  supplierGstin: string
  sac: string
  supplierName: string | null
  placeOfSupply: string | null
}
const taxOf = (r: Taxed) => ({
  supplierGstin: r.supplierGstin || null,
  supplierName: r.supplierName,
  sac: r.sac,
  placeOfSupply: r.placeOfSupply === null ? '' : `${r.placeOfSupply} ${stateName(r.placeOfSupply)}`,
  rate: r.rate / 10_000,
  taxable: rupees(r.taxable),
  cgst: rupees(r.cgst),
  sgst: rupees(r.sgst),
  igst: rupees(r.igst),
  rounding: rupees(r.rounding),
  total: rupees(r.total),
})
const DOCUMENTS = { invoice: 'Invoice', 'credit note': 'Credit note', 'debit note': 'Debit note' } as const
type Document = Taxed & {
  kind: keyof typeof DOCUMENTS
  number: string
  corrects: string | null
  dated: Date
  suppliedAt: Date
  transactionId: number
  teamName: string
  paymentType: string
  energyWh: number
  recipientName?: string | null
  recipientGstin?: string | null
  eInvoice?: RegisterRow['eInvoice'] | null
  irn?: string | null
}
export const registerReply = (r: Document): RegisterRow => ({
  kind: DOCUMENTS[r.kind],
  number: r.number,
  reference: `INV-${r.transactionId}`,
  corrects: r.corrects,
  date: r.dated.toISOString(),
  dateOfSupply: r.suppliedAt.toISOString(),
  transactionId: r.transactionId,
  team_name: r.teamName,
  payment_type: r.paymentType,
  kwh: r.energyWh / 1000,
  ...(r.recipientGstin && { recipientGstin: r.recipientGstin, recipientName: r.recipientName ?? '' }),
  ...(r.eInvoice && { eInvoice: r.eInvoice }),
  ...(r.irn && { irn: r.irn }),
  ...taxOf(r),
})
export const stateReply = (r: Taxed & { isNote: boolean; isBusiness?: boolean; documents: number }): StateRow => ({
  kind: r.isNote ? 'Notes' : 'Invoices',
  documents: r.documents,
  ...(r.isBusiness && { isBusiness: true as const }),
  ...taxOf(r),
})

type Delivered = {
  energyWh: number
  taxable: number
  cgst: number
  sgst: number
  igst: number
  total: number
}
const deliveredOf = (d: Delivered) => ({
  kwh: d.energyWh / 1000,
  taxable: rupees(d.taxable),
  cgst: rupees(d.cgst),
  sgst: rupees(d.sgst),
  igst: rupees(d.igst),
  total: rupees(d.total),
})
type DeliveryOf = Delivered &
  Pick<Delivery, 'transactionId' | 'connectorId' | 'evseId' | 'evseConnectorId' | 'idTag'> & {
    version: number
    dated: Date
    suppliedAt: Date
    teamName: string
    chargepointId: string
  }
export const deliveryReply = (d: DeliveryOf): Delivery => ({
  id: `${d.transactionId}-${d.version}`,
  kind: d.version === 1 ? 'Delivery' : 'Correction',
  date: d.dated.toISOString(),
  dateOfSupply: d.suppliedAt.toISOString(),
  transactionId: d.transactionId,
  team_name: d.teamName,
  chargepoint_id: d.chargepointId,
  connectorId: d.connectorId,
  evseId: d.evseId,
  evseConnectorId: d.evseConnectorId,
  idTag: d.idTag,
  ...deliveredOf(d),
})
export const deliverySumsReply = (d: Delivered & { deliveries: number }): DeliverySums => ({
  deliveries: d.deliveries,
  ...deliveredOf(d),
})

type Paid = Omit<PayoutRow, 'team_name' | 'kwh' | 'completedAt'> & {
  teamName: string
  energyWh: number
  completedAt: Date | null
}
/** Paise to rupees, Wh to kWh. */
export const payoutReply = ({
  teamName,
  energyWh,
  completedAt,
  payoutId,
  status,
  sessions,
  ...paise
}: Paid): PayoutRow => ({
  payoutId,
  status,
  sessions,
  team_name: teamName,
  kwh: energyWh / 1000,
  completedAt: completedAt?.toISOString() ?? null,
  ...(Object.fromEntries(Object.entries(paise).map(([name, n]) => [name, rupees(n)])) as typeof paise),
})

type Heads = { taxable: number; cgst: number; sgst: number; igst: number }
const HEADS = ['taxable', 'cgst', 'sgst', 'igst'] as const
const combined = (all: readonly (readonly [sign: 1 | -1, heads: Heads])[]): Heads => {
  const sum = (h: keyof Heads) => all.reduce((n, [sign, heads]) => n + sign * heads[h], 0)
  return { taxable: sum('taxable'), cgst: sum('cgst'), sgst: sum('sgst'), igst: sum('igst') }
}
/** The heads of rows of the register together. */
export const headsOf = (rows: readonly Heads[]): Heads => combined(rows.map(r => [1, r] as const))
const inRupees = (h: Heads): Heads => ({
  taxable: rupees(h.taxable),
  cgst: rupees(h.cgst),
  sgst: rupees(h.sgst),
  igst: rupees(h.igst),
})
type Bridged = { register: Heads; billed: Heads; elsewhere: Heads; fromElsewhere: Heads; ledger: Heads } & {
  /** Of bills that get no document; usually none. */
  deliveries?: Heads
}
/** The steps from the register of a month to the heads of tax that its bills moved in the ledger. From paise to rupees. */
const NOTHING: Heads = { taxable: 0, cgst: 0, sgst: 0, igst: 0 }
export function bridgeOf({ register, billed, elsewhere, fromElsewhere, deliveries = NOTHING, ledger }: Bridged) {
  const steps: [string, Heads][] = [
    ['Sales register', register],
    [
      'Surcharges with the tax inside, and rounding of invoices',
      combined([
        [1, billed],
        [-1, register],
      ]),
    ],
    ['Dated in this month, posted in another', combined([[-1, elsewhere]])],
    ['Posted in this month, dated in another or without document', fromElsewhere],
    // Only where the company has sessions that get no invoice.
    ...(HEADS.some(h => deliveries[h] !== 0)
      ? [['Deliveries without invoice, by own RFID tags', deliveries] as [string, Heads]]
      : []),
  ]
  const reached = combined(steps.map(([, heads]) => [1, heads] as const))
  return {
    bridge: steps.map(([label, heads]) => ({ label, ...inRupees(heads) })),
    ledger: inRupees(ledger),
    isEqual: HEADS.every(h => reached[h] === ledger[h]),
  }
}
