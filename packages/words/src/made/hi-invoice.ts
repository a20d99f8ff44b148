// Written by `npm run words` from packages/words/catalogues.

export const invoice: string = 'टैक्स इनवॉइस'
export const creditNote: string = 'क्रेडिट नोट'
export const debitNote: string = 'डेबिट नोट'
export const invoiceNumber: string = 'इनवॉइस संख्या'
export const creditNoteNumber: string = 'क्रेडिट नोट संख्या'
export const debitNoteNumber: string = 'डेबिट नोट संख्या'
export const reference: string = 'संदर्भ'
export const date: string = 'तारीख़'
export const dateOfIssue: string = 'जारी करने की तारीख़'
export const dateOfSupply: string = 'आपूर्ति की तारीख़'
export const eInvoice: string = 'ई-इनवॉइस'
export const irn: string = 'आईआरएन (IRN)'
export const ackNumber: string = 'पावती संख्या'
export const ackDate: string = 'पावती की तारीख़'
export const irnCancelled: string = 'आईआरएन रद्द हुआ'
export const correctsInvoice: string = 'किस इनवॉइस का सुधार'
export const numberOfDay = (a: { number: string; day: string }) => `${a.number}, ${a.day}`
export const placeOfSupply: string = 'आपूर्ति का स्थान'
export const reverseCharge: string = 'रिवर्स चार्ज'
export const yes: string = 'हाँ'
export const no: string = 'नहीं'
export const supplier: string = 'आपूर्तिकर्ता'
export const gstin: string = 'GSTIN'
export const address: string = 'पता'
export const state: string = 'राज्य'
export const customer: string = 'ग्राहक'
export const email: string = 'ईमेल'
export const phone: string = 'फ़ोन'
export const charger: string = 'चार्जर'
export const connector: string = 'कनेक्टर'
export const startTime: string = 'शुरू होने का समय'
export const stopTime: string = 'ख़त्म होने का समय'
export const duration: string = 'अवधि'
export const energy: string = 'बिजली'
export const energyValue = (a: { amount: string }) => `${a.amount} kWh`
export const paymentMethod: string = 'भुगतान का तरीका'
export const paymentId: string = 'भुगतान ID'
export const service = (a: { sac: string }) => `इलेक्ट्रिक वाहन की चार्जिंग, SAC ${a.sac}`
export const cost: string = 'लागत'
export const gst = (a: { percent: string }) => `GST ${a.percent}%`
export const igst = (a: { percent: string }) => `IGST ${a.percent}%`
export const cgst = (a: { percent: string }) => `CGST ${a.percent}%`
export const sgst = (a: { percent: string }) => `SGST ${a.percent}%`
export const rounding: string = 'पूर्णांकन'
export const total: string = 'कुल'
export const suppliedBy: string = 'आपूर्तिकर्ता का विवरण'
export const suppliedTo: string = 'ग्राहक का विवरण'
export const session: string = 'चार्जिंग सेशन'
export const amount: string = 'राशि'
export const description: string = 'विवरण'
export const quantity: string = 'मात्रा'
export const taxableValue: string = 'कर-योग्य मूल्य'
export const questions = (a: { email: string }) => `कोई सवाल? ${a.email}`
export const pageOf = (a: { page: string; pages: string }) => `पेज ${a.page} / ${a.pages}`
export const testNotice: string = 'टेस्ट मोड: कोई असली भुगतान नहीं होता'
