// The money of one session as a line of steps and as a sum (S-MONEY-LINE): what the provider or the wallet gave, against the
// bill, the refunds and what the ledger still holds. Each side comes from a record of its own, so that they can disagree.
// Amounts in paise, in the steps rupees.

import { formatRupees, rupeesFromPaise } from '@wattdesk/base/money'
import { monthText } from '@wattdesk/base/time'
import type { MoneyPart, MoneyStep, SessionMoney } from './money.contract.ts'

export type PaymentFact = {
  paymentId: string
  amountPaise: number
  status: string
  method: string | null
  rrn: string | null
  /** What the ledger has of it that no session and no refund has taken. */
  waitingPaise: number
  steps: { at: Date; status: string; source: string }[]
}
/** A line of the ledger: `paise` as it moved the account, above 0 where it grew. */
export type Moved = { key: string; kind: string; at: Date; note: string; account: string; paise: number }
export type RefundFact = {
  refundId: number
  providerRefundId: string | null
  amountPaise: number
  status: 'pending' | 'processed' | 'failed'
  cause: string
  reference: string | null
  failure: string | null
  /** `id`: the provider's of that attempt, `failure`: why that attempt failed. */
  steps: { at: Date; status: string; attempt: number; source: string; id: string | null; failure: string | null }[]
}
export type BillFact = {
  version: number
  billedAt: Date
  lines: { label: string; kind: string; amountPaise: number }[]
  taxPaise: number
  surchargePaise: number
  totalPaise: number
}
/** Its invoice, and the notes that correct it. */
export type InvoiceFact = {
  kind: 'invoice' | 'credit note' | 'debit note'
  number: string
  madeAt: Date
  totalPaise: number
  version: number
  /** Of a note: the number of its invoice. */
  ofNumber: string | null
}
/** The session in a payout: its first bill, or the difference that a later version makes. */
export type SettlementFact = {
  payoutId: string
  /** yyyy-MM of the month. */
  month: string
  madeAt: Date
  isCompleted: boolean
  version: number
  priorVersion: number | null
  /** What the bill counts there, before charges: the sum of its lines. */
  netPaise: number
}
export type Facts = {
  paymentType: 'CARD' | 'UPI' | 'WALLET' | 'PREPAID' | 'RFID'
  chargepointId: string
  connectorId: number
  idTag: string
  startedAt: Date
  startReceivedAt: Date
  stoppedAt: Date | null
  stopReason: string | null
  meterStartWh: number
  meterStopWh: number | null
  meteredAt: Date | null
  currentWh: number
  chargedPaise: number
  inReview: boolean
  isDismissed: boolean
  paidPaise: number
  /** By the session's own row. */
  refundedPaise: number
  /** What the ledger keeps for it now. */
  heldPaise: number
  payment: PaymentFact | null
  moved: Moved[]
  bills: BillFact[]
  refunds: RefundFact[]
  invoices: InvoiceFact[]
  settlements: SettlementFact[]
  reviews: { reason: string; createdAt: Date; decidedAt: Date | null; decidedBy: string | null }[]
}

const rupees = (paise: number): number => rupeesFromPaise(BigInt(paise))
const kWh = (wh: number): string =>
  `${(wh / 1000).toLocaleString('en-IN', { minimumFractionDigits: 3, maximumFractionDigits: 3 })} kWh`
const posting = (key: string): string => `Posting ${key} of the ledger`

/** In the order of their times; what happened at the same instant stays in the order in which money moves. */
export const stepsOf = (f: Facts): MoneyStep[] =>
  [
    ...paymentSteps(f.payment),
    ...holdSteps(f),
    startStep(f),
    ...meterSteps(f),
    ...reviewSteps(f),
    ...billSteps(f),
    ...backSteps(f),
    ...f.refunds.flatMap(r => refundSteps(r, f.moved)),
    ...f.invoices.map(invoiceStep),
    ...f.settlements.map(settlementStep),
  ]
    .map((step, n) => ({ step, n }))
    .sort((a, b) => Date.parse(a.step.at) - Date.parse(b.step.at) || a.n - b.n)
    .map(x => x.step)

