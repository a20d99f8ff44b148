import { paiseFromRupees, round, share } from '@wattdesk/base/money'
import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type Brought, type ChargerMonth, fixedCharge, monthOf, type PayoutRule, type Terms } from './month.rules.ts'

const RULES: readonly PayoutRule[] = [1, 2, 3, 4, 5, 6, 7]
const P = (rupees: string) => paiseFromRupees(rupees.replaceAll(',', ''))
const sumOf = (all: readonly bigint[]) => all.reduce((a, b) => a + b, 0n)

/** Equal sessions, each rounded by itself, at 18 % tax, a gateway of 2.36 %, 5 % and 1.00 a kWh of commission. */
function brought(n: number, energyWh: number, paisePerKwh: number, bearer: 'EV' | 'CPO'): Brought {
  const times = BigInt(n)
  const net = round(BigInt(energyWh), BigInt(paisePerKwh), 1000n)
  const tax = 2n * round(net, 180_000n, 2_000_000n)
  const gateway = share(net + tax, 23_600)
  const ofDriver = bearer === 'EV' ? gateway : 0n
  return {
    sessions: n,
    energyWh: n * energyWh,
    totalPaise: times * (net + tax + ofDriver),
    netPaise: times * net,
    taxPaise: times * tax,
    surchargePaise: times * ofDriver,
    gatewayFeePaise: times * (gateway - ofDriver),
    percentPaise: times * share(net, 50_000),
    perKwhPaise: times * round(BigInt(energyWh), 100n, 1000n),
    collectedPaise: 0n,
  }
}
const worked = (bearer: 'EV' | 'CPO'): ChargerMonth[] => [
  { chargepointPk: 1, fixedPaise: P('349.00'), ...brought(40, 25_000, 1800, bearer) },
  { chargepointPk: 2, fixedPaise: P('249.00'), ...brought(25, 8000, 1200, bearer) },
]
const terms = (rule: PayoutRule, isTaxDeducted: boolean, hasGstin: boolean): Terms => ({
  rule,
  isTaxDeducted,
  hasGstin,
  otherFixedPaise: 0n,
  chargerTaxPpm: 180_000,
  payoutTaxPpm: 180_000,
})
const nothingElse = { givenPaise: 0n, carriedInPaise: 0n }

describe('the worked month: 30 days, 40 sessions at a DC and 25 at an AC charger', () => {
  // Commission, tax on it, and the payout: driver and platform bear, without and with a GST number; the owner bears both.
  it.each([
    [1, '1,149.00', '206.82', '19,251.00', '22,923.00', '18,476.23', '22,148.23'],
    [2, '1,249.00', '224.82', '19,151.00', '22,823.00', '18,358.23', '22,030.23'],
    [3, '1,618.00', '291.24', '18,782.00', '22,454.00', '17,922.81', '21,594.81'],
    [4, '1,798.00', '323.64', '18,602.00', '22,274.00', '17,710.41', '21,382.41'],
    [5, '1,020.00', '183.60', '19,380.00', '23,052.00', '18,628.45', '22,300.45'],
    [6, '1,200.00', '216.00', '19,200.00', '22,872.00', '18,416.05', '22,088.05'],
    [7, '598.00', '107.64', '19,802.00', '23,474.00', '19,126.41', '22,798.41'],
  ] as const)('rule %i', (rule, commission, tax, evPlain, evGst, cpoPlain, cpoGst) => {
    const payout = (bearer: 'EV' | 'CPO', hasGstin: boolean) =>
      monthOf(worked(bearer), terms(rule, bearer === 'CPO', hasGstin), nothingElse)
    const plain = payout('EV', false)
    expect([plain.commissionPaise, plain.taxOnCommissionPaise]).toEqual([P(commission), P(tax)])
    expect([plain.netPaise, plain.taxPaise]).toEqual([P('20,400.00'), P('3,672.00')])
    expect(payout('CPO', false).gatewayFeePaise).toBe(P('567.95'))
    const all = [plain, payout('EV', true), payout('CPO', false), payout('CPO', true)]
    expect(all.map(m => m.payoutPaise)).toEqual([P(evPlain), P(evGst), P(cpoPlain), P(cpoGst)])
    expect(all.map(m => m.carriedOutPaise)).toEqual([0n, 0n, 0n, 0n])
  })
})

test.each([
  [34_900n, true, 30, 30, 34_900n],
  [34_900n, true, 11, 30, 12_797n],
  [34_900n, true, 0, 31, 0n],
  // A year's 1,000.00 is 83.33 a month, and of that half a month 41.67.
  [100_000n, false, 15, 30, 4167n],
])('a charge of %s paise (by month: %s) on %i of %i days is %s', (paise, isMonthly, activeDays, daysInMonth, due) => {
  expect(fixedCharge({ paise, isMonthly }, { activeDays, daysInMonth })).toBe(due)
})

