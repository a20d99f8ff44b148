// Written by `npm run words` from packages/words/catalogues.

import enClosing from './en-closing.ts'
import enInvoice from './en-invoice.ts'
import enLetters from './en-letters.ts'
import enLookup from './en-lookup.ts'
import enPay from './en-pay.ts'
import enTold from './en-told.ts'
import hiClosing from './hi-closing.ts'
import hiInvoice from './hi-invoice.ts'
import hiLetters from './hi-letters.ts'
import hiLookup from './hi-lookup.ts'
import hiPay from './hi-pay.ts'
import hiTold from './hi-told.ts'

export const ALL = {
  en: { pay: enPay, told: enTold, closing: enClosing, letters: enLetters, invoice: enInvoice, lookup: enLookup },
  hi: { pay: hiPay, told: hiTold, closing: hiClosing, letters: hiLetters, invoice: hiInvoice, lookup: hiLookup },
} satisfies Record<string, Words>

export type Words = {
  pay: typeof enPay
  told: typeof enTold
  closing: typeof enClosing
  letters: typeof enLetters
  invoice: typeof enInvoice
  lookup: typeof enLookup
}
