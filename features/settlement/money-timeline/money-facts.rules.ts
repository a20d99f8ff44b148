// The facts about the money of one session, from the records of each side. Amounts in paise.

export type PaymentFact = {
  paymentId: string
  amountPaise: number
  status: string
  method: string | null
  rrn: string | null
  /** The part of the payment in the ledger that no session and no refund has taken. */
  waitingPaise: number
  steps: { at: Date; status: string; source: string }[]
}
/** A line of the ledger: `paise` as it moved the account, above 0 where it grew. */
export type LedgerMovement = { key: string; kind: string; at: Date; note: string; account: string; paise: number }
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
type BillFact = {
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
  /** For a note: the number of the invoice that it corrects. */
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
  /** The bill's net amount before charges in the settlement: the sum of its lines. */
  netPaise: number
}
export type Facts = {
  paymentType: 'CARD' | 'UPI' | 'WALLET' | 'PREPAID' | 'RFID'
  chargepointId: string
  connectorId: number
  evseId: number | null
  evseConnectorId: number | null
  /** The session was told by events of OCPP 2.0.1, not by the messages of 1.6. */
  isByEvents: boolean
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
  /** The balance that the ledger holds for the session now. */
  heldPaise: number
  payment: PaymentFact | null
  moved: LedgerMovement[]
  bills: BillFact[]
  refunds: RefundFact[]
  invoices: InvoiceFact[]
  settlements: SettlementFact[]
  reviews: { reason: string; createdAt: Date; decidedAt: Date | null; decidedBy: string | null }[]
}

/** Postings of refund money; on an owner's account they are refunds that the owner bears, or gets back (D-REF-2). */
const OF_REFUNDS: readonly string[] = ['refunded', 'refunded before', 'refund failed']
/** By how much refunds have changed the owner's account; below 0 where they took money from it. */
export const ownersPart = (moved: readonly LedgerMovement[]): number =>
  moved.reduce((n, m) => (OF_REFUNDS.includes(m.kind) && m.account === 'owner' ? n + m.paise : n), 0)
