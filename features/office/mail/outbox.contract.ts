// The outbox as developers read it (D-GEN-9, D-GEN-16): the mails that codes and links are sent in.
import { recordId, wholeText } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { OUTBOX } from '#office/installation/installation.contract.ts'

const OutboxLine = z.object({
  outboxId: z.number().int(),
  channel: z.enum(['mail', 'sms', 'push']),
  recipient: z.string(),
  subject: z.string(),
  body: z.string(),
  createdAt: z.string(),
  /** Null: it waits, was refused, or is kept here. */
  sentAt: z.string().nullable(),
  /** No server for it is set up: it stays here, and is not tried again. */
  isKept: z.boolean(),
  error: z.string().nullable(),
  attachments: z.array(
    z.object({
      fileName: z.string(),
      type: z.string(),
      bytes: z.number().int(),
      /** Null: removed, because a mail server has taken the mail. */
      url: z.string().nullable(),
    }),
  ),
})
export type OutboxLine = z.infer<typeof OutboxLine>

export const listOutbox = endpoint({
  method: 'GET',
  path: OUTBOX,
  can: 'anyone',
  summary: 'Mail, SMS and push of this installation, newest first; in development and on the local machine only',
  data: z.array(OutboxLine),
})

export const getOutboxFile = endpoint({
  method: 'GET',
  path: '/dev/outbox/{outboxId}/{place}',
  can: 'anyone',
  summary:
    'An attachment of a mail in the outbox, by its place from 0 on; in development and on the local machine only',
  params: z.object({ outboxId: recordId(), place: wholeText({ min: 0, max: 99 }) }),
  data: z.string(),
})
