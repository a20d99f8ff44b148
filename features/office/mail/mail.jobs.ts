// Sends mail: by SMTP where a server is configured; otherwise the mail is kept in the outbox, and the log
// says so.
import type { Readable } from 'node:stream'
import nodemailer from 'nodemailer'
import type { Services } from '#office/installation/services.ts'
import type { Letter } from './mail.store.ts'
import * as store from './mail.store.ts'
import { removeAttachments } from './mail-attachment.commands.ts'

declare module '#platform/jobs/jobs.ts' {
  interface Work {
    /** A line of the outbox on its way. */
    mail: { outboxId: number }
    /** A mail with attachments. */
    parcel: { outboxId: number }
    push: { outboxId: number }
    sms: { outboxId: number }
  }
}
/** A file with the bytes that a mail carries. */
type Enclosed = { filename: string; contentType: string; content: Readable }
export type Mailer = {
  name: string
  send: (letter: Omit<Letter, 'attachments'> & { id: string; enclosed: readonly Enclosed[] }) => Promise<void>
  close: () => void
  /** The outbox is where the mail is read, and its files with it: they are not removed once sent. */
  isOutbox?: true
}

/** A mail server has refused the mail for good; the message says so in the server's words. */
export class MailRefused extends Error {}
/** Answers about the order of commands and a missing sign-in: they concern our session, not the mail. */
const OF_SESSION: readonly unknown[] = [503, 530]
/** A refusal of the mail itself with a code of 500 and more, which another try does not change (RFC 5321, 4.2.1). */
function refusalOf(error: unknown): MailRefused | undefined {
  const { code, responseCode = 0, response } = error as { code?: string; responseCode?: number; response?: string }
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (!isOfMail || responseCode < 500 || responseCode > 599 || OF_SESSION.includes(responseCode)) return undefined
  return new MailRefused(`Refused for good by the mail server: ${response ?? responseCode}`)
}

/** Sends through an SMTP server: `smtp://user:password@host:587`, `smtps://…`. */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = nodemailer.createTransport(url, { from })
  return {
    name: 'smtp',
    send: async ({ to, subject, text, stopUrl, id, enclosed }) => {
      const stops = stopUrl && {
        headers: { 'list-unsubscribe': `<${stopUrl}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' },
      }
      // The same name however often the mail is tried, so that receivers know a second copy.
      const [, host = 'wattdesk'] = /@([^>]+)/.exec(from) ?? []
      const attachments = [...enclosed]
      const mail = { to, subject, text, messageId: `<${id}@${host}>`, attachments, ...stops }
      await transport.sendMail(mail).catch(error => {
        throw refusalOf(error) ?? error
      })
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
  isOutbox: true,
})

/**
 * Does the jobs of the queues `mail` and `parcel`. A line that left already is not sent twice, and one that was refused for
 * good is not tried again.
 */
export async function workMail(services: Services, mailer: Mailer): Promise<void> {
  const send = ({ outboxId }: { outboxId: number }) => sendLine(services, mailer, outboxId)
  await services.jobs.work('mail', send)
  await services.jobs.work('parcel', send)
}

async function sendLine(services: Services, mailer: Mailer, outboxId: number): Promise<void> {
  const row = await store.get(services.db, outboxId)
  if (!row || row.sentAt || row.givenUpAt) return
  const attachments = store.attachmentsOf(row)
  const enclosed: Enclosed[] = []
  try {
    for (const a of attachments) {
      const file = await services.files.get(a.name)
      if (!file) throw new Error(`The attachment ${a.fileName} is not there any more`)
      enclosed.push({ filename: a.fileName, contentType: a.type, content: file.stream })
    }
    await mailer.send({
      id: `outbox-${outboxId}-${row.createdAt.getTime()}`,
      to: row.recipient,
      subject: row.subject,
      text: store.mailText(row, services.mode),
      enclosed,
      ...(row.stopUrl && { stopUrl: row.stopUrl }),
    })
  } catch (error) {
    await store.failed(services.db, outboxId, error instanceof Error ? error.message : String(error))
    if (!(error instanceof MailRefused)) throw error
    await store.giveUp(services.db, outboxId, services.now())
    return services.log.warn({ outboxId, refused: error.message }, 'The mail server refused a mail for good')
  } finally {
    for (const { content } of enclosed) content.destroy()
  }
  await store.markSent(services.db, outboxId, services.now(), mailer.isOutbox)
  if (!mailer.isOutbox) await removeAttachments(services.files, attachments)
}
