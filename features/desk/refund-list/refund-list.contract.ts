// The refund list, one session of it, and the refund by hand (D-REF-3, D-REF-6, D-TXN-9). Amounts in rupees.
import { recordId } from '@wattdesk/base/fields'
import type { FilterFields } from '@wattdesk/base/filters'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { PaymentType, TransactionDetail, transactionRecord } from '#desk/transactions/transaction.contract.ts'
import { shownEvse } from '#fleet/stations/evse.contract.ts'
import { RefundTime, SessionRefund } from '#money/refunds/refund.contract.ts'
import { RefundBody } from './refund-body.contract.ts'

const int = () => z.number().int()

/** A session of the refund list. */
export const RefundRow = z
  .object({
    /** The transactionId as text (D-TXN-9). */
    transactionNumber: z.string(),
    transactionId: int(),
    customerEmail: z.string().nullable(),
    companyName: z.string(),
    amountCharged: z.number(),
    totalPaid: z.number(),
    totalRefund: z.number(),
    startDate: z.string(),
    endDate: z.string().nullable(),
    refundStatus: z.string().nullable(),
    tag: z.string(),
    paymentId: z.string().nullable(),
    payment_type: PaymentType,
    team_name: z.string(),
    chargepoint_id: z.string(),
    connectorId: int(),
    ...shownEvse,
    /** The session waits for a decision and is not billed yet. */
    inReview: z.boolean(),
    /** Rupees that a refund by hand would give back; null where there can be none, `refusal` says why. */
    refundable: z.number().nullable(),
    refusal: z.string().nullable(),
    /** The bank's number of the last refund, the reason of its failure, and the time of its next attempt. */
    reference: z.string().nullable(),
    failure: z.string().nullable(),
    attempt: int().nullable(),
    nextAt: z.string().nullable(),
  })
  .meta({ id: 'RefundRow' })
export type RefundRow = z.infer<typeof RefundRow>

/** Processed: of the last 30 days. Pending and failed: all that are on their way, or wait for a person or the next attempt. */
export const RefundSummary = z
  .object({
    refunded: z.number(),
    processed: int(),
    pending: int(),
    pendingAmount: z.number(),
    failed: int(),
    failedAmount: z.number(),
    times: z.array(RefundTime),
  })
  .meta({ id: 'RefundSummary' })
export type RefundSummary = z.infer<typeof RefundSummary>

export const refundFilterFields = {
  transactionId: 'text',
  paymentId: 'text',
  customerEmail: 'text',
  chargepoint_id: 'text',
  payment_type: 'text',
  amountCharged: 'number',
  totalPaid: 'number',
  totalRefund: 'number',
  startDate: 'date',
  endDate: 'date',
} as const satisfies FilterFields
export const refundSortFields = [
  'startDate',
  'endDate',
  'transactionId',
  'chargepoint_id',
  'amountCharged',
  'totalPaid',
  'totalRefund',
] as const

export const RefundListQuery = listQuery(refundSortFields, refundFilterFields).extend({
  teamId: recordId().optional(),
  /** Only sessions whose last refund is in this state. */
  status: z.enum(['pending', 'processed', 'failed']).optional(),
  /** As for transactions: `fast` stops counting at 10 000, `only` returns the exact number without rows. */
  total: z.enum(['exact', 'fast', 'only']).optional(),
})

export const listRefunds = endpoint({
  method: 'GET',
  path: '/cms/v1/refund',
  aliases: ['/cms/v1/team/{teamId}/refund'],
  can: 'Refund.view',
  summary: 'Sessions paid by card, UPI or wallet, newest first, with what goes back',
  offers: { sorts: refundSortFields, filters: refundFilterFields, key: 'transactionId' },
  query: RefundListQuery,
  data: z.array(RefundRow),
  beside: { ...pageFields, totalIsExact: z.boolean(), summary: RefundSummary },
})

/** The refund row plus the transaction (D-TXN-9). */
export const RefundDetail = TransactionDetail.extend({ ...RefundRow.shape, refunds: z.array(SessionRefund) }).meta({
  id: 'RefundDetail',
})
export type RefundDetail = z.infer<typeof RefundDetail>

export const getRefund = endpoint({
  method: 'GET',
  path: '/cms/v1/refund/{id}',
  can: 'Refund.view',
  record: transactionRecord,
  summary: 'A session with its refunds; {id} is the transactionId',
  params: z.object({ id: recordId() }),
  data: RefundDetail,
})

export const refundSessions = endpoint({
  method: 'POST',
  path: '/cms/v1/refund',
  aliases: ['/cms/v1/team/{teamId}/refund'],
  // Read-only users may not refund (D-ACC-4); the right to see the sessions is needed too.
  can: ['Refund.create', 'Refund.update'],
  byRecord: true,
  asksAgain: true,
  summary: 'Give back what is left of sessions begun within 24 hours',
  query: z.object({ teamId: recordId().optional() }),
  body: RefundBody,
  data: z.array(z.object({ transactionId: int(), refundStatus: z.string().nullable(), message: z.string() })),
})
