// Written by `npm run words` from packages/words/catalogues.
import { number, plural } from '../forms.ts'

const n = /* @__PURE__ */ number('en-IN')
const p = /* @__PURE__ */ plural('en-IN')

export const codeSms = (a: { code: string; brand: string; minutes: number }) =>
  `${a.code} is your code to pay from your wallet with ${a.brand}. It is valid for ${p(a.minutes, { one: `${n(a.minutes)} minute`, other: `${n(a.minutes)} minutes` })} and works once. Give it to nobody.`
export const codeSubject = (a: { brand: string }) => `${a.brand}: your one-time code`
export const paperSubject = (a: { brand: string; title: string; number: string }) =>
  `${a.brand}: ${a.title} ${a.number}`
export const invoiceText = (a: { supplier: string; charger: string }) =>
  `Here is the tax invoice of ${a.supplier} for charging at ${a.charger}. The PDF is attached.`
export const creditNoteText = (a: { supplier: string; charger: string }) =>
  `Here is the credit note of ${a.supplier} for charging at ${a.charger}. The PDF is attached.`
export const debitNoteText = (a: { supplier: string; charger: string }) =>
  `Here is the debit note of ${a.supplier} for charging at ${a.charger}. The PDF is attached.`
export const testNotice: string = 'Test mode: no money moves'
export const reservationCancelled = (a: { charger: string; text: string }) =>
  `Your reservation at ${a.charger} is cancelled. ${a.text}`
export const reservationPlanned = (a: { charger: string; text: string }) =>
  `Your reservation at ${a.charger} is cancelled for planned maintenance. ${a.text}`
