// Messages to the devices of drivers: to one customer, to many, and who can be reached (D-CM-3, D-MSG-1, D-MSG-2).
import { recordId } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { BulkBody, NotificationBody } from './message-body.contract.ts'

const int = () => z.number().int()
/** `sent`: handed to the push service, or waiting to be; `failed`: of those named, who has no device here. */
const Outcome = z.object({ sent: int(), failed: int() }).meta({ id: 'MessageOutcome' })

export const sendNotification = endpoint({
  method: 'POST',
  path: '/cms/v1/root/send-notification',
  can: 'CMCustomers.update',
  byRecord: true,
  summary: 'A message to the devices of customers',
  query: z.object({ teamId: recordId().optional() }),
  body: NotificationBody,
  data: Outcome,
})

export const sendBulkNotifications = endpoint({
  method: 'POST',
  path: '/cms/v1/root/send-bulk-notifications',
  can: 'SendMessages.create',
  summary: 'A message to up to 100 devices of drivers',
  query: z.object({ teamId: recordId().optional() }),
  body: BulkBody,
  data: Outcome,
})

export const Recipient = z
  .object({ deviceId: z.string(), domain: z.string().nullable(), firstName: z.string() })
  .meta({ id: 'MessageRecipient' })
export type Recipient = z.infer<typeof Recipient>

export const listRecipients = endpoint({
  method: 'GET',
  path: '/cms/v1/root/recipients',
  can: 'SendMessages.view',
  isWhole: true,
  summary: 'The drivers whom a message can reach, each device once',
  query: z.object({ teamId: recordId().optional() }),
  data: z.array(Recipient),
})