const paise = (max: bigint) => fc.bigInt({ min: 0n, max })
/** The sums of one charger in a month; `isBack` includes differences of bills that were lowered. */
const chargerOf = (isBack: boolean) =>
  fc
    .record({
      chargepointPk: fc.nat(),
      fixedPaise: paise(100_000n),
      sign: isBack ? fc.constantFrom(1n, 1n, -1n) : fc.constant(1n),
      net: paise(50_000_000n),
      isOfDriver: fc.boolean(),
      percent: fc.integer({ min: 0, max: 1_000_000 }),
      perKwh: fc.integer({ min: 0, max: 1000 }),
      energyWh: fc.nat(10_000_000),
      isCollected: fc.boolean(),
    })
    .map((r): ChargerMonth => {
      const net = r.sign * r.net
      const tax = 2n * round(net, 180_000n, 2_000_000n)
      const gateway = r.isCollected ? 0n : share(net + tax, 23_600)
      const ofDriver = r.isOfDriver ? gateway : 0n
      const total = net + tax + ofDriver
      return {
        chargepointPk: r.chargepointPk,
        fixedPaise: r.fixedPaise,
        sessions: 1,
        energyWh: r.energyWh,
        totalPaise: total,
        netPaise: net,
        taxPaise: tax,
        surchargePaise: ofDriver,
        gatewayFeePaise: gateway - ofDriver,
        percentPaise: share(net, r.percent),
        perKwhPaise: r.sign * round(BigInt(r.energyWh), BigInt(r.perKwh), 1000n),
        collectedPaise: r.isCollected ? total : 0n,
      }
    })
const termsOf = fc.record({
  rule: fc.constantFrom(...RULES),
  chargerTaxPpm: fc.integer({ min: 0, max: 1_000_000 }),
  payoutTaxPpm: fc.integer({ min: 0, max: 1_000_000 }),
  isTaxDeducted: fc.boolean(),
  otherFixedPaise: paise(1_000_000n),
  hasGstin: fc.boolean(),
})
const elseOf = fc.record({
  givenPaise: fc.bigInt({ min: -100_000n, max: 100_000n }),
  carriedInPaise: fc.bigInt({ min: -10_000_000n, max: 0n }),
  taken: fc.record({
    tcsCgstPaise: paise(100_000n),
    tcsSgstPaise: paise(100_000n),
    tcsIgstPaise: paise(100_000n),
    tdsPaise: fc.bigInt({ min: -100_000n, max: 100_000n }),
  }),
})

test.each([
  // Section 3 as it is: the tax comes on top, whoever bears it.
  [false, false, 18_000n],
  [false, true, 18_000n],
  // Borne by the platform and within the commission: R(C, rate, 10⁶ + rate).
  [true, false, 15_254n],
  // A deduction from the owner comes on top.
  [true, true, 18_000n],
])('tax within the commission %s, deducted %s', (isTaxIncluded, isTaxDeducted, taxPaise) => {
  const t = { ...terms(5, isTaxDeducted, false), isTaxIncluded }
  const one = {
    ...brought(1, 0, 0, 'EV'),
    chargepointPk: 1,
    fixedPaise: 0n,
    netPaise: 2_000_000n,
    percentPaise: 100_000n,
  }
  const m = monthOf([one], t, nothingElse)
  expect([m.commissionPaise, m.taxOnCommissionPaise]).toEqual([100_000n, taxPaise])
  expect(m.deductedTaxPaise).toBe(isTaxDeducted ? 18_000n : 0n)
})

describe('of random months', () => {
  test('what drivers paid is accounted for to the paisa', () => {
    fc.assert(
      fc.property(fc.array(chargerOf(true), { maxLength: 8 }), termsOf, elseOf, (chargers, t, others) => {
        const m = monthOf(chargers, t, others)
        const keptTax = t.hasGstin ? 0n : m.taxPaise
        expect(m.totalPaise).toBe(
          m.payoutPaise +
            m.collectedPaise +
            m.givenPaise +
            m.carriedOutPaise -
            m.carriedInPaise +
            m.commissionPaise +
            m.deductedTaxPaise +
            keptTax +
            m.gatewayFeePaise +
            m.surchargePaise +
            m.tcsCgstPaise +
            m.tcsSgstPaise +
            m.tcsIgstPaise +
            m.tdsPaise,
        )
        expect(m.payoutPaise).toBeGreaterThanOrEqual(0n)
        expect(m.carriedOutPaise).toBeLessThanOrEqual(0n)
        expect(m.payoutPaise === 0n || m.carriedOutPaise === 0n).toBe(true)
        expect(m.commissionPaise).toBe(m.fixedPartPaise + m.unitPartPaise)
        expect(m).toMatchObject(others.taken)
      }),
    )
  })

  test('the higher of both is neither less than one nor more than their sum', () => {
    fc.assert(
      fc.property(fc.array(chargerOf(false), { maxLength: 8 }), termsOf, elseOf, (chargers, t, others) => {
        const c = (rule: PayoutRule) => monthOf(chargers, { ...t, rule }, others).commissionPaise
        for (const [higher, sum, unit] of [
          [1, 3, 5],
          [2, 4, 6],
        ] as const) {
          expect(c(higher)).toBeGreaterThanOrEqual(c(7))
          expect(c(higher)).toBeGreaterThanOrEqual(c(unit))
          expect(c(higher)).toBeLessThanOrEqual(c(sum))
          expect(c(sum)).toBe(c(7) + c(unit))
        }
      }),
    )
  })

  test('the order of the chargers does not matter, and what they bear adds up', () => {
    fc.assert(
      fc.property(fc.array(chargerOf(true), { maxLength: 8 }), termsOf, elseOf, (chargers, t, others) => {
        const { chargers: _, ...m } = monthOf(chargers, t, others)
        const { chargers: shares, ...back } = monthOf(chargers.toReversed(), t, others)
        expect(back).toEqual(m)
        const ofTeam = t.rule === 5 || t.rule === 6 ? 0n : t.otherFixedPaise
        expect(sumOf(shares.map(s => s.commissionPaise)) + ofTeam).toBe(m.commissionPaise)
      }),
    )
  })
})
