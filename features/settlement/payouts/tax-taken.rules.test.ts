import { share } from '@wattdesk/base/money'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CarriedBase,
  carriedAfter,
  type KeptTaxes,
  keptTaxes,
  pooled,
  type SupplierBase,
  type TaxBases,
  type TaxesOfMonth,
  type TaxTerms,
  takenPaise,
  taxesOfMonth,
} from './tax-taken.rules.ts'

const NONE: CarriedBase = []
const [A, C] = ['29AAPFU0939F1ZR', '27AAPFU0939F1ZV']
const value = (gstin: string, insidePaise: bigint, acrossPaise = 0n): SupplierBase => ({
  gstin,
  insidePaise,
  acrossPaise,
})
const bases = (bySupplier: SupplierBase[], more: Partial<TaxBases> = {}): TaxBases => ({
  bySupplier,
  grossPaise: 0n,
  givenBackPaise: 0n,
  ...more,
})
const counting = { platformPans: [], usualRates: [], zone: 'Asia/Kolkata' }
/** As a payout keeps it. */
const kept = (b: TaxBases, t: TaxTerms, carriedIn: CarriedBase, isByNumber = true): KeptTaxes => {
  const facts = { bases: b, terms: t, carriedIn, lacksPlatform: false }
  return keptTaxes(
    { ...facts, counting: isByNumber ? { ...counting, isByNumber } : counting },
    taxesOfMonth(b, t, carriedIn),
  )
}
const carriedOut = (m: TaxesOfMonth) => m.bySupplier.map(s => ({ gstin: s.gstin, ...s.carriedOut }))
const tcs: TaxTerms = { tcs: { ratePpm: 5000 }, tds: null }
const tds = (more: Partial<NonNullable<TaxTerms['tds']>> = {}): TaxTerms => ({
  tcs: null,
  tds: { ratePpm: 1000, pan: 'AACCC6636P', thresholdPaise: null, yearBeforePaise: 0n, ...more },
})

describe('tax collected at source', () => {
  test.each([
    // 0.5 % of 20,400.00 is 102.00, half of it central and half of the state.
    [2_040_000n, 0n, [5100n, 5100n, 0n]],
    [0n, 2_040_000n, [0n, 0n, 10_200n]],
    // R(100, 5000, 10⁶) is 1 paisa, and its central half, a quarter paisa up to a half, is rounded: both add up.
    [200n, 0n, [1n, 0n, 0n]],
    [99n, 0n, [0n, 0n, 0n]],
    [100n, 0n, [0n, 1n, 0n]],
    [0n, 100n, [0n, 0n, 1n]],
  ])('of %s inside and %s across states', (insidePaise, acrossPaise, heads) => {
    const m = taxesOfMonth(bases([value(A, insidePaise, acrossPaise)]), tcs, NONE)
    expect([m.tcsCgstPaise, m.tcsSgstPaise, m.tcsIgstPaise]).toEqual(heads)
    expect(m.tcsCgstPaise + m.tcsSgstPaise).toBe(share(insidePaise, 5000))
    expect(m.tdsPaise).toBe(0n)
  })
  test('a base below 0 takes nothing and is carried, each head by itself', () => {
    const first = taxesOfMonth(bases([value(A, -300_000n, 100_000n)]), tcs, NONE)
    expect(first).toMatchObject({ tcsCgstPaise: 0n, tcsSgstPaise: 0n, tcsIgstPaise: 500n })
    expect(carriedOut(first)).toEqual([value(A, -300_000n)])
    const next = taxesOfMonth(bases([value(A, 500_000n)]), tcs, carriedOut(first))
    expect([takenPaise(next), carriedOut(next)]).toEqual([1000n, [value(A, 0n)]])
  })
  test('while it is off nothing is taken and the carried base waits', () => {
    const carried = [value('', -7n), value(C, -5n, -6n)]
    const m = taxesOfMonth(bases([value(C, 1_000_000n)]), { tcs: null, tds: null }, carried)
    expect([takenPaise(m), carriedOut(m)]).toEqual([0n, carried])
  })
  test('credit notes under one number do not lower the tax of another', () => {
    const of = bases([value(C, -614_160n), value(A, 1_023_600n)])
    const m = taxesOfMonth(of, tcs, NONE)
    expect(takenPaise(m)).toBe(5118n)
    expect(m.bySupplier.map(s => s.tcsCgstPaise + s.tcsSgstPaise)).toEqual([0n, 5118n])
    const stored = kept(of, tcs, NONE)
    expect(stored).toMatchObject({ tcs: { insidePaise: 409_440 }, carriedOut: { insidePaise: -614_160 } })
    expect(carriedAfter([stored])).toEqual([value(C, -614_160n)])
    // What is carried comes off its own number alone.
    const next = taxesOfMonth(bases([value(C, 700_000n), value(A, 100_000n)]), tcs, carriedAfter([stored]))
    expect(next.bySupplier.map(s => s.tcsCgstPaise + s.tcsSgstPaise)).toEqual([429n, 500n])
    // A payout from before takes both as one.
    expect(takenPaise(taxesOfMonth({ ...of, bySupplier: pooled(of.bySupplier) }, tcs, NONE))).toBe(2047n)
  })
  test('what a payout from before has carried is of its only supplier, else of the first numbers with value', () => {
    const old = (suppliers: string[], carried: number): KeptTaxes => ({
      ...kept(bases([value('', BigInt(carried))]), tcs, NONE, false),
      suppliers,
    })
    expect(old([A], -5)).not.toHaveProperty('bySupplier')
    expect(carriedAfter([old([A], 5)])).toEqual([])
    expect(carriedAfter([null, old([A], -5)])).toEqual([])
    expect(carriedAfter([old([], -5), old([A], -5), old([C], 0)])).toEqual([value(A, -5n)])
    const nameless = carriedAfter([old([C], -900_000), old([A], -5)])
    expect(nameless).toEqual([value('', -900_000n)])
    const m = taxesOfMonth(bases([value(A, 700_000n), value(C, 100_000n)]), tcs, nameless)
    expect([takenPaise(m), carriedOut(m)]).toEqual([0n, [value('', -100_000n), value(C, 0n), value(A, 0n)]])
    expect(m.bySupplier.map(s => s.carriedIn.insidePaise)).toEqual([-100_000n, -100_000n, -700_000n])
  })
})

