// A bill lowered by a person is the bill of the same session that was paid with so much beforehand.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bill } from './bill.rules.ts'
import { loweredBill } from './bill-lower.rules.ts'
import { type BillRow, billRow } from './bill-row.rules.ts'
import { session } from './test-bill.ts'

const made = (change: Parameters<typeof session>[0]): BillRow => {
  const supply = { supplier: null, supplierState: '27', placeOfSupply: change?.supply?.placeOfSupply }
  return billRow(bill(session(change)), { supply, commissionPpm: 50_000, commissionPaisePerKwh: 100 })
}
const CHANGES = fc.record({
  paymentType: fc.constantFrom('CARD' as const, 'RFID' as const, 'WALLET' as const),
  meterStopWh: fc.integer({ min: 1, max: 90_000 }),
  supply: fc.constantFrom({ supplierState: '27', placeOfSupply: '27' }, { supplierState: '27', placeOfSupply: '29' }),
})

test('what is lowered is what a hold of that amount would have left, but for the hold itself', () => {
  fc.assert(
    fc.property(CHANGES, fc.integer({ min: 0, max: 1_000_000 }), (change, n) => {
      const whole = made(change)
      const totalPaise = BigInt(n % (whole.totalPaise + 1))
      const held = made({ ...change, holdPaise: totalPaise })
      const lowered = loweredBill(whole, totalPaise)
      expect({ ...lowered, holdPaise: null, overrunPaise: 0 }).toEqual({ ...held, holdPaise: null, overrunPaise: 0 })
      expect([lowered.holdPaise, lowered.overrunPaise, lowered.energyWh]).toEqual([null, 0, whole.energyWh])
    }),
  )
})

test('lowered twice is lowered once; to its own total it stays; the lines add up to the taxable value', () => {
  fc.assert(
    fc.property(
      CHANGES,
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: 0, max: 1_000_000 }),
      (change, a, b) => {
        const whole = made(change)
        const first = loweredBill(whole, BigInt(a % (whole.totalPaise + 1)))
        const second = BigInt(b % (first.totalPaise + 1))
        expect(loweredBill(first, second)).toEqual(loweredBill(whole, second))
        expect(loweredBill(first, BigInt(first.totalPaise))).toEqual(first)
        const sum = (first.lines as { amountPaise: number }[]).reduce((n, l) => n + l.amountPaise, 0)
        expect(sum).toBe(first.taxablePaise)
      },
    ),
  )
})

test('a bill that a hold had lowered already keeps one line, with what ran over the hold', () => {
  const held = made({ holdPaise: 10_000n })
  const lowered = loweredBill(held, 5000n)
  const notCharged = (lowered.lines as { kind: string; amountPaise: number }[]).filter(l => l.kind === 'notCharged')
  expect(notCharged).toHaveLength(1)
  expect(lowered).toMatchObject({ holdPaise: 10_000, overrunPaise: held.overrunPaise })
  expect(lowered.totalPaise).toBeLessThanOrEqual(5000)
})

test('to nothing: nothing is taxed, and no share of it is taken', () => {
  expect(loweredBill(made({}), 0n)).toMatchObject({
    taxablePaise: 0,
    cgstPaise: 0,
    sgstPaise: 0,
    totalPaise: 0,
    commissionPercentPaise: 0,
    commissionUnitPaise: 1000,
  })
})
