// Written by `npm run words` from packages/words/catalogues.
import * as enClosing from './en-closing.ts'
import * as enInvoice from './en-invoice.ts'
import * as enLetters from './en-letters.ts'
import * as enLookup from './en-lookup.ts'
import * as enPay from './en-pay.ts'
import * as enStation from './en-station.ts'
import * as enTold from './en-told.ts'
import * as hiClosing from './hi-closing.ts'
import * as hiInvoice from './hi-invoice.ts'
import * as hiLetters from './hi-letters.ts'
import * as hiLookup from './hi-lookup.ts'
import * as hiPay from './hi-pay.ts'
import * as hiStation from './hi-station.ts'
import * as hiTold from './hi-told.ts'

export const ALL = {
  en: {
    pay: enPay,
    told: enTold,
    closing: enClosing,
    letters: enLetters,
    invoice: enInvoice,
    lookup: enLookup,
    station: enStation,
  },
  hi: {
    pay: hiPay,
    told: hiTold,
    closing: hiClosing,
    letters: hiLetters,
    invoice: hiInvoice,
    lookup: hiLookup,
    station: hiStation,
  },
} satisfies Record<string, Words>

export type Words = {
  pay: typeof enPay
  told: typeof enTold
  closing: typeof enClosing
  letters: typeof enLetters
  invoice: typeof enInvoice
  lookup: typeof enLookup
  station: typeof enStation
}