describe('tax deducted at source', () => {
  test('is the rate of the gross value, less what credit notes give back, below 0 too', () => {
    expect(taxesOfMonth(bases([], { grossPaise: 2_040_000n }), tds(), NONE).tdsPaise).toBe(2040n)
    expect(taxesOfMonth(bases([], { grossPaise: 1000n, givenBackPaise: 40n }), tds(), NONE).tdsPaise).toBe(-39n)
  })
  test.each([
    [null, 0n, 1000],
    [500_000n, 499_999n, 0],
    [500_000n, 499_000n, 0],
    [500_000n, 499_001n, 1000],
    [500_000n, 900_000n, 1000],
  ])('above a threshold of %s with %s before', (thresholdPaise, yearBeforePaise, ratePpm) => {
    const gross = yearBeforePaise === 499_999n ? 1n : 1000n
    const m = taxesOfMonth(bases([], { grossPaise: gross }), tds({ thresholdPaise, yearBeforePaise }), NONE)
    expect([m.tdsRatePpm, m.tdsPaise]).toEqual([ratePpm, share(gross, ratePpm)])
  })
})

/** Values for which both rates leave no fraction of a paisa. */
const whole = fc.integer({ min: 0, max: 5000 }).map(n => BigInt(n) * 2000n)
type Bill = { month: number; versions: bigint[] }
const bill = fc.record({
  month: fc.integer({ min: 0, max: 5 }),
  versions: fc.array(whole, { minLength: 1, maxLength: 5 }),
})
test('over random corrections in later months, what was taken is the rate of the net value', () => {
  fc.assert(
    fc.property(fc.array(bill, { maxLength: 12 }), (bills: Bill[]) => {
      const count = 12
      let [collected, deducted, carried] = [0n, 0n, NONE as CarriedBase]
      for (let month = 0; month < count; month++) {
        const changes = bills.flatMap(b => {
          const n = month - b.month
          const now = b.versions[n]
          return now === undefined
            ? []
            : [{ isFirst: n === 0, paise: now - (n === 0 ? 0n : (b.versions[n - 1] ?? 0n)) }]
        })
        const sum = (of: (c: (typeof changes)[number]) => boolean) =>
          changes.filter(of).reduce((all, c) => all + c.paise, 0n)
        const m = taxesOfMonth(
          bases(
            [
              value(
                A,
                sum(() => true),
              ),
            ],
            {
              grossPaise: sum(c => c.isFirst || c.paise > 0n),
              givenBackPaise: share(-sum(c => !c.isFirst && c.paise < 0n), 1000),
            },
          ),
          { ...tcs, tds: tds().tds },
          carried,
        )
        expect(m.tcsCgstPaise >= 0n && m.tcsSgstPaise >= 0n).toBe(true)
        carried = carriedOut(m)
        collected += m.tcsCgstPaise + m.tcsSgstPaise
        deducted += m.tdsPaise
      }
      const net = bills.reduce((all, b) => all + (b.versions.at(-1) ?? 0n), 0n)
      expect(collected).toBe(share(net - (carried[0]?.insidePaise ?? 0n), 5000))
      expect(deducted).toBe(share(net, 1000))
    }),
  )
})
