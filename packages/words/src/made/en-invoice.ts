// Written by `npm run words` from packages/words/catalogues.

export const invoice: string = 'Tax Invoice'
export const creditNote: string = 'Credit Note'
export const debitNote: string = 'Debit Note'
export const invoiceNumber: string = 'Invoice Number'
export const creditNoteNumber: string = 'Credit Note Number'
export const debitNoteNumber: string = 'Debit Note Number'
export const reference: string = 'Reference'
export const date: string = 'Date'
export const dateOfIssue: string = 'Date of Issue'
export const dateOfSupply: string = 'Date of Supply'
export const eInvoice: string = 'E-invoice'
export const irn: string = 'IRN'
export const ackNumber: string = 'Acknowledgement Number'
export const ackDate: string = 'Acknowledgement Date'
export const irnCancelled: string = 'IRN Cancelled'
export const correctsInvoice: string = 'Corrects Invoice'
export const numberOfDay = (a: { number: string; day: string }) => `${a.number} of ${a.day}`
export const placeOfSupply: string = 'Place of Supply'
export const reverseCharge: string = 'Reverse Charge'
export const yes: string = 'Yes'
export const no: string = 'No'
export const supplier: string = 'Supplier'
export const gstin: string = 'GSTIN'
export const address: string = 'Address'
export const state: string = 'State'
export const customer: string = 'Customer'
export const email: string = 'Email'
export const phone: string = 'Phone'
export const charger: string = 'Charger'
export const connector: string = 'Connector'
export const startTime: string = 'Start Time'
export const stopTime: string = 'Stop Time'
export const duration: string = 'Duration'
export const energy: string = 'Energy'
export const energyValue = (a: { amount: string }) => `${a.amount} kWh`
export const paymentMethod: string = 'Payment Method'
export const paymentId: string = 'Payment ID'
export const service = (a: { sac: string }) => `Charging of an electric vehicle, SAC ${a.sac}`
export const cost: string = 'Cost'
export const gst = (a: { percent: string }) => `GST ${a.percent}%`
export const igst = (a: { percent: string }) => `IGST ${a.percent}%`
export const cgst = (a: { percent: string }) => `CGST ${a.percent}%`
export const sgst = (a: { percent: string }) => `SGST ${a.percent}%`
export const rounding: string = 'Rounding'
export const total: string = 'Total'
export const suppliedBy: string = 'Supplied by'
export const suppliedTo: string = 'Supplied to'
export const session: string = 'Session'
export const amount: string = 'Amount'
export const description: string = 'Description'
export const quantity: string = 'Quantity'
export const taxableValue: string = 'Taxable value'
export const questions = (a: { email: string }) => `Questions? ${a.email}`
export const pageOf = (a: { page: string; pages: string }) => `Page ${a.page} of ${a.pages}`
export const testNotice: string = 'Test mode: no money moves'
