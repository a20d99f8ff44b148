// The money of one session as a line of steps, each with its time and evidence (S-MONEY-LINE). Amounts in paise, in the steps
// rupees.
import { formatRupees, rupeesFromPaise } from '@wattdesk/base/money'
import { monthText } from '@wattdesk/base/time'
import { connectorWords } from '#fleet/stations/evse-words.rules.ts'
import type { MoneyStep } from './money.contract.ts'
import {
  type Facts,
  type InvoiceFact,
  type LedgerMovement,
  ownersPart,
  type PaymentFact,
  type RefundFact,
  type SettlementFact,
} from './money-facts.rules.ts'

const rupees = (paise: number): number => rupeesFromPaise(BigInt(paise))
const kWh = (wh: number): string =>
  `${(wh / 1000).toLocaleString('en-IN', { minimumFractionDigits: 3, maximumFractionDigits: 3 })} kWh`
const posting = (key: string): string => `Posting ${key} of the ledger`

/** In the order of their times; steps of the same instant stay in the order in which money moves. */
export const stepsOf = (facts: Facts): MoneyStep[] =>
  [
    ...paymentSteps(facts.payment),
    ...holdSteps(facts),
    startStep(facts),
    ...meterSteps(facts),
    ...reviewSteps(facts),
    ...billSteps(facts),
    ...backSteps(facts),
    ...facts.refunds.flatMap(r => refundSteps(r, facts.moved)),
    ...facts.invoices.map(invoiceStep),
    ...facts.settlements.map(settlementStep),
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
            at: s.at,
            kind: 'payment',
            title: `Payment ${s.status}`,
            paise: p?.amountPaise ?? 0,
            state: s.status === 'failed' ? 'failed' : s.status === 'created' ? 'waiting' : 'done',
            details: [p?.paymentId ?? null, s.status === 'captured' && p?.rrn ? `RRN ${p.rrn}` : null],
            // The answer to a capture can only say "captured"; any other state was asked for after the capture was
            // refused.
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

/** The message that told a step: of OCPP 1.6, or the event of 2.0.1. */
const told = ({ isByEvents }: Facts, message: string, event: string): string =>
  isByEvents ? `TransactionEvent ${event}` : message

const startStep = (f: Facts): MoneyStep =>
  step({
    at: f.startedAt,
    kind: 'start',
    title: 'Session started',
    details: [`Meter at ${kWh(f.meterStartWh)}`],
    evidence: `${told(f, 'StartTransaction', 'Started')} of ${f.chargepointId}, ${connectorWords(f)}, tag ${f.idTag}`,
  })

function meterSteps(f: Facts): MoneyStep[] {
  if (f.stoppedAt)
    return [
      step({
        at: f.stoppedAt,
        kind: 'stop',
        title: 'Session stopped',
        details: [
          f.meterStopWh !== null && `Meter at ${kWh(f.meterStopWh)}: ${kWh(f.meterStopWh - f.meterStartWh)} delivered`,
          f.stopReason && `Reason: ${f.stopReason}`,
        ],
        evidence: `${told(f, 'StopTransaction', 'Ended')} of ${f.chargepointId}`,
      }),
    ]
  if (!f.meteredAt) return []
  return [
    step({
      at: f.meteredAt,
      kind: 'meter',
      title: 'Cost so far',
      state: 'waiting',
      paise: f.chargedPaise,
      details: [`Meter at ${kWh(f.currentWh)}: ${kWh(f.currentWh - f.meterStartWh)} delivered`],
      evidence: `${told(f, 'MeterValues', 'Updated')} of ${f.chargepointId}`,
    }),
  ]
}

const reviewSteps = ({ reviews }: Facts): MoneyStep[] =>
  reviews.flatMap(r => [
    step({
      at: r.createdAt,
      kind: 'review',
      title: 'Waits for a decision',
      state: r.decidedAt ? 'done' : 'waiting',
      details: [r.reason],
      evidence: 'Sessions to review',
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

/** The part of a bill that the driver had back before: taken from the owner, or returned to the owner by a lower bill. */
function refundedBefore(moved: readonly LedgerMovement[], version: number): string | false {
  const ofOwner = ownersPart(moved.filter(m => new RegExp(`^bill:\\d+:${version}:refunded before$`).test(m.key)))
  if (ofOwner === 0) return false
  const paise = formatRupees(BigInt(Math.abs(ofOwner)))
  return ofOwner < 0 ? `${paise} of it had gone back before: taken from the owner` : `${paise} back to the owner`
}
const billSteps = ({ bills, moved }: Facts): MoneyStep[] =>
  bills.map(b =>
    step({
      at: b.billedAt,
      kind: 'bill',
      title: b.version === 1 ? 'Billed' : `Bill corrected, version ${b.version}`,
      paise: b.totalPaise,
      details: [
        ...b.lines.map(l => `${l.label} ${formatRupees(BigInt(l.amountPaise))}`),
        b.taxPaise !== 0 && `Tax ${formatRupees(BigInt(b.taxPaise))}`,
        b.surchargePaise !== 0 && `Gateway charge ${formatRupees(BigInt(b.surchargePaise))}`,
        refundedBefore(moved, b.version),
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
/**
 * The steps of a refund: each status of each attempt once. The part that neither session nor payment could cover is
 * shown as given by the owner.
 */
function refundSteps(r: RefundFact, moved: readonly LedgerMovement[]): MoneyStep[] {
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
        at: s.at,
        kind: 'refund',
        title: refundTitle(r, s),
        paise: r.amountPaise,
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
const INVOICES = { invoice: 'Invoice', 'credit note': 'Credit note', 'debit note': 'Debit note' } as const
const invoiceStep = (i: InvoiceFact): MoneyStep =>
  step({
    at: i.madeAt,
    kind: 'invoice',
    title: `${INVOICES[i.kind]} ${i.number}`,
    paise: i.totalPaise,
    details: [i.ofNumber && `Corrects invoice ${i.ofNumber}`],
    evidence: `Number ${i.number}, bill version ${i.version}`,
  })

const settlementStep = (s: SettlementFact): MoneyStep =>
  step({
    at: s.madeAt,
    kind: 'settlement',
    title: `In the payout of ${monthText(s.month)}`,
    paise: s.netPaise,
    state: s.isCompleted ? 'done' : 'waiting',
    details: [
      s.payoutId,
      s.isCompleted ? 'Payout Completed' : 'Payout Pending',
      s.priorVersion !== null && `The difference of bill version ${s.version} to version ${s.priorVersion}`,
    ],
    evidence: `Line of payout ${s.payoutId}, bill version ${s.version}`,
  })
