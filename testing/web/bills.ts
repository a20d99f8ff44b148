// Bills for tests of screens.
import type { TransactionBill } from '#charging/billing/bill.contract.ts'

/** 10 kWh at 18.00 with 18 % tax: 212.40. */
export const bill = (more: Partial<TransactionBill> = {}): TransactionBill => ({
  isRunning: false,
  businessZone: 'Asia/Kolkata',
  version: 1,
  billedAt: '2026-11-20T10:00:00Z',
  lines: [
    {
      kind: 'energy',
      label: 'Energy',
      quantity: 10,
      unit: 'kWh',
      rate: 18,
      amount: 180,
      slots: [],
      businessSlots: [],
    },
  ],
  taxable: 180,
  taxPercent: 18,
  cgst: 16.2,
  sgst: 16.2,
  igst: 0,
  gross: 212.4,
  surcharge: 0,
  surchargePercent: 0,
  total: 212.4,
  overrun: 0,
  supplier: null,
  placeOfSupply: null,
  borders: [],
  idleSeconds: 0,
  ...more,
})
