// A person mails a paper to an address: made, stored with the mail, and on its way with the commit of its audit entry. The
// mail has the brand of the company whose paper it is.
import type { DocumentRequest } from '@wattdesk/wire/document-calls'
import type { Services } from '#office/installation/services.ts'
import { act } from '#platform/audit/act.ts'
import type { By } from '#platform/audit/audit-log.ts'
import * as audit from '#platform/audit/audit-log.ts'
import * as mail from './mail.store.ts'
import { attach, removeAttachments } from './mail-attachment.commands.ts'

/** Papers that a user may mail. */
export const MAILS_OF_USER = { max: 60, timeWindow: 3_600_000 }

export type PaperMail = {
  to: string
  paper: DocumentRequest
  /** Papers that go with it. */
  further?: readonly DocumentRequest[]
  /** The name of the paper, as 'Tax Invoice CM26/0000012', for the audit log. */
  title: string
  /** Subject and text of the mail, without the line of who sends it. */
  letter: Pick<mail.Letter, 'subject' | 'text' | 'language'>
  entry: { feature: 'Transaction' | 'Finance'; recordId: number | string; teamId: number }
}

/** @throws DocumentFault; HttpFailure 422 for a paper that is too large for a mail */
export async function mailPaper(
  services: Services,
  by: By,
  { to, paper, further = [], title, letter: said, entry }: PaperMail,
): Promise<void> {
  const attachments: mail.Attachment[] = []
  const { name, supportEmail } = paper.brandHome
  const letter = {
    to,
    ...said,
    text: `${said.text}\n\n${name} · ${supportEmail}`,
    attachments,
  }
  try {
    for (const one of [paper, ...further]) attachments.push(await attach(services, await services.documents.make(one)))
    await act(services, async trx => {
      await mail.post(trx, services.jobs, letter)
      await audit.write(trx, by, { action: 'mail-paper', ...entry, after: { paper: title, to } })
    })
  } catch (error) {
    await removeAttachments(services.files, attachments)
    throw error
  }
}
