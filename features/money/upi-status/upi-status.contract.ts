// The public lookup of payments by UPI address (D-UPI-1 to D-UPI-5). Amounts of payments and refunds are paise, of the summary
// rupees; times are seconds since 1970.
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { PaymentRefund } from '#money/refunds/refund.contract.ts'

const text = () => z.string().nullable()
export const UpiPayment = z
  .object({
    paymentId: z.string(),
    amount: z.number().int(),
    currency: z.string(),
    status: z.string(),
    method: text(),
    vpa: text(),
    email: text(),
    contact: text(),
    description: text(),
    createdAt: z.number().int(),
    capturedAt: z.number().int().nullable(),
    refunds: z.array(PaymentRefund),
  })
  .meta({ id: 'UpiPayment' })
export type UpiPayment = z.infer<typeof UpiPayment>
export const UpiStatus = z
  .object({
    payments: z.array(UpiPayment),
    summary: z.object({
      totalPayments: z.number().int(),
      totalAmount: z.number(),
      totalRefunded: z.number(),
      /** Per cent of the payments that succeeded. */
      successRate: z.number(),
    }),
  })
  .meta({ id: 'UpiStatus' })
export type UpiStatus = z.infer<typeof UpiStatus>

export const getUpiStatus = endpoint({
  method: 'GET',
  path: '/cms/v1/upi/status/{id}',
  can: 'anyone',
  summary: 'Payments made from a UPI address, with their refunds; the installation’s key stands in x-api-key',
  params: z.object({ id: z.string().max(1000) }),
  data: UpiStatus,
})
