// Sends mail: by SMTP where a server is configured; otherwise the mail stays in the outbox, marked as sent, and the log
// says so.
import nodemailer from 'nodemailer'
import type { Services } from '#office/installation/services.ts'
import type { Letter } from './mail.store.ts'
import * as store from './mail.store.ts'

declare module '#platform/jobs/jobs.ts' {
  interface Work {
    /** A line of the outbox on its way. */
    mail: { outboxId: number }
    push: { outboxId: number }
    sms: { outboxId: number }
  }
}
export type Mailer = { name: string; send: (letter: Letter & { id: string }) => Promise<void>; close: () => void }

/** Sends through an SMTP server: `smtp://user:password@host:587`, `smtps://…`. */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = nodemailer.createTransport(url, { from })
  return {
    name: 'smtp',
    send: async ({ to, subject, text, stopUrl, id }) => {
      const stops = stopUrl && {
        headers: { 'list-unsubscribe': `<${stopUrl}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' },
      }
      // The same name however often the mail is tried, so that receivers know a second copy.
      const [, host = 'wattdesk'] = /@([^>]+)/.exec(from) ?? []
      await transport.sendMail({ to, subject, text, messageId: `<${id}@${host}>`, ...stops })
    },
    close: () => transport.close(),
  }
}

/** Without a mail server: the outbox is where the mail is read. */
export const outboxMailer = (log: Services['log']): Mailer => ({
  name: 'outbox',
  send: async ({ to, subject }) =>
    log.info({ to, subject }, 'A mail waits in the outbox (no mail server is configured)'),
  close: () => undefined,
})

/** Does the jobs of the queue `mail`. A line that left already is not sent twice. */
export const workMail = (services: Services, mailer: Mailer): Promise<void> =>
  services.jobs.work('mail', async ({ outboxId }) => {
    const row = await store.get(services.db, outboxId)
    if (!row || row.sentAt) return
    try {
      await mailer.send({
        id: `outbox-${outboxId}-${row.createdAt.getTime()}`,
        to: row.recipient,
        subject: row.subject,
        text: store.mailText(row.body, services.mode),
        ...(row.stopUrl && { stopUrl: row.stopUrl }),
      })
    } catch (error) {
      await store.failed(services.db, outboxId, error instanceof Error ? error.message : String(error))
      throw error
    }
    await store.markSent(services.db, outboxId, services.now())
  })
