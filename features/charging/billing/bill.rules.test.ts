// The bill: the worked example to the paisa, what a border, a bad sample and idle time mean, and the invariants.
import { rupeesText } from '@wattdesk/base/money'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { PriceSnapshot } from '#money/price-groups/price.rules.ts'
import {
  amountsOf,
  type BillInput,
  bill,
  invoiceSplit,
  type PaymentType,
  type Sample,
  type Terms,
  taxableWithin,
} from './bill.rules.ts'
import { clock, every, group, noon, reading, running, session, slot, weekOf } from './test-bill.ts'

const linesOf = (input: BillInput): [string, number, string][] =>
  bill(input).lines.map(line => [line.kind, line.quantity, rupeesText(line.amountPaise)])

test('a unit in a Special Economic Zone is billed across states, also in the state of the supplier, and without tax under an LUT', () => {
  const of = (sez: 'SEZWP' | 'SEZWOP' | undefined) =>
    bill(
      session({
        stopAt: clock(3600),
        meterStopWh: 10_000,
        snapshot: weekOf([], [{ pricePerKwhPaise: 1800 }]),
        supply: { supplierState: '29', placeOfSupply: '29', sez },
      }),
    )
  const heads = (b: ReturnType<typeof bill>) => [b.taxablePaise, b.cgstPaise, b.sgstPaise, b.igstPaise, b.terms.taxPpm]
  expect(heads(of(undefined))).toEqual([18_000n, 1620n, 1620n, 0n, 180_000])
  expect(heads(of('SEZWP'))).toEqual([18_000n, 0n, 0n, 3240n, 180_000])
  expect(heads(of('SEZWOP'))).toEqual([18_000n, 0n, 0n, 0n, 0])
})

describe('the worked example', () => {
  const fees = { fixedFeeStartingPaise: 500, idealFeeFullyChargedPaise: 100 }
  const input = session({
    stopAt: clock(4200),
    meterStopWh: 28_001,
    snapshot: weekOf(
      [750],
      [
        { ...fees, pricePerKwhPaise: 1600 },
        { ...fees, pricePerKwhPaise: 2200 },
      ],
    ),
    // resting from 2999 s: 1201 s, of which the first 600 are free
    samples: [
      reading(0, 0),
      reading(900, 6000),
      reading(1700, 11_500),
      reading(1901, 12_907),
      { at: clock(2200), powerW: 50_000 },
      { at: clock(2900), powerW: 50_000 },
      ...every(2999, 4200, { powerW: 20 }),
    ],
  })
  const made = bill(input)

  it('has the lines of the page', () => {
    expect(linesOf(input)).toEqual([
      ['energy', 12_200, '195.20'],
      ['energy', 15_801, '347.62'],
      ['fixedFeeStarting', 1, '5.00'],
      ['idealFeeFullyCharged', 601, '10.02'],
    ])
    expect(made.borders).toEqual([{ at: clock(1800), registerWh: 12_200, mark: 'interpolated' }])
    expect(made.idleSeconds).toBe(601)
  })

  it('has its tax and gross', () => {
    expect([made.taxablePaise, made.cgstPaise, made.sgstPaise, made.igstPaise, made.grossPaise]).toEqual([
      55_784n,
      5021n,
      5021n,
      0n,
      65_826n,
    ])
    expect(made.totalPaise).toBe(65_826n)
    const across = bill({ ...input, supply: { supplierState: '27', placeOfSupply: '29' } })
    expect([across.cgstPaise, across.igstPaise, across.grossPaise]).toEqual([0n, 10_041n, 65_825n])
  })

  it('has commission by per cent and by unit', () => {
    expect([made.commissionPercentPaise, made.commissionUnitPaise]).toEqual([2789n, 2800n])
  })
})

