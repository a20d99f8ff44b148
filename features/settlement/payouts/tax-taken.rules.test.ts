import { share } from '@wattdesk/base/money'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CarriedBase, type TaxBases, type TaxTerms, takenPaise, taxesOfMonth } from './tax-taken.rules.ts'

const NONE: CarriedBase = { insidePaise: 0n, acrossPaise: 0n }
const bases = (more: Partial<TaxBases> = {}): TaxBases => ({
  insidePaise: 0n,
  acrossPaise: 0n,
  grossPaise: 0n,
  givenBackPaise: 0n,
  suppliers: [],
  ...more,
})
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
    const m = taxesOfMonth(bases({ insidePaise, acrossPaise }), tcs, NONE)
    expect([m.tcsCgstPaise, m.tcsSgstPaise, m.tcsIgstPaise]).toEqual(heads)
    expect(m.tcsCgstPaise + m.tcsSgstPaise).toBe(share(insidePaise, 5000))
    expect(m.tdsPaise).toBe(0n)
  })
  test('a base below 0 takes nothing and is carried, each head by itself', () => {
    const first = taxesOfMonth(bases({ insidePaise: -300_000n, acrossPaise: 100_000n }), tcs, NONE)
    expect(first).toMatchObject({ tcsCgstPaise: 0n, tcsSgstPaise: 0n, tcsIgstPaise: 500n })
    expect(first.carriedOut).toEqual({ insidePaise: -300_000n, acrossPaise: 0n })
    const next = taxesOfMonth(bases({ insidePaise: 500_000n }), tcs, first.carriedOut)
    expect([takenPaise(next), next.carriedOut]).toEqual([1000n, NONE])
  })
  test('while it is off nothing is taken and the carried base waits', () => {
    const carried = { insidePaise: -5n, acrossPaise: -6n }
    const m = taxesOfMonth(bases({ insidePaise: 1_000_000n }), { tcs: null, tds: null }, carried)
    expect([takenPaise(m), m.carriedOut]).toEqual([0n, carried])
  })
})

describe('tax deducted at source', () => {
  test('is the rate of the gross value, less what credit notes give back, below 0 too', () => {
    expect(taxesOfMonth(bases({ grossPaise: 2_040_000n }), tds(), NONE).tdsPaise).toBe(2040n)
    expect(taxesOfMonth(bases({ grossPaise: 1000n, givenBackPaise: 40n }), tds(), NONE).tdsPaise).toBe(-39n)
  })
  test.each([
    [null, 0n, 1000],
    [500_000n, 499_999n, 0],
    [500_000n, 499_000n, 0],
    [500_000n, 499_001n, 1000],
    [500_000n, 900_000n, 1000],
  ])('above a threshold of %s with %s before', (thresholdPaise, yearBeforePaise, ratePpm) => {
    const gross = yearBeforePaise === 499_999n ? 1n : 1000n
    const m = taxesOfMonth(bases({ grossPaise: gross }), tds({ thresholdPaise, yearBeforePaise }), NONE)
    expect([m.tdsRatePpm, m.tdsPaise]).toEqual([ratePpm, share(gross, ratePpm)])
  })
})

/** Values for which both rates leave no fraction of a paisa. */
const value = fc.integer({ min: 0, max: 5000 }).map(n => BigInt(n) * 2000n)
type Bill = { month: number; versions: bigint[] }
const bill = fc.record({
  month: fc.integer({ min: 0, max: 5 }),
  versions: fc.array(value, { minLength: 1, maxLength: 5 }),
})
test('over random corrections in later months, what was taken is the rate of the net value', () => {
  fc.assert(
    fc.property(fc.array(bill, { maxLength: 12 }), (bills: Bill[]) => {
      const count = 12
      let [collected, deducted, carried] = [0n, 0n, NONE]
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
          bases({
            insidePaise: sum(() => true),
            grossPaise: sum(c => c.isFirst || c.paise > 0n),
            givenBackPaise: share(-sum(c => !c.isFirst && c.paise < 0n), 1000),
          }),
          { ...tcs, tds: tds().tds },
          carried,
        )
        expect(m.tcsCgstPaise >= 0n && m.tcsSgstPaise >= 0n).toBe(true)
        carried = m.carriedOut
        collected += m.tcsCgstPaise + m.tcsSgstPaise
        deducted += m.tdsPaise
      }
      const net = bills.reduce((all, b) => all + (b.versions.at(-1) ?? 0n), 0n)
      expect(collected).toBe(share(net - carried.insidePaise, 5000))
      expect(deducted).toBe(share(net, 1000))
    }),
  )
})
