// Refunds one by one, of sessions and of payments without a session, and the payment of the latter with the refund by hand
// (D-REF-2, D-REF-6). Amounts in rupees.
import { recordId } from '@wattdesk/base/fields'
import type { FilterFields } from '@wattdesk/base/filters'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { shownEvse } from '#fleet/stations/evse.contract.ts'
import { SessionRefund } from '#money/refunds/refund.contract.ts'

const int = () => z.number().int()
const REFUND_STATES = ['pending', 'processed', 'failed'] as const

/** Whether a refund by hand is possible. `refundable`: rupees it would give back; null where `refusal` says why not. */
const ByHand = { refundable: z.number().nullable(), refusal: z.string().nullable() }

export const RefundRequestRow = z
  .object({
    refundId: int(),
    status: z.enum(REFUND_STATES),
    amount: z.number(),
    cause: z.string(),
    paymentId: z.string(),
    /** null: no session began with the payment. */
    transactionId: int().nullable(),
    tag: z.string().nullable(),
    customerEmail: z.string().nullable(),
    chargepoint_id: z.string().nullable(),
    team_name: z.string(),
    companyName: z.string(),
    requestedAt: z.string(),
    attempt: int(),
    nextAt: z.string().nullable(),
    failure: z.string().nullable(),
    reference: z.string().nullable(),
    ...ByHand,
  })
  .meta({ id: 'RefundRequestRow' })
export type RefundRequestRow = z.infer<typeof RefundRequestRow>

export const refundRequestSorts = ['requestedAt', 'amount'] as const
export const refundRequestFilters = {
  refundId: 'text',
  paymentId: 'text',
  transactionId: 'text',
  customerEmail: 'text',
  chargepoint_id: 'text',
  failure: 'text',
  amount: 'number',
  requestedAt: 'date',
} as const satisfies FilterFields

export const listRefundRequests = endpoint({
  method: 'GET',
  path: '/cms/v1/refund-requests',
  can: 'Refund.view',
  summary: 'Refunds of the last 30 days and all that are on their way or have failed, newest first',
  offers: { sorts: refundRequestSorts, filters: refundRequestFilters, key: 'refundId' },
  query: listQuery(refundRequestSorts, refundRequestFilters).extend({
    teamId: recordId().optional(),
    /** `failed`: waits for a person or the next attempt. */
    status: z.enum(REFUND_STATES).optional(),
  }),
  data: z.array(RefundRequestRow),
  beside: pageFields,
})

/** A payment with its refunds and every step of them. */
export const PaymentRefundDetail = z
  .object({
    paymentId: z.string(),
    amount: z.number(),
    currency: z.string(),
    status: z.string(),
    method: z.string().nullable(),
    vpa: z.string().nullable(),
    customerEmail: z.string().nullable(),
    contact: z.string().nullable(),
    chargepoint_id: z.string().nullable(),
    connectorId: int().nullable(),
    ...shownEvse,
    team_name: z.string(),
    companyName: z.string(),
    createdAt: z.string(),
    capturedAt: z.string().nullable(),
    transactionId: int().nullable(),
    refunds: z.array(SessionRefund),
    ...ByHand,
  })
  .meta({ id: 'PaymentRefundDetail' })
export type PaymentRefundDetail = z.infer<typeof PaymentRefundDetail>

const OfPayment = z.object({ paymentId: z.string().max(200) })
export const getPaymentRefund = endpoint({
  method: 'GET',
  path: '/cms/v1/refund/payment/{paymentId}',
  can: 'Refund.view',
  summary: 'A payment with its refunds and their steps',
  params: OfPayment,
  data: PaymentRefundDetail,
})

export const refundPayment = endpoint({
  method: 'POST',
  path: '/cms/v1/refund/payment/{paymentId}',
  // Read-only users may not (D-ACC-4).
  can: ['Refund.create', 'Refund.update'],
  byRecord: true,
  asksAgain: true,
  summary: 'Try the failed refund of a payment without a session again',
  params: OfPayment,
  data: z.object({ paymentId: z.string(), refundStatus: z.string().nullable() }),
})