type Step = Omit<MoneyStep, 'at' | 'state' | 'amount' | 'details'> & {
  at: Date
  state?: MoneyStep['state']
  paise?: number
  details?: readonly (string | null | false)[]
}
const step = ({ at, paise, state = 'done', details = [], ...s }: Step): MoneyStep => ({
  ...s,
  at: at.toISOString(),
  state,
  amount: paise === undefined ? null : rupees(paise),
  details: details.filter(d => typeof d === 'string'),
})

const SOURCES: Readonly<Record<string, string>> = {
  webhook: 'Event of the provider',
  poll: 'Asked of the provider',
  checkout: 'Signed answer of the checkout',
  capture: 'Answer of the provider to the capture',
  reconciliation: 'List of the provider, compared',
  call: 'Answer of the provider to the call',
  request: 'Asked for by the product',
  'by hand': 'Asked for by a person',
  job: 'Tried again by the product',
}
const sourceText = (source: string): string => SOURCES[source] ?? source

const paymentSteps = (p: PaymentFact | null): MoneyStep[] =>
  (p?.steps ?? []).flatMap((s, i, all) =>
    // Later news of the same state, as a fee, moves nothing.
    i > 0 && all[i - 1]?.status === s.status
      ? []
      : [
          step({
            ...{ at: s.at, kind: 'payment', title: `Payment ${s.status}`, paise: p?.amountPaise ?? 0 },
            state: s.status === 'failed' ? 'failed' : s.status === 'created' ? 'waiting' : 'done',
            details: [p?.paymentId ?? null, s.status === 'captured' && p?.rrn ? `RRN ${p.rrn}` : null],
            // An answer to the capture can say nothing but that; what it was refused for was asked for then.
            evidence: sourceText(s.source === 'capture' && s.status !== 'captured' ? 'poll' : s.source),
          }),
        ],
  )

const holdSteps = ({ moved }: Facts): MoneyStep[] =>
  moved
    .filter(m => m.kind === 'hold' && m.account === 'hold')
    .map(m =>
      step({ at: m.at, kind: 'hold', title: 'Kept back for the session', paise: m.paise, evidence: posting(m.key) }),
    )

const startStep = (f: Facts): MoneyStep =>
  step({
    ...{ at: f.startedAt, kind: 'start', title: 'Session started' },
    details: [`Meter at ${kWh(f.meterStartWh)}`],
    evidence: `StartTransaction of ${f.chargepointId}, connector ${f.connectorId}, tag ${f.idTag}`,
  })

function meterSteps(f: Facts): MoneyStep[] {
  if (f.stoppedAt)
    return [
      step({
        ...{ at: f.stoppedAt, kind: 'stop', title: 'Session stopped' },
        details: [
          f.meterStopWh !== null && `Meter at ${kWh(f.meterStopWh)}: ${kWh(f.meterStopWh - f.meterStartWh)} delivered`,
          f.stopReason && `Reason: ${f.stopReason}`,
        ],
        evidence: `StopTransaction of ${f.chargepointId}`,
      }),
    ]
  if (!f.meteredAt) return []
  return [
    step({
      ...{ at: f.meteredAt, kind: 'meter', title: 'Cost so far', state: 'waiting', paise: f.chargedPaise },
      details: [`Meter at ${kWh(f.currentWh)}: ${kWh(f.currentWh - f.meterStartWh)} delivered`],
      evidence: `MeterValues of ${f.chargepointId}`,
    }),
  ]
}

const reviewSteps = ({ reviews }: Facts): MoneyStep[] =>
  reviews.flatMap(r => [
    step({
      ...{ at: r.createdAt, kind: 'review', title: 'Waits for a decision' },
      ...{ state: r.decidedAt ? 'done' : 'waiting', details: [r.reason], evidence: 'Sessions to review' },
    }),
    ...(r.decidedAt
      ? [
          step({
            at: r.decidedAt,
            kind: 'review',
            title: 'Decided',
            evidence: r.decidedBy ? `By ${r.decidedBy}` : 'By the product, after 48 hours',
          }),
        ]
      : []),
  ])