describe('the sessions of the worked month', () => {
  test.each([
    [25_000, 1800, [45_000n, 4050n, 53_100n, 1253n]],
    [8000, 1200, [9600n, 864n, 11_328n, 267n]],
  ])('%s Wh at %s paise', (meterStopWh, pricePerKwhPaise, expected) => {
    const snapshot = { ...group('fixed', [slot({ pricePerKwhPaise })]), pgChargesBearer: 'CPO' } as const
    const made = bill(session({ meterStopWh, snapshot, paymentType: 'UPI' }))
    expect([made.taxablePaise, made.cgstPaise, made.totalPaise, made.gatewayFeePaise]).toEqual(expected)
    expect(made.surchargePaise).toBe(0n)
  })
})

describe('lines', () => {
  const hour = { priceType: 'min', pricePerHourPaise: 10_000 } as const

  it('charge time by the hour, never by a rounded minute', () => {
    const input = session({ snapshot: group('fixed', [slot(hour)]), stopAt: clock(61) })
    expect(linesOf(input)).toEqual([['time', 61, '1.69']])
  })

  it('charge every fee at once, the fixed ones once and by the slot of the start', () => {
    const fees = { fixedFeeStartingPaise: 500, fixedFeeChargingPaise: 700, minuteFeeChargingPaise: 30 }
    const later = { pricePerKwhPaise: 900, fixedFeeStartingPaise: 1, fixedFeeChargingPaise: 2 }
    const snapshot = weekOf([730], [{ ...hour, ...fees }, later])
    expect(linesOf(session({ snapshot, samples: [reading(600, 4000)] }))).toEqual([
      ['energy', 6000, '54.00'],
      ['time', 600, '16.67'],
      ['fixedFeeStarting', 1, '5.00'],
      ['fixedFeeCharging', 1, '7.00'],
      ['minuteFeeCharging', 600, '3.00'],
    ])
  })

  it('are none without energy, and none when free', () => {
    const snapshot = group('fixed', [slot({ ...hour, fixedFeeStartingPaise: 500 })])
    for (const change of [{ meterStopWh: 0 }, { meterStopWh: -5 }, { free: true }]) {
      const made = bill(session({ snapshot, paymentType: 'UPI', ...change }))
      expect([made.lines, made.totalPaise, made.commissionPercentPaise, made.commissionUnitPaise]).toEqual([
        [],
        0n,
        0n,
        0n,
      ])
    }
  })
})

test.each<[PaymentType, 'EV' | 'CPO', bigint, bigint]>([
  ['CARD', 'EV', 446n, 0n],
  ['UPI', 'EV', 446n, 0n],
  ['WALLET', 'EV', 446n, 0n],
  ['WALLET', 'CPO', 0n, 446n],
  ['PREPAID', 'EV', 0n, 0n],
  ['RFID', 'CPO', 0n, 0n],
])('the gateway on %s borne by %s: surcharge %s, fee %s', (paymentType, pgChargesBearer, surcharge, fee) => {
  const made = bill(session({ paymentType, snapshot: { ...session().snapshot, pgChargesBearer } }))
  expect([made.surchargePaise, made.gatewayFeePaise]).toEqual([surcharge, fee])
  expect(made.totalPaise).toBe(18_880n + surcharge)
})

describe('borders', () => {
  const snapshot = weekOf([720, 730], [{ pricePerKwhPaise: 1000 }, { pricePerKwhPaise: 2000 }])
  const only = (samples: Sample[]) => bill(session({ snapshot, samples })).borders.map(b => [b.registerWh, b.mark])

  it('are measured, interpolated or without samples', () => {
    expect(only([reading(600, 1234)])).toEqual([[1234, 'measured']])
    expect(only([reading(300, 1000), reading(900, 2001)])).toEqual([[1501, 'interpolated']])
    expect(only([])).toEqual([[1667, 'without samples']])
    expect(only([{ at: clock(300), powerW: 7000 }])).toEqual([[1667, 'without samples']])
  })

  it('hold at midnight and at the end of the week', () => {
    const startAt = new Date(Date.UTC(2026, 2, 7, 23, 30))
    const made = bill(session({ startAt, stopAt: new Date(startAt.getTime() + 3_600_000), snapshot }))
    expect(made.pieces.map(piece => [snapshot.details[piece.slot]?.day, piece.energyWh, piece.seconds])).toEqual([
      [6, 5000, 1800],
      [0, 5000, 1800],
    ])
    expect(made.borders[0]?.at.toISOString()).toBe('2026-03-08T00:00:00.000Z')
  })
})

