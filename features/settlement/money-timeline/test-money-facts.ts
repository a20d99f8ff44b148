// Shared by tests of the money of a session: a finished session paid by UPI, whose rest went back.
import type { Facts, LedgerMovement } from './money-facts.rules.ts'

/** Monday 2 March 2026 at 12:00 UTC, and so many minutes on. */
export const minute = (minutes: number): Date => new Date(Date.UTC(2026, 2, 2, 12, minutes))
export const moved = (
  kind: string,
  account: string,
  paise: number,
  more: Partial<LedgerMovement> = {},
): LedgerMovement => ({
  key: `${kind}:1`,
  kind,
  at: minute(30),
  note: '',
  account,
  paise,
  ...more,
})

/** 500.00 paid, 241.57 billed, 258.43 refunded. */
export const settled: Facts = {
  paymentType: 'UPI',
  chargepointId: 'CP-1',
  connectorId: 1,
  evseId: null,
  evseConnectorId: null,
  isByEvents: false,
  idTag: 'CARD',
  startedAt: minute(0),
  startReceivedAt: minute(0),
  stoppedAt: minute(30),
  stopReason: 'Local',
  meterStartWh: 1000,
  meterStopWh: 11_000,
  meteredAt: minute(29),
  currentWh: 11_000,
  chargedPaise: 24_157,
  inReview: false,
  isDismissed: false,
  paidPaise: 50_000,
  refundedPaise: 25_843,
  heldPaise: 0,
  payment: {
    paymentId: 'pay_1',
    amountPaise: 50_000,
    status: 'captured',
    method: 'upi',
    rrn: '523456789012',
    waitingPaise: 0,
    steps: [
      { at: minute(-2), status: 'created', source: 'request' },
      { at: minute(-1), status: 'captured', source: 'webhook' },
    ],
  },
  moved: [moved('hold', 'hold', 50_000, { at: minute(0), key: 'hold:7' })],
  bills: [
    {
      version: 1,
      billedAt: minute(30),
      lines: [
        { label: 'Energy', kind: 'energy', amountPaise: 18_000 },
        { label: 'Start fee', kind: 'fixedFeeStarting', amountPaise: 2000 },
      ],
      taxPaise: 3600,
      surchargePaise: 557,
      totalPaise: 24_157,
    },
  ],
  refunds: [
    {
      refundId: 5,
      providerRefundId: 'rfnd_1',
      amountPaise: 25_843,
      status: 'processed',
      cause: 'rest',
      reference: '999',
      failure: null,
      steps: [
        { at: minute(31), status: 'pending', attempt: 1, source: 'request', id: null, failure: null },
        { at: minute(32), status: 'processed', attempt: 1, source: 'webhook', id: 'rfnd_1', failure: null },
      ],
    },
  ],
  invoices: [],
  settlements: [],
  reviews: [],
}