const billSteps = ({ bills }: Facts): MoneyStep[] =>
  bills.map(b =>
    step({
      ...{ at: b.billedAt, kind: 'bill', title: b.version === 1 ? 'Billed' : `Bill corrected, version ${b.version}` },
      paise: b.totalPaise,
      details: [
        ...b.lines.map(l => `${l.label} ${formatRupees(BigInt(l.amountPaise))}`),
        b.taxPaise !== 0 && `Tax ${formatRupees(BigInt(b.taxPaise))}`,
        b.surchargePaise !== 0 && `Gateway charge ${formatRupees(BigInt(b.surchargePaise))}`,
      ],
      evidence: `Bill version ${b.version}`,
    }),
  )

const PURSES: Readonly<Record<string, string>> = {
  wallet: 'Back to the wallet',
  card: 'Back to the prepaid card',
  smallRests: 'Below 1 rupee, which no provider gives back',
}
const backSteps = ({ moved }: Facts): MoneyStep[] =>
  moved
    .filter(m => m.kind !== 'hold' && m.paise > 0 && Object.hasOwn(PURSES, m.account))
    .map(m =>
      step({ at: m.at, kind: 'wallet', title: PURSES[m.account] ?? '', paise: m.paise, evidence: posting(m.key) }),
    )

const atDesk = 'Refund made at the provider’s own desk'
function refundTitle(r: RefundFact, s: RefundFact['steps'][number]): string {
  if (s.status === 'processed') return 'Refund processed by the provider'
  if (s.status === 'failed') return 'Refund failed'
  if (r.cause === 'elsewhere') return atDesk
  return s.attempt === 1 ? 'Refund asked for' : `Refund tried again, attempt ${s.attempt}`
}
/** Each attempt once by what became of it. What session and payment no longer had of a refund, its owner has given. */
function refundSteps(r: RefundFact, moved: readonly Moved[]): MoneyStep[] {
  const seen = new Set<string>()
  const isLastFailure = (s: RefundFact['steps'][number]) =>
    s.attempt === r.steps.at(-1)?.attempt && r.status === 'failed'
  const ofOwner = -ownersPart(moved.filter(m => m.key === `refund:${r.refundId}:processed`))
  return r.steps.flatMap(s => {
    const name = `${s.attempt} ${s.status}`
    if (seen.has(name)) return []
    seen.add(name)
    return [
      step({
        ...{ at: s.at, kind: 'refund', title: refundTitle(r, s), paise: r.amountPaise },
        state: s.status === 'failed' ? 'failed' : s.status === 'pending' && r.status === 'pending' ? 'waiting' : 'done',
        details: [
          s.status !== 'pending' && (s.id ?? (s.status === 'processed' ? r.providerRefundId : null)),
          s.status === 'processed' &&
            (r.reference ? `Reference ${r.reference}` : 'The bank has not named its reference yet'),
          s.status === 'processed' && ofOwner > 0 && `${formatRupees(BigInt(ofOwner))} of it taken from the owner`,
          s.status === 'failed' && (s.failure ?? (isLastFailure(s) ? r.failure : null)),
        ],
        evidence: sourceText(s.source),
      }),
    ]
  })
}
/** What refunds have moved of the owner's account: below 0 what was taken from it. */
const ownersPart = (moved: readonly Moved[]): number =>
  moved.reduce((n, m) => (m.kind === 'refunded' && m.account === 'owner' ? n + m.paise : n), 0)

const INVOICES = { invoice: 'Invoice', 'credit note': 'Credit note', 'debit note': 'Debit note' } as const
const invoiceStep = (i: InvoiceFact): MoneyStep =>
  step({
    ...{ at: i.madeAt, kind: 'invoice', title: `${INVOICES[i.kind]} ${i.number}`, paise: i.totalPaise },
    details: [i.ofNumber && `Corrects invoice ${i.ofNumber}`],
    evidence: `Number ${i.number}, bill version ${i.version}`,
  })

