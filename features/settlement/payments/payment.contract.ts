// The payments by card and UPI of a team, as the provider reported them (D-PAY-1 to D-PAY-3): amounts in paise, times
// in seconds since 1970.
import { recordId } from '@wattdesk/base/fields'
import type { FilterFields } from '@wattdesk/base/filters'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { shownEvse } from '#fleet/stations/evse.contract.ts'
import { DATE_RANGES } from './payment.words.ts'

const int = () => z.number().int()

export const Payment = z
  .object({
    id: z.string(),
    amount: int(),
    currency: z.string(),
    status: z.string(),
    refund_status: z.enum(['partial', 'full']).nullable(),
    amount_refunded: int(),
    method: z.string().nullable(),
    vpa: z.string().nullable(),
    email: z.string().nullable(),
    contact: z.string().nullable(),
    description: z.string().nullable(),
    /** The charger and connector of the payment, from its own notes, else from its order. */
    notes: z.object({ chargerId: z.string().nullable(), connectorId: z.string().nullable() }),
    ...shownEvse,
    created_at: int(),
    error_description: z.string().nullable(),
    /** The session that was paid for; null where none began. */
    transactionId: int().nullable(),
    stoptime: z.string().nullable(),
    /** That session waits for a decision, and is not billed yet. */
    inReview: z.boolean(),
    /** A refund that is on its way, or that could not be made. */
    refund_open: z.enum(['pending', 'failed']).nullable(),
    team_name: z.string(),
  })
  .meta({ id: 'Payment' })
export type Payment = z.infer<typeof Payment>

/** The cards of the tab; amounts in paise. */
export const PaymentSummary = z.object({
  totalTransactions: int(),
  totalRefunded: int(),
  totalFailed: int(),
  // Sums may pass the largest whole number that JSON carries exactly; the cards round them anyway.
  totalCapturedAmount: z.number(),
  totalRefundedAmount: z.number(),
})
export type PaymentSummary = z.infer<typeof PaymentSummary>

const paymentSortFields = ['created_at', 'id', 'amount', 'amount_refunded', 'status', 'method'] as const
const paymentFilterFields = {
  id: 'text',
  status: 'text',
  refund_status: 'text',
  method: 'text',
  vpa: 'text',
  email: 'text',
  contact: 'text',
  chargerId: 'text',
  /** In rupees, as they are shown. */
  amount: 'number',
  amount_refunded: 'number',
} as const satisfies FilterFields

const day = z.iso.date({ error: 'Please enter a date as yyyy-MM-dd' })
export const listPayments = endpoint({
  method: 'GET',
  path: '/cms/v1/razorpay-transactions/razorpay/transactions',
  can: 'Transaction.view',
  summary:
    'Payments by card and UPI of a team and the teams below it, today, since yesterday or of some days, newest first',
  offers: { sorts: paymentSortFields, filters: paymentFilterFields, key: 'id' },
  query: listQuery(paymentSortFields, paymentFilterFields).extend({
    teamId: recordId().optional(),
    dateRange: z.enum(DATE_RANGES, { error: 'Date range must be today or last2days' }).default('today'),
    /** Days of the business time zone, both within, in place of `dateRange`: one of them alone is that day. */
    from: day.optional(),
    to: day.optional(),
  }),
  data: z.array(Payment),
  beside: { ...pageFields, summary: PaymentSummary },
})
