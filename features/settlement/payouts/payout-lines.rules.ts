// The way from the money of a month to its payout, line by line, for every document that shows it (D-PO-8): the settlement
// paper, the summary invoice and the card of a month. Amounts in rupees, below 0 where a line is taken off; the lines of a
// document add up to its payout. Pure.
import { paiseFromRupees, rupeesFromPaise } from '@wattdesk/base/money'

export type PayoutLine = { label: string; amount: number }

/** Lines that follow the commission, in every document. */
type TakenOff = {
  deductedGST: number
  collectedByOperator: number
  /** K; `refundsBorne` is the part of it that is refunds. */
  creditsGiven: number
  refundsBorne: number
  carriedIn: number
  carriedOut: number
  /** Taxes that are taken at source. */
  tcs?: number
  tds?: number
}
const minus = (amount: number): number => (amount === 0 ? 0 : -amount)
const difference = (a: number, b: number): number => rupeesFromPaise(paiseFromRupees(a) - paiseFromRupees(b))

export const LABELS = {
  deductedGST: 'GST on commission',
  collectedByOperator: 'Already with the operator',
  creditsGiven: 'Credits given by hand',
  refundsBorne: 'Refunds beyond what was left',
  tcs: 'Tax collected at source (TCS)',
  tds: 'Tax deducted at source (TDS)',
  carriedIn: 'Carried in',
  carriedOut: 'Carried into the next month',
} as const

const takenOff = (t: TakenOff): PayoutLine[] => [
  { label: LABELS.deductedGST, amount: minus(t.deductedGST) },
  ...[
    { label: LABELS.tcs, amount: minus(t.tcs ?? 0) },
    { label: LABELS.tds, amount: minus(t.tds ?? 0) },
  ].filter(l => l.amount !== 0),
  { label: LABELS.collectedByOperator, amount: minus(t.collectedByOperator) },
  { label: LABELS.creditsGiven, amount: minus(difference(t.creditsGiven, t.refundsBorne)) },
  { label: LABELS.refundsBorne, amount: minus(t.refundsBorne) },
  { label: LABELS.carriedIn, amount: t.carriedIn },
  // Below zero nothing is paid: the missing amount begins the next month.
  { label: LABELS.carriedOut, amount: minus(t.carriedOut) },
]

export type Settled = TakenOff & {
  netAmount: number
  CPO_GST: number
  deductedGatewayFee: number
  amikComission: number
}
/** The lines from the net amount on, as on the settlement paper; lines of 0 are included. */
export const settlementLines = (s: Settled): PayoutLine[] => [
  { label: 'Net amount', amount: s.netAmount },
  { label: 'GST passed on', amount: s.CPO_GST },
  { label: 'Payment gateway fee', amount: minus(s.deductedGatewayFee) },
  { label: 'Commission taken', amount: minus(s.amikComission) },
  ...takenOff(s),
]

export type MonthSummary = TakenOff & {
  totalCollectionWithoutPGC: number
  /** GST of the bills that is withheld for the government, where the first payout account has no GST number. */
  keptGST: number
  totalAmikServiceCharges: number
}
/** From the collection, as the card and the invoice of a month have it; lines of 0 are left out but for the first and the charges. */
export const summaryLines = (s: MonthSummary): PayoutLine[] => [
  { label: 'Collection without payment gateway charges', amount: s.totalCollectionWithoutPGC },
  ...[{ label: 'GST kept for the government', amount: minus(s.keptGST) }].filter(l => l.amount !== 0),
  { label: 'Service Charges', amount: minus(s.totalAmikServiceCharges) },
  ...takenOff(s).filter(l => l.amount !== 0),
]