const settlementStep = (s: SettlementFact): MoneyStep =>
  step({
    ...{ at: s.madeAt, kind: 'settlement', title: `In the payout of ${monthText(s.month)}`, paise: s.netPaise },
    state: s.isCompleted ? 'done' : 'waiting',
    details: [
      s.payoutId,
      s.isCompleted ? 'Payout Completed' : 'Payout Pending',
      s.priorVersion !== null && `The difference of bill version ${s.version} to version ${s.priorVersion}`,
    ],
    evidence: `Line of payout ${s.payoutId}, bill version ${s.version}`,
  })
const ENERGY: readonly string[] = ['energy', 'time']
const NOT_CHARGED = 'notCharged'
/** What was paid against where it went. RFID: what the operator takes himself, outside. */
export function sumOf(f: Facts): SessionMoney['sum'] {
  const bill = f.bills.at(-1)
  const isRunning = f.stoppedAt === null
  const of = (is: (kind: string) => boolean) =>
    bill?.lines.reduce((n, l) => (is(l.kind) ? n + l.amountPaise : n), 0) ?? 0
  const energy = isRunning ? 0 : of(kind => ENERGY.includes(kind))
  const back = (account: string) =>
    f.moved.reduce((n, m) => (m.kind !== 'hold' && m.account === account ? n + m.paise : n), 0)
  const refunds = (is: RefundFact['status']) => f.refunds.reduce((n, r) => (r.status === is ? n + r.amountPaise : n), 0)
  const parts: [label: string, paise: number, always?: boolean][] = [
    ['Energy', energy, true],
    ['Fees', of(kind => !ENERGY.includes(kind) && kind !== NOT_CHARGED), true],
    ['Above what was paid, not charged', of(kind => kind === NOT_CHARGED)],
    ['Tax', bill?.taxPaise ?? 0, true],
    ['Gateway charge', bill?.surchargePaise ?? 0],
    ['Refunded', f.refunds.length > 0 ? refunds('processed') : f.refundedPaise, isByProvider(f)],
    ['Refund on its way', refunds('pending')],
    // What was charged and given back at the provider's own desk all the same.
    ['Taken from the owner for it', ownersPart(f.moved)],
    ['Back to the wallet', back('wallet')],
    ['Back to the prepaid card', back('card')],
    ['Below 1 rupee, which no provider gives back', back('smallRests')],
    // What a refund that failed gave back to it is in it too.
    ['Still with the payment', isByProvider(f) ? (f.payment?.waitingPaise ?? 0) : 0],
    [isRunning ? 'Kept back while it runs' : 'Still kept for the session', f.heldPaise],
  ]
  const paid = paidPaise(f)
  const shown: MoneyPart[] = parts.flatMap(([label, p, always]) =>
    always || p !== 0 ? [{ label, amount: rupees(p) }] : [],
  )
  return {
    label: f.paymentType === 'RFID' ? 'Billed by the operator himself' : 'Paid',
    ...{ paid: rupees(paid), parts: shown, isFinal: !isRunning && !f.inReview },
    difference: rupees(paid - parts.reduce((n, [, p]) => n + p, 0)),
  }
}

const isByProvider = (f: Pick<Facts, 'paymentType'>): boolean => f.paymentType === 'CARD' || f.paymentType === 'UPI'
/** By the record of whoever gave the money: the provider's payment, else what the ledger took for the session. */
function paidPaise(f: Facts): number {
  const taken = f.moved.reduce((n, m) => (m.kind === 'hold' && m.account === 'hold' ? n + m.paise : n), 0)
  if (isByProvider(f)) return f.payment ? f.payment.amountPaise : f.paidPaise
  if (f.paymentType === 'RFID') return f.moved.reduce((n, m) => (m.account === 'receivable' ? n + m.paise : n), 0)
  // Sessions from before balances were kept back paid their bill.
  return taken > 0 ? taken : f.paidPaise
}