describe('samples', () => {
  const snapshot = weekOf([730], [{ pricePerKwhPaise: 1000 }, { pricePerKwhPaise: 2000 }])
  const good = [reading(300, 1000), reading(900, 3000), reading(1800, 5000)]
  const made = bill(session({ snapshot, samples: good }))

  it('may come in any order and twice', () => {
    const [a, b, c] = good as [Sample, Sample, Sample]
    expect(bill(session({ snapshot, samples: [c, a, b, a, c] }))).toEqual(made)
  })

  test.each([
    ['before the start', reading(-1, 500)],
    ['after the stop', reading(3601, 9000)],
    ['going backwards', reading(1000, 2999)],
    ['below the start register', reading(200, -1)],
    ['above the stop register', reading(1000, 10_001)],
    ['without a time', { at: new Date(Number.NaN), energyWh: 1500 }],
    ['without a number', reading(1000, Number.NaN)],
  ])('%s are dropped and counted', (_, bad) => {
    expect(bill(session({ snapshot, samples: [bad, ...good] }))).toEqual({ ...made, droppedSamples: 1 })
    expect(bill(session({ snapshot, samples: [...good, bad] }))).toEqual({ ...made, droppedSamples: 1 })
  })
})

describe('running', () => {
  const samples = [reading(600, 2000), reading(1200, 4000), reading(1500, 3999)]

  it('bills up to the last sample before now', () => {
    const { stopAt, meterStopWh, ...input } = session({ samples })
    expect(running(input, clock(1300))).toMatchObject({ energyWh: 4000, seconds: 1200, droppedSamples: 1 })
    expect(running(input, clock(100))).toMatchObject({ energyWh: 0, totalPaise: 0n })
  })

  it('tells when the budget is reached', () => {
    const { stopAt, meterStopWh, ...input } = session({ samples, holdPaise: 7552n })
    expect(running(input, clock(700)).budgetReached).toBe(false)
    const made = running(input, clock(1200))
    expect([made.budgetReached, made.overrunPaise]).toEqual([true, 0n])
  })
})

describe('a hold', () => {
  it('lowers the taxable value by a line, and keeps what ran over', () => {
    const made = bill(session({ paymentType: 'UPI', holdPaise: 10_000n }))
    expect(made.totalPaise).toBe(10_000n)
    expect(made.lines.at(-1)).toMatchObject({ kind: 'notCharged', label: 'Not charged', amountPaise: -7721n })
    expect(made.taxablePaise).toBe(16_000n - made.notChargedPaise)
    expect(made.overrunPaise).toBe(19_326n - 10_000n)
    expect(made.commissionPercentPaise).toBe(414n)
  })

  it('that no total meets leaves its last paisa to go back, which has not run over', () => {
    const open = bill(session({})).totalPaise
    const totals = [9998n, 9999n, 10_000n, 10_001n].map(holdPaise => bill(session({ holdPaise })))
    const short = totals.find(b => b.totalPaise < (b.holdPaise ?? 0n))
    expect(short).toBeDefined()
    for (const b of totals) expect((b.holdPaise ?? 0n) + b.overrunPaise).toBe(open)
  })

  it('of nothing leaves nothing to pay', () => {
    expect(bill(session({ holdPaise: 0n }))).toMatchObject({ totalPaise: 0n, taxablePaise: 0n, overrunPaise: 18_880n })
  })

  it('is never exceeded, and the taxable value is the largest that keeps it', () => {
    const terms: fc.Arbitrary<Terms> = fc.record({
      taxPpm: fc.integer({ min: 0, max: 1_000_000 }),
      insideState: fc.boolean(),
      transactionPpm: fc.integer({ min: 0, max: 100_000 }),
      bearer: fc.constantFrom('EV', 'CPO'),
    })
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 9n), terms, (hold, term) => {
        const taxable = taxableWithin(hold, term)
        expect(amountsOf(taxable, term).totalPaise).toBeLessThanOrEqual(hold)
        expect(amountsOf(taxable + 1n, term).totalPaise).toBeGreaterThan(hold)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the invoice', () => {
  it('splits the total into cost and heads within a paisa', () => {
    expect(invoiceSplit(65_826n, 180_000)).toEqual({
      costPaise: 55_785n,
      gstPaise: 10_041n,
      cgstPaise: 5021n,
      sgstPaise: 5021n,
      igstPaise: 0n,
      roundingPaise: -1n,
    })
    expect(invoiceSplit(65_826n, 180_000, false)).toMatchObject({ igstPaise: 10_041n, roundingPaise: 0n })
  })

  it('agrees with the bill within a paisa where there is no surcharge', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 9n), fc.integer({ min: 0, max: 400_000 }), (taxable, taxPpm) => {
        const amounts = amountsOf(taxable, { taxPpm, insideState: true, transactionPpm: 0, bearer: 'EV' })
        const { costPaise, gstPaise, cgstPaise, roundingPaise } = invoiceSplit(amounts.totalPaise, taxPpm)
        const near = (a: bigint, b: bigint): void => expect(a - b >= -1n && a - b <= 1n).toBe(true)
        expect(costPaise + gstPaise).toBe(amounts.totalPaise)
        near(costPaise, taxable)
        near(cgstPaise, amounts.cgstPaise)
        near(roundingPaise, 0n)
      }),
    )
  })
})

