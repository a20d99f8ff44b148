// A bill as replies carry it: rupees, quantities by their rates, slots by both clocks, supplier and rates.
import { describe, expect, test } from 'vitest'
import type { PriceSnapshot } from '#money/price-groups/price.rules.ts'
import { billReply, type StoredBill } from './bill-reply.rules.ts'

const clock = { zone: 'Asia/Kolkata', at: new Date('2026-03-02T12:00:00Z') }
const line = {
  kind: 'energy',
  label: 'Energy',
  quantity: 12_200,
  unit: 'Wh',
  ratePaise: 1600,
  rateUnit: 'kWh',
  amountPaise: 19_520,
  slots: [0],
} as const
const stored: StoredBill = {
  version: 2,
  billedAt: new Date('2026-03-02T13:10:00Z'),
  taxablePaise: 55_784,
  cgstPaise: 5021,
  sgstPaise: 5021,
  igstPaise: 0,
  grossPaise: 65_826,
  surchargePaise: 1553,
  totalPaise: 67_379,
  overrunPaise: 12,
  supplierName: 'Operator LLP',
  supplierGstin: '29AACCC6636P1Z1',
  supplierState: '29',
  placeOfSupply: '29',
  taxPpm: 180_000,
  gatewayPpm: 23_600,
  lines: [line],
  facts: { idleSeconds: 601, borders: [{ at: '2026-03-02T12:30:00.000Z', registerWh: 12_200, mark: 'interpolated' }] },
}
const snapshot: PriceSnapshot = {
  priceGroupId: 1,
  type: 'variable',
  taxPpm: 50_000,
  transactionPpm: 10_000,
  pgChargesBearer: 'EV',
  details: [
    {
      day: 1,
      startMinute: 0,
      endMinute: 750,
      priceType: 'kwh',
      pricePerKwhPaise: 1600,
      pricePerHourPaise: 0,
      fixedFeeStartingPaise: 0,
      fixedFeeChargingPaise: 0,
      minuteFeeChargingPaise: 0,
      idealFeeFullyChargedPaise: 0,
    },
  ],
}

test('sums are in rupees; rates, supplier and place of supply are those frozen with the bill', () => {
  expect(billReply(stored, snapshot, false, clock)).toEqual({
    isRunning: false,
    businessZone: 'Asia/Kolkata',
    version: 2,
    billedAt: '2026-03-02T13:10:00.000Z',
    lines: [
      {
        kind: 'energy',
        label: 'Energy',
        quantity: 12.2,
        unit: 'kWh',
        rate: 16,
        amount: 195.2,
        slots: ['Mon 00:00 to 12:30'],
        businessSlots: ['Mon 05:30 to 18:00'],
      },
    ],
    taxable: 557.84,
    taxPercent: 18,
    cgst: 50.21,
    sgst: 50.21,
    igst: 0,
    gross: 658.26,
    surcharge: 15.53,
    surchargePercent: 2.36,
    total: 673.79,
    overrun: 0.12,
    supplier: { name: 'Operator LLP', gstin: '29AACCC6636P1Z1', state: '29' },
    placeOfSupply: { code: '29', name: 'Karnataka' },
    borders: [{ at: '2026-03-02T12:30:00.000Z', registerWh: 12_200, mark: 'interpolated' }],
    idleSeconds: 601,
  })
})

test.each([
  ['kWh', 12_200, 12.2],
  ['hour', 5400, 1.5],
  ['minute', 90, 1.5],
  ['once', 1, 1],
] as const)('a quantity by the %s: %d is shown as %d', (rateUnit, quantity, shown) => {
  const reply = billReply({ ...stored, lines: [{ ...line, rateUnit, quantity }] }, null, false, clock)
  expect(reply.lines[0]).toMatchObject({ unit: rateUnit, quantity: shown })
})

describe('missing facts', () => {
  test('a bill without its rates has those of its price; without a surcharge there is no percentage of one', () => {
    const old = { ...stored, taxPpm: null, gatewayPpm: null }
    expect(billReply(old, snapshot, false, clock)).toMatchObject({ taxPercent: 5, surchargePercent: 1 })
    expect(billReply(old, null, false, clock)).toMatchObject({ taxPercent: 0, surchargePercent: 0 })
    expect(billReply({ ...stored, surchargePaise: 0 }, snapshot, false, clock).surchargePercent).toBe(0)
  })
  test('a running bill has no time, no slots without a price, no borders and no idle time', () => {
    const running = { ...stored, billedAt: null, facts: {} }
    expect(billReply(running, null, true, clock)).toMatchObject({
      isRunning: true,
      billedAt: null,
      borders: [],
      idleSeconds: 0,
      lines: [{ slots: [], businessSlots: [] }],
    })
  })
  test('a supplier has a name and a GST number, or is none', () => {
    expect(billReply({ ...stored, supplierGstin: null }, null, false, clock).supplier).toBeNull()
    expect(billReply({ ...stored, supplierName: null }, null, false, clock).supplier).toBeNull()
    expect(billReply({ ...stored, placeOfSupply: null }, null, false, clock).placeOfSupply).toBeNull()
  })
})
