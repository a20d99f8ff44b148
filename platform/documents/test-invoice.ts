// An invoice with a note as the API gives it, for tests of documents.
import type { Invoice } from '#settlement/invoices/invoice.contract.ts'

const figures = { cost: 100, gst: 18, cgst: 9, sgst: 9, igst: 0, rounding: 0, total: 118 }
export const INVOICE: Invoice = {
  number: 'CM/26-27/000012',
  reference: 'INV-12',
  transactionId: 12,
  date: '2026-10-31T06:30:00.000Z',
  dateOfSupply: null,
  businessZone: 'Asia/Kolkata',
  supplier: {
    name: 'Volt Works Private Limited',
    address: '12 Hosur Road, Bengaluru',
    gstin: '29AAACV1234F1Z5',
    state: { code: '29', name: 'Karnataka' },
  },
  recipient: { name: 'Asha Rao', email: 'asha@driver.example', phone: '+919812345678' },
  placeOfSupply: { code: '29', name: 'Karnataka' },
  chargepoint_id: 'CP-01',
  chargepoint_name: 'Yard 1',
  connectorId: 1,
  starttime: '2026-10-31T05:00:00.000Z',
  stoptime: '2026-10-31T06:30:00.000Z',
  durationSeconds: 5400,
  energy: 12.2,
  payment_type: 'UPI',
  paymentId: 'pay_1',
  sac: '998714',
  ratePercent: 18,
  ...figures,
  isReverseCharge: false,
  language: 'en',
  notes: [
    {
      kind: 'credit note',
      number: 'CM/26-27/C00001',
      date: '2026-11-02T06:30:00.000Z',
      dateOfSupply: null,
      ...figures,
      total: 59,
      cost: 50,
      gst: 9,
      cgst: 4.5,
      sgst: 4.5,
    },
  ],
  remains: 59,
}
