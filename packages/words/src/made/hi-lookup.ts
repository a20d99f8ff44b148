// Written by `npm run words` from packages/words/catalogues.
import { number, plural, select as s } from '../forms.ts'

const n = /* @__PURE__ */ number('hi-IN')
const p = /* @__PURE__ */ plural('hi-IN')

export const modeLabel: string = 'इस सिस्टम का मोड'
export const testNotice: string = 'टेस्ट मोड: कोई असली भुगतान नहीं होता'
export const heading: string = 'भुगतान की स्थिति देखें'
export const languageLabel: string = 'भाषा'
export const intro = (a: { days: number }) =>
  `पिछले ${p(a.days, { one: `${n(a.days)} दिन`, other: `${n(a.days)} दिनों` })} में किसी UPI ID से हुए भुगतान और उनमें से वापस आई राशि।`
export const upiId: string = 'UPI ID'
export const placeholder: string = 'जैसे name@bank या 9876543210@upi'
export const searching: string = 'खोजा जा रहा है...'
export const check: string = 'स्थिति देखें'
export const noAddress: string = 'कृपया सही UPI ID लिखें'
export const noPayments: string = 'इस UPI ID से कोई भुगतान नहीं मिला'
export const noRefunds: string = 'इस भुगतान का कोई रिफ़ंड नहीं मिला'
export const totalPayments: string = 'कुल भुगतान'
export const totalAmount: string = 'कुल राशि'
export const ofSucceeded = (a: { n: number }) => `${n(a.n)} सफल भुगतानों की`
export const totalRefunded: string = 'कुल रिफ़ंड'
export const successRate: string = 'सफलता दर'
export const payments: string = 'भुगतान'
export const cardRefund = (a: { payment: string; time: string; refund: string }) =>
  `${a.payment}, ${a.time}। रिफ़ंड ${a.refund}`
export const cardNoRefund = (a: { payment: string; time: string }) => `${a.payment}, ${a.time}। कोई रिफ़ंड नहीं`
export const paymentId: string = 'भुगतान ID'
export const amount: string = 'राशि'
export const currency: string = 'मुद्रा'
export const status: string = 'स्थिति'
export const method: string = 'तरीका'
export const vpa: string = 'VPA'
export const email: string = 'ईमेल'
export const contact: string = 'संपर्क'
export const description: string = 'विवरण'
export const createdAt: string = 'भुगतान का समय'
export const capturedAt: string = 'राशि मिलने का समय'
export const refunds: string = 'रिफ़ंड'
export const none: string = 'कोई नहीं'
export const details: string = 'विवरण देखें'
export const detailsOf = (a: { payment: string }) => `${a.payment} का विवरण`
export const paymentDetails: string = 'भुगतान का विवरण'
export const refundLine = (a: { refund: string; time: string; reference: string }) =>
  `${a.refund}, ${a.time}। RRN या UTR ${a.reference}`
export const referenceLater: string = 'बैंक ने अभी नहीं बताया है'
export const close: string = 'बंद करें'
export const failed: string = 'भुगतान की स्थिति नहीं मिल सकी'
export const networkError: string = 'नेटवर्क की समस्या: सर्वर से संपर्क नहीं हो सका। कृपया अपना इंटरनेट कनेक्शन जाँचें।'
export const notFound: string = 'यह लेन-देन नहीं मिला। कृपया अपनी UPI ID जाँचें और फिर कोशिश करें।'
export const refused: string = 'पहचान की पुष्टि नहीं हो सकी। कृपया सहायता टीम से संपर्क करें।'
export const serverError: string = 'सर्वर में समस्या है। कृपया थोड़ी देर बाद कोशिश करें।'
export const otherError: string = 'लेन-देन की स्थिति नहीं मिल सकी। कृपया फिर कोशिश करें।'
export const tooOften: string = 'बहुत ज़्यादा कोशिशें हो गईं। कृपया थोड़ी देर बाद कोशिश करें।'
export const stateOf = (a: { state: string }) =>
  `${s(a.state, { captured: 'मिल गया', processed: 'पूरा हुआ', success: 'सफल', completed: 'पूरा हुआ', cancelled: 'रद्द', error: 'समस्या', refunded: 'वापस किया गया', failed: 'विफल', pending: 'बाकी', authorized: 'मंज़ूर', created: 'शुरू हुआ', other: `${a.state}` })}`
