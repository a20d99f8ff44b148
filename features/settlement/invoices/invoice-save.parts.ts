// Hands an invoice or a note to the reader as PDF. The code that draws the PDF, and the texts, are loaded on the click.
import { figuresOf } from '@wattdesk/words/figures'
import { type Language, tagOf } from '@wattdesk/words/language'
import { loadInvoiceWords } from '@wattdesk/words/made/load-invoice'
import { savePaper } from '#kit/paper/save-paper.ts'
import { brandOf } from '#office/brand/brand.rules.ts'
import type { Invoice, InvoiceNote } from './invoice.contract.ts'
import { fileOf } from './invoice-lines.rules.ts'

type Of = { language: Language; note?: InvoiceNote | undefined }
export async function saveInvoice(invoice: Invoice, { language, note }: Of): Promise<void> {
  const { name, supportEmail, logo } = brandOf(location.host)
  const words = await loadInvoiceWords[language]()
  const speech = { words, figures: figuresOf(language) }
  const props = { invoice, ...(note && { note }), brand: { name, supportEmail }, speech }
  const paper = async () => (await import('./invoice-paper.tsx')).InvoicePaper
  return savePaper(fileOf(invoice, note), paper, props, { logo, texts: { ...words, tag: tagOf(language) } })
}
