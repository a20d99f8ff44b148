// Hands an invoice or a note to the reader as PDF. The code that draws the PDF is loaded on the click.
import { savePaper } from '#kit/paper/save-paper.ts'
import { brandOf } from '#office/brand/brand.rules.ts'
import type { Invoice, InvoiceNote } from './invoice.contract.ts'
import { fileOf } from './invoice-lines.rules.ts'

export function saveInvoice(invoice: Invoice, note?: InvoiceNote): Promise<void> {
  const { name, supportEmail, logo } = brandOf(location.host)
  const props = { invoice, ...(note && { note }), brand: { name, supportEmail } }
  return savePaper(fileOf(invoice, note), async () => (await import('./invoice-paper.tsx')).InvoicePaper, props, logo)
}