describe('any session', () => {
  const paise = fc.integer({ min: 0, max: 5000 })
  const priced = fc.record({
    priceType: fc.constantFrom('kwh', 'min', 'hr'),
    pricePerKwhPaise: paise,
    pricePerHourPaise: paise,
    fixedFeeStartingPaise: paise,
    fixedFeeChargingPaise: paise,
    minuteFeeChargingPaise: paise,
    idealFeeFullyChargedPaise: paise,
  })
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 1438 }), { maxLength: 3 }).map(c => c.sort((a, b) => a - b))
  const groups = fc.record({ cuts, prices: fc.array(priced, { minLength: 1, maxLength: 5 }) })
  const sample = fc.record(
    {
      second: fc.integer({ min: -100, max: 200_000 }),
      energyWh: fc.integer({ min: -100, max: 110_000 }),
      powerW: fc.integer({ min: 0, max: 1000 }),
      offered: fc.constantFrom('yes', 'no'),
    },
    { requiredKeys: ['second'] },
  )
  const made = fc.record({
    startMs: fc.integer({ min: 0, max: 7 * 86_400_000 }),
    seconds: fc.integer({ min: 0, max: 200_000 }),
    meterStartWh: fc.integer({ min: 0, max: 1000 }),
    energyWh: fc.integer({ min: 0, max: 100_000 }),
    samples: fc.array(sample, { maxLength: 25 }),
  })
  type Made = Omit<typeof made extends fc.Arbitrary<infer T> ? T : never, 'samples'> & {
    samples: readonly { second: number; energyWh?: number; powerW?: number }[]
  }
  const inputOf = ({ startMs, seconds, meterStartWh, energyWh, samples }: Made, snapshot: PriceSnapshot): BillInput => {
    const startAt = new Date(noon + startMs)
    return session({
      startAt,
      stopAt: new Date(startAt.getTime() + seconds * 1000),
      meterStartWh,
      meterStopWh: meterStartWh + energyWh,
      samples: samples.map(({ second, ...rest }) => ({ at: new Date(startAt.getTime() + second * 1000), ...rest })),
      snapshot,
      paymentType: 'UPI',
    })
  }
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
  const amountOf = (lines: readonly { amountPaise: bigint }[]): bigint => lines.reduce((a, l) => a + l.amountPaise, 0n)

  it('is split into pieces that add up, none negative', () => {
    fc.assert(
      fc.property(made, groups, (shape, { cuts, prices }) => {
        const result = bill(inputOf(shape, weekOf(cuts, prices)))
        expect(sum(result.pieces.map(piece => piece.energyWh))).toBe(shape.energyWh)
        expect(sum(result.pieces.map(piece => piece.seconds))).toBe(shape.seconds)
        expect(result.pieces.length).toBe(result.borders.length + 1)
        for (const piece of result.pieces) {
          expect(piece.energyWh).toBeGreaterThanOrEqual(0)
          expect(piece.idleSeconds).toBeGreaterThanOrEqual(0)
          expect(piece.idleSeconds).toBeLessThanOrEqual(piece.seconds)
        }
        expect(amountOf(result.lines)).toBe(result.taxablePaise)
        expect(result.lines.every(line => line.amountPaise >= 0n)).toBe(true)
        expect(new Set(result.lines.map(line => `${line.kind} ${line.ratePaise}`)).size).toBe(result.lines.length)
        expect(result.grossPaise).toBe(result.taxablePaise + result.cgstPaise + result.sgstPaise + result.igstPaise)
      }),
      { numRuns: 500 },
    )
  })

  it('costs the same in slots of one price as without slots, in any order of its samples', () => {
    fc.assert(
      fc.property(made, priced, cuts, (shape, price, at) => {
        const strip = (result: ReturnType<typeof bill>) => ({
          ...result,
          pieces: [],
          borders: [],
          lines: result.lines.map(({ slots, ...line }) => line),
        })
        const one = bill(inputOf(shape, group('fixed', [slot(price)])))
        expect(strip(bill(inputOf(shape, weekOf(at, [price]))))).toEqual(strip(one))
        const distinct = new Set(shape.samples.map(({ second }) => second)).size === shape.samples.length
        const turned = { ...shape, samples: shape.samples.toReversed() }
        if (distinct) expect(bill(inputOf(turned, group('fixed', [slot(price)])))).toEqual(one)
      }),
      { numRuns: 300 },
    )
  })

  it('pays for energy between the lowest and the highest price, half a paisa a line', () => {
    fc.assert(
      fc.property(made, cuts, fc.array(paise, { minLength: 1, maxLength: 5 }), (shape, at, list) => {
        const result = bill(
          inputOf(
            shape,
            weekOf(
              at,
              list.map(pricePerKwhPaise => ({ pricePerKwhPaise })),
            ),
          ),
        )
        const cost = Number(amountOf(result.lines)) * 1000
        const slack = 500 * result.lines.length
        expect(cost).toBeGreaterThanOrEqual(shape.energyWh * Math.min(...list) - slack)
        expect(cost).toBeLessThanOrEqual(shape.energyWh * Math.max(...list) + slack)
      }),
      { numRuns: 300 },
    )
  })

  it('keeps its borders within 2 Wh when more samples lie on the straight line', () => {
    const straight = fc.array(fc.integer({ min: 1, max: 999 }), { maxLength: 20 })
    fc.assert(
      fc.property(made, cuts, straight, (shape, at, parts) => {
        const snapshot = weekOf(at, [{ pricePerKwhPaise: 1 }])
        const on = parts.map(part => {
          const second = Math.floor((shape.seconds * part) / 1000)
          const wh = shape.meterStartWh + Math.round((shape.energyWh * second) / Math.max(1, shape.seconds))
          return { second, energyWh: wh }
        })
        const few = bill(inputOf({ ...shape, samples: [] }, snapshot))
        const many = bill(inputOf({ ...shape, samples: on }, snapshot))
        expect(many.droppedSamples).toBe(0)
        for (const [i, border] of many.borders.entries())
          expect(Math.abs(border.registerWh - (few.borders[i]?.registerWh ?? Number.NaN))).toBeLessThanOrEqual(2)
      }),
      { numRuns: 300 },
    )
  })

  it('never costs less with more energy at the same shape', () => {
    // Between two borders the rounding of the register can move a Wh, so that much at the highest price is allowed.
    fc.assert(
      fc.property(made, groups, fc.integer({ min: 2, max: 9 }), (shape, { cuts, prices }, times) => {
        const powers = shape.samples.map(({ second, energyWh, ...rest }) => ({ powerW: 500, ...rest, second }))
        const snapshot = weekOf(cuts, prices)
        const less = bill(inputOf({ ...shape, samples: powers }, snapshot))
        const more = bill(inputOf({ ...shape, energyWh: shape.energyWh * times, samples: powers }, snapshot))
        const top = Math.max(...prices.map(price => price.pricePerKwhPaise))
        const slack = Math.ceil((more.borders.length * top) / 1000) + more.lines.length
        expect(Number(more.taxablePaise) + slack).toBeGreaterThanOrEqual(Number(less.taxablePaise))
        if (snapshot.details.every(({ priceType }) => priceType !== 'kwh'))
          expect(more.taxablePaise).toBeGreaterThanOrEqual(less.taxablePaise)
      }),
      { numRuns: 300 },
    )
  })

  const METHODS = [
    ['UPI', 'UPI', { method: 'upi', cardNetwork: null, cardType: null }, 0],
    ['a credit card', 'CARD', { method: 'card', cardNetwork: 'Visa', cardType: 'credit' }, 30_000],
    ['a RuPay debit card', 'CARD', { method: 'card', cardNetwork: 'RuPay', cardType: 'debit' }, 5_000],
    ['a card of which nothing is told', 'CARD', null, 30_000],
    ['a wallet', 'WALLET', null, 23_600],
    ['a prepaid card', 'PREPAID', null, 0],
    ['a tag', 'RFID', null, 0],
  ] as const
  it.each(METHODS)('takes of %s the gateway’s rate by method, whoever bears it', (_, paymentType, paidWith, ppm) => {
    // 160.00 with 18 % tax is 188.80. The wallet has no rate of its own, and so the percent of the price.
    const methodRates = { upi: 0, card: 30_000, rupayDebit: 5_000 }
    const of = (pgChargesBearer: 'EV' | 'CPO') => {
      const input = session({ paymentType, paidWith, methodRates })
      return bill({ ...input, snapshot: { ...input.snapshot, pgChargesBearer } })
    }
    const part = BigInt(Math.round((18_880 * ppm) / 1_000_000))
    const ev = { surchargePaise: part, gatewayFeePaise: 0n, totalPaise: 18_880n + part }
    expect(of('EV')).toMatchObject({ ...ev, terms: { transactionPpm: ppm, bearer: 'EV' } })
    const cpo = { surchargePaise: 0n, gatewayFeePaise: part, totalPaise: 18_880n }
    expect(of('CPO')).toMatchObject({ ...cpo, terms: { transactionPpm: ppm, bearer: 'CPO' } })
  })

  it('with a hold never costs more than it, and as much as it can', () => {
    fc.assert(
      fc.property(made, groups, fc.bigInt(0n, 300_000n), (shape, { cuts, prices }, holdPaise) => {
        const input = inputOf(shape, weekOf(cuts, prices))
        const open = bill(input)
        const held = bill({ ...input, holdPaise })
        expect(held.totalPaise).toBeLessThanOrEqual(holdPaise)
        // The amount paid and the amount that nobody paid add up to the whole bill: no paisa of the hold is counted
        // twice.
        expect(held.overrunPaise).toBe(open.totalPaise > holdPaise ? open.totalPaise - holdPaise : 0n)
        expect(held.taxablePaise + held.notChargedPaise).toBe(open.taxablePaise)
        expect(amountOf(held.lines)).toBe(held.taxablePaise)
        if (open.totalPaise <= holdPaise) expect(held.totalPaise).toBe(open.totalPaise)
        else expect(held.budgetReached).toBe(true)
        for (const near of [-2n, -1n, 0n, 1n].map(paise => open.totalPaise + paise).filter(paise => paise >= 0n)) {
          const result = bill({ ...input, holdPaise: near })
          expect(result.totalPaise).toBeLessThanOrEqual(near)
          expect(result.notChargedPaise > 0n).toBe(near < open.totalPaise)
          expect(result.budgetReached).toBe(near <= open.totalPaise)
        }
      }),
      { numRuns: 300 },
    )
  })
})
