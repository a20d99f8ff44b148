// Written by `npm run words` from packages/words/catalogues.
import { number, plural } from '../forms.ts'

const n = /* @__PURE__ */ number('hi-IN')
const p = /* @__PURE__ */ plural('hi-IN')

export const codeSms = (a: { brand: string; code: string; minutes: number }) =>
  `${a.brand} वॉलेट से भुगतान का कोड: ${a.code}। ${p(a.minutes, { one: `${n(a.minutes)} मिनट`, other: `${n(a.minutes)} मिनट` })} तक मान्य, एक ही बार चलेगा। किसी को न बताएँ।`
export const codeSubject = (a: { brand: string }) => `${a.brand}: आपका वन-टाइम कोड`
export const paperSubject = (a: { brand: string; title: string; number: string }) =>
  `${a.brand}: ${a.title} ${a.number}`
export const invoiceText = (a: { charger: string; supplier: string }) =>
  `${a.charger} पर चार्जिंग के लिए ${a.supplier} का टैक्स इनवॉइस भेजा जा रहा है। PDF साथ में है।`
export const creditNoteText = (a: { charger: string; supplier: string }) =>
  `${a.charger} पर चार्जिंग के लिए ${a.supplier} का क्रेडिट नोट भेजा जा रहा है। PDF साथ में है।`
export const debitNoteText = (a: { charger: string; supplier: string }) =>
  `${a.charger} पर चार्जिंग के लिए ${a.supplier} का डेबिट नोट भेजा जा रहा है। PDF साथ में है।`
export const testNotice: string = 'टेस्ट मोड: कोई असली भुगतान नहीं होता'
export const reservationCancelled = (a: { charger: string; text: string }) =>
  `${a.charger} पर आपका आरक्षण रद्द कर दिया गया है। ${a.text}`
export const reservationPlanned = (a: { charger: string; text: string }) =>
  `${a.charger} पर आपका आरक्षण तय रखरखाव के कारण रद्द कर दिया गया है। ${a.text}`
