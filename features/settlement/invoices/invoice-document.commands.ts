// The paper of an invoice or of one of its notes, as the server makes it, and the mail that carries the paper.
import type { DocumentRequest } from '@wattdesk/wire/document-calls'
import { found } from '@wattdesk/wire/route'
import { figuresOf } from '@wattdesk/words/figures'
import { type Language, USUAL } from '@wattdesk/words/language'
import { wordsOf } from '@wattdesk/words/words'
import type { Services } from '#office/installation/services.ts'
import { brandHomeOf } from '#office/mail/brand-home.store.ts'
import { mailPaper, type PaperMail } from '#office/mail/mail-paper.commands.ts'
import type { By } from '#platform/audit/audit-log.ts'
import { type Invoice, type InvoiceNote, NO_NOTE } from './invoice.contract.ts'
import { ENGLISH, titleOf } from './invoice-lines.rules.ts'
import { teamOfSession } from './invoice-read.store.ts'

/** `host`: under which it is asked for; otherwise it has the brand of the company whose session it is; `note`: the number of a note. */
type Of = { host: string | undefined; note: string | undefined; language: Language }
/** @throws HttpFailure 404 for a note that the invoice has not */
export async function invoiceDocument(
  { db, publicUrl, mode }: Pick<Services, 'db' | 'publicUrl' | 'mode'>,
  invoice: Invoice,
  { host, note: number, language }: Of,
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
    language,
    at: note?.date ?? invoice.date,
  }
}

type Mailed = { invoice: Invoice; to: string; note?: string | undefined; language?: Language | undefined }
/**
 * Mails an invoice or its note to an address: in the language that is asked for; else to the driver in his own, and to anybody
 * else in English.
 */
export async function mailInvoicePaper(services: Services, by: By, mailed: Mailed): Promise<void> {
  const { invoice, to, note: number } = mailed
  const isDriver = to.toLowerCase() === invoice.recipient.email?.toLowerCase()
  const language = mailed.language ?? (isDriver ? invoice.language : USUAL)
  const paper = await invoiceDocument(services, invoice, { host: undefined, note: number, language })
  const note = invoice.notes.find(n => n.number === number)
  const title = `${titleOf(ENGLISH, note)} ${note?.number ?? invoice.number}`
  const teamId = await teamOfSession(services.db, invoice.transactionId)
  const entry = { feature: 'Transaction' as const, recordId: invoice.transactionId, teamId }
  const letter = letterOf(language, { invoice, note, brand: paper.brandHome.name })
  await mailPaper(services, by, { to, paper, title, letter, entry })
}

type LetterOf = { invoice: Invoice; note: InvoiceNote | undefined; brand: string }
function letterOf(language: Language, { invoice, note, brand }: LetterOf): PaperMail['letter'] {
  const { letters, invoice: words } = wordsOf(language)
  const title = titleOf({ words, figures: figuresOf(language) }, note)
  const number = note?.number ?? invoice.number
  const say =
    note === undefined
      ? letters.invoiceText
      : { 'credit note': letters.creditNoteText, 'debit note': letters.debitNoteText }[note.kind]
  return {
    subject: letters.paperSubject({ brand, title, number }),
    text: say({ supplier: invoice.supplier.name, charger: invoice.chargepoint_id }),
    language,
  }
}
