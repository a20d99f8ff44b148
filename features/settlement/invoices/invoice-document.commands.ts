// The paper of an invoice or of one of its notes, as the server makes it, and the mail that carries the paper.
import type { DocumentRequest } from '@wattdesk/wire/document-calls'
import { found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { brandHomeOf } from '#office/mail/brand-home.store.ts'
import { mailPaper } from '#office/mail/mail-paper.commands.ts'
import type { By } from '#platform/audit/audit-log.ts'
import { type Invoice, NO_NOTE } from './invoice.contract.ts'
import { titleOf } from './invoice-lines.rules.ts'
import { teamOfSession } from './invoice-read.store.ts'

/** `host`: under which it is asked for; otherwise it has the brand of the company whose session it is; `note`: the number of a note. */
type Of = { host: string | undefined; note: string | undefined }
/** @throws HttpFailure 404 for a note that the invoice has not */
export async function invoiceDocument(
  { db, publicUrl, mode }: Pick<Services, 'db' | 'publicUrl' | 'mode'>,
  invoice: Invoice,
  { host, note: number }: Of,
): Promise<DocumentRequest> {
  const note =
    number === undefined
      ? undefined
      : found(
          invoice.notes.find(n => n.number === number),
          NO_NOTE,
        )
  const teamId = await teamOfSession(db, invoice.transactionId)
  return {
    kind: 'invoice',
    props: { invoice, ...(note && { note }) },
    brandHome: await brandHomeOf(db, { publicUrl, host, teamId }),
    mode,
    at: note?.date ?? invoice.date,
  }
}

type Mailed = { invoice: Invoice; to: string; note?: string | undefined }
/** Mails an invoice or its note to an address. */
export async function mailInvoicePaper(services: Services, by: By, mailed: Mailed): Promise<void> {
  const { invoice, to, note: number } = mailed
  const paper = await invoiceDocument(services, invoice, { host: undefined, note: number })
  const note = invoice.notes.find(n => n.number === number)
  const title = `${titleOf(note)} ${note?.number ?? invoice.number}`
  const about = `Here is the ${titleOf(note).toLowerCase()} of ${invoice.supplier.name} for charging at ${invoice.chargepoint_id}.`
  const teamId = await teamOfSession(services.db, invoice.transactionId)
  const entry = { feature: 'Transaction' as const, recordId: invoice.transactionId, teamId }
  await mailPaper(services, by, { to, paper, title, about, entry })
}
