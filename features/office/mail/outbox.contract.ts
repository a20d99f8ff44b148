// The outbox as developers read it (D-GEN-9, D-GEN-16): the mails that codes and links are sent in.
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

export const listOutbox = endpoint({
  method: 'GET',
  path: '/dev/outbox',
  can: 'anyone',
  summary: 'Mail, SMS and push of this installation, newest first; in development and on the local machine only',
  data: z.array(
    z.object({
      outboxId: z.number().int(),
      channel: z.enum(['mail', 'sms', 'push']),
      recipient: z.string(),
      subject: z.string(),
      body: z.string(),
      createdAt: z.string(),
      sentAt: z.string().nullable(),
      error: z.string().nullable(),
    }),
  ),
})
