// Written by `npm run words` from packages/words/catalogues.
import { number, plural } from '../forms.ts'

const n = /* @__PURE__ */ number('en-IN')
const p = /* @__PURE__ */ plural('en-IN')
export default {
  codeSms: (a: { code: string; brand: string; minutes: number }) =>
    `${a.code} is your code to pay from your wallet with ${a.brand}. It is valid for ${p(a.minutes, { one: `${n(a.minutes)} minute`, other: `${n(a.minutes)} minutes` })} and works once. Give it to nobody.`,
  codeSubject: (a: { brand: string }) => `${a.brand}: your one-time code`,
  paperSubject: (a: { brand: string; title: string; number: string }) => `${a.brand}: ${a.title} ${a.number}`,
  invoiceText: (a: { supplier: string; charger: string }) =>
    `Here is the tax invoice of ${a.supplier} for charging at ${a.charger}. The PDF is attached.`,
  creditNoteText: (a: { supplier: string; charger: string }) =>
    `Here is the credit note of ${a.supplier} for charging at ${a.charger}. The PDF is attached.`,
  debitNoteText: (a: { supplier: string; charger: string }) =>
    `Here is the debit note of ${a.supplier} for charging at ${a.charger}. The PDF is attached.`,
  testNotice: 'Test mode: no money moves',
  reservationCancelled: (a: { charger: string; text: string }) =>
    `Your reservation at ${a.charger} is cancelled. ${a.text}`,
  reservationPlanned: (a: { charger: string; text: string }) =>
    `Your reservation at ${a.charger} is cancelled for planned maintenance. ${a.text}`,
}
