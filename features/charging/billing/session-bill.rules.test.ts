// The running amount as chargers report it: for any registers and powers in the order of time, even impossible values,
// the amount never falls, and the bill at the end is not below the last amount.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SampledValue } from '#charging/metering/meter.rules.ts'
import { billOf, newFacts, takeReading } from './session-bill.rules.ts'
import { clock, group, slot, testBillable, weekOf } from './test-bill.ts'

const paise = fc.integer({ min: 0, max: 3000 })
const price = fc.record({
  priceType: fc.constantFrom<('kwh' | 'hr')[]>('kwh', 'kwh', 'hr'),
  pricePerKwhPaise: paise,
  pricePerHourPaise: paise,
  fixedFeeStartingPaise: paise,
  minuteFeeChargingPaise: paise,
  idealFeeFullyChargedPaise: paise,
})
const prices = fc.oneof(
  price.map(p => group('fixed', [slot(p)])),
  fc.tuple(price, price, fc.integer({ min: 721, max: 760 })).map(([a, b, cut]) => weekOf([cut], [a, b])),
)
type Step = {
  after: number
  wh: number
  noise: number
  watt: number | undefined
  hasRegister: boolean
  status: string | undefined
}
const step: fc.Arbitrary<Step> = fc.record({
  after: fc.oneof(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 300, max: 1500 })),
  wh: fc.integer({ min: 0, max: 400 }),
  // Now and then a register that cannot be.
  noise: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.integer({ min: -3000, max: 50_000 })),
  watt: fc.option(fc.constantFrom(0, 20, 299, 7000), { nil: undefined }),
  hasRegister: fc.boolean(),
  status: fc.option(fc.constantFrom('Charging', 'SuspendedEV', 'SuspendedEVSE'), { nil: undefined, freq: 4 }),
})

test('never falls, nor at the end', { timeout: 60_000 }, () => {
  const paid = fc.option(fc.integer({ min: 0, max: 20_000 }), { nil: undefined })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), prices, paid, fc.nat(900), (steps, snapshot, paidPaise, later) => {
      const isPaid = paidPaise !== undefined
      const s = newFacts(
        testBillable({ snapshot, ...(isPaid && { paymentType: 'CARD' as const, paidPaise }) }),
        [],
        undefined,
      )
      let [second, meter, before] = [0, s.meterStartWh, 0n]
      for (const { after, wh, noise, watt, hasRegister, status } of steps) {
        second += after
        meter += wh
        const at = clock(second)
        if (status) s.statuses.push({ status, at })
        const values: SampledValue[] = [
          ...(hasRegister ? [{ value: String(Math.max(0, meter + noise)) }] : []),
          ...(watt === undefined ? [] : [{ value: String(watt), measurand: 'Power.Active.Import' }]),
        ]
        takeReading(s, at, values, at)
        const now = billOf(s, s.lastAt, s.lastWh, { isRunning: true })?.totalPaise ?? 0n
        expect(now).toBeGreaterThanOrEqual(before)
        if (isPaid) expect(now).toBeLessThanOrEqual(BigInt(paidPaise))
        before = now
      }
      const highest = Math.max(s.lastWh, ...s.readings.map(r => r.energyWh || 0))
      const end = billOf(s, new Date(s.lastAt.getTime() + later * 1000), highest)?.totalPaise ?? 0n
      expect(end).toBeGreaterThanOrEqual(before)
    }),
    { numRuns: 1500 },
  )
})

test('a sample whose register cannot be is dropped with its power, and counted', () => {
  const told = (watt: number, wh: number): SampledValue[] => [
    { value: String(wh) },
    { value: String(watt), measurand: 'Power.Active.Import' },
  ]
  const of = (garbage?: SampledValue[]) => {
    const s = newFacts(
      testBillable({ snapshot: group('fixed', [slot({ idealFeeFullyChargedPaise: 100 })]) }),
      [],
      undefined,
    )
    for (const minute of [0, 4, 8, 12, 16, 20]) {
      const at = clock(minute * 60)
      takeReading(s, at, told(30_000, s.meterStartWh + minute * 500), at)
      if (garbage && minute === 4) takeReading(s, clock(300), garbage, clock(300))
    }
    return billOf(s, clock(1200), s.meterStartWh + 10_000)
  }
  const without = of()
  const withGarbage = of(told(0, 9_000_000))
  expect(withGarbage).toEqual({ ...without, droppedSamples: 1 })
})
