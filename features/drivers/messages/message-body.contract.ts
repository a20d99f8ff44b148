// Messages to the devices of drivers as they are written, and what their forms check by (D-CM-3, D-MSG-1).
import { recordId, requiredText } from '@wattdesk/base/fields'
import { z } from 'zod'
import { AT_ONCE, LONGEST_MESSAGE } from './message.words.ts'

export const Message = requiredText('Message', LONGEST_MESSAGE)
/** Domains of drivers, '' for drivers without a domain; none: all. */
export const Domains = z.array(z.string().max(200), 'Domains must be a list').max(500)

const customers = <S extends z.ZodType>(one: S) =>
  z
    .array(one, 'Customers must be a list')
    .min(1, 'Please name the customers to send to')
    .max(AT_ONCE, `Please send to ${AT_ONCE} customers or less at once`)

/** Customers as the other calls give them; their ids count. */
export const NotificationBody = z.object({ customers: customers(z.object({ id: recordId() })), message: Message })
export type NotificationBody = z.output<typeof NotificationBody>

export const BulkBody = z.object({
  customers: customers(
    z.object({
      deviceId: requiredText('Device ID', 500),
      domain: z.string().max(200).nullish(),
      firstName: z.string().max(200).nullish(),
    }),
  ),
  message: Message,
  /** The campaign that the batch belongs to; missing: the batch is one by itself. */
  campaignId: recordId().optional(),
})
export type BulkBody = z.output<typeof BulkBody>
