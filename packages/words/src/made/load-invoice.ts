// Written by `npm run words` from packages/words/catalogues.
import type * as enInvoice from './en-invoice.ts'

export type InvoiceWords = typeof enInvoice
/** Loads the texts of a language when they are needed. */
export const loadInvoiceWords = {
  en: () => import('./en-invoice.ts'),
  hi: () => import('./hi-invoice.ts'),
} satisfies Record<string, () => Promise<InvoiceWords>>
