// Refunds as calls carry them (D-REF-1, D-REF-4): refunds of a session with every step, refunds of a payment as the
// provider counts them, and how long refunds take.
import { recordId } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

const int = () => z.number().int()
const orNull = <S extends z.ZodType>(s: S) => s.nullable()

/** One step of a refund: a status and its source. */
export const RefundStep = z
  .object({
    at: z.string(),
    status: z.string(),
    attempt: int(),
    source: z.string(),
    /** The provider's id of this attempt, where the provider named one, and the reason of its failure. */
    providerRefundId: orNull(z.string()),
    failure: orNull(z.string()),
  })
  .meta({ id: 'RefundStep' })
export type RefundStep = z.infer<typeof RefundStep>

/** A refund of a session, in rupees. */
export const SessionRefund = z
  .object({
    refundId: int(),
    /** The provider's id, once it has given one. */
    providerRefundId: orNull(z.string()),
    paymentId: z.string(),
    amount: z.number(),
    status: z.enum(['pending', 'processed', 'failed']),
    cause: z.string(),
    attempt: int(),
    requestedAt: z.string(),
    /** The user who requested the refund by hand. */
    requestedBy: orNull(z.string()),
    processedAt: orNull(z.string()),
    /** When the provider is asked again. */
    nextAt: orNull(z.string()),
    failure: orNull(z.string()),
    /** The bank's reference: RRN, UTR or ARN. */
    reference: orNull(z.string()),
    steps: z.array(RefundStep),
  })
  .meta({ id: 'SessionRefund' })
export type SessionRefund = z.infer<typeof SessionRefund>

/** How long refunds of a way of paying took from the request to the provider's word, of the last 30 days. */
export const RefundTime = z
  .object({ method: z.string(), refunds: int(), medianSeconds: z.number(), slowestSeconds: z.number() })
  .meta({ id: 'RefundTime' })
export type RefundTime = z.infer<typeof RefundTime>

/** As the provider has it: amounts in paise, times in seconds since 1970. */
const PaymentDetails = z
  .object({
    id: z.string(),
    amount: int(),
    currency: z.string(),
    status: z.string(),
    method: orNull(z.string()),
    vpa: orNull(z.string()),
    email: orNull(z.string()),
    contact: orNull(z.string()),
    createdAt: int(),
    capturedAt: orNull(int()),
    description: orNull(z.string()),
  })
  .meta({ id: 'PaymentDetails' })
export const PaymentRefund = z
  .object({
    refundId: z.string(),
    amount: int(),
    status: z.string(),
    acquirerData: z.object({ rrn: orNull(z.string()), utr: orNull(z.string()), arn: orNull(z.string()) }),
    createdAt: int(),
  })
  .meta({ id: 'PaymentRefund' })
export type PaymentRefund = z.infer<typeof PaymentRefund>
const RefundDetails = z
  .object({
    paymentDetails: PaymentDetails,
    refunds: z.array(PaymentRefund),
    refundSummary: z.object({ totalRefunds: int(), totalRefundedAmount: z.number(), lastRefundAt: orNull(int()) }),
    /** The session that was paid by it. */
    transactionId: orNull(int()),
  })
  .meta({ id: 'RefundDetails' })
export type RefundDetails = z.infer<typeof RefundDetails>

/** For finance admins: a reported refund that exceeds its payment was looked into. */
export const closeRefusedRefund = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/refused-refund/{refusedRefundId}',
  can: 'Finance.full',
  summary: 'Close the report of a refund that exceeds its payment',
  params: z.object({ teamId: recordId(), refusedRefundId: recordId() }),
  data: z.object({}),
})

export const getRefundDetails = endpoint({
  method: 'GET',
  path: '/cms/v1/razorpay-transactions/razorpay/refunds/payment/{paymentId}',
  can: ['Transaction.view', 'Refund.view'],
  summary: 'A payment with its refunds; amounts in paise, times in seconds since 1970',
  params: z.object({ paymentId: z.string().max(200) }),
  query: z.object({ teamId: recordId().optional() }),
  data: RefundDetails,
})
