import { round, share } from '@wattdesk/base/money'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CommissionOfMonth,
  commissionSeries,
  documentsOf,
  figuresByRate,
  headsOf,
  statesOf,
} from './commission-invoice.rules.ts'

const commission = (more: Partial<CommissionOfMonth> = {}): CommissionOfMonth => {
  const c = {
    fixedPaise: 59_800n,
    unitPaise: 102_000n,
    reversedOf: new Map<number, bigint>(),
    fixedPpm: 180_000,
    unitPpm: 180_000,
    isTaxWithin: false,
    isAcross: false,
    ...more,
  }
  const unit = c.unitPaise + [...c.reversedOf.values()].reduce((a, b) => a + b, 0n)
  const part = (paise: bigint, ppm: number) =>
    c.isTaxWithin ? round(paise, BigInt(ppm), 1_000_000n + BigInt(ppm)) : share(paise, ppm)
  return { ...c, taxPaise: more.taxPaise ?? part(c.fixedPaise, c.fixedPpm) + part(unit, c.unitPpm) }
}

describe('the documents of a month', () => {
  // Rule 3 of the worked month (M-3): commission 1,618.00 and 291.24 of tax on it.
  test('inside the state: one invoice with the tax in halves', () => {
    const [d, ...others] = documentsOf(commission())
    expect(others).toEqual([])
    expect(d).toMatchObject({
      correctsPayoutNo: null,
      taxablePaise: 161_800n,
      cgstPaise: 14_562n,
      sgstPaise: 14_562n,
      igstPaise: 0n,
      roundingPaise: 0n,
      totalPaise: 190_924n,
    })
    expect(d?.lines.map(l => l.kind)).toEqual(['fixed', 'unit'])
  })
  test('across states the tax is whole', () => {
    expect(documentsOf(commission({ isAcross: true }))[0]).toMatchObject({
      cgstPaise: 0n,
      sgstPaise: 0n,
      igstPaise: 29_124n,
      totalPaise: 190_924n,
    })
  })
  test('a commission that includes its tax is the total', () => {
    expect(documentsOf(commission({ fixedPaise: 0n, unitPaise: 11_800n, isTaxWithin: true }))[0]).toMatchObject({
      taxablePaise: 10_000n,
      cgstPaise: 900n,
      sgstPaise: 900n,
      totalPaise: 11_800n,
    })
  })
  test('a correction that lowers the commission is a credit note, one that raises it stands on the invoice', () => {
    const all = documentsOf(
      commission({
        reversedOf: new Map([
          [9, 1000n],
          [4, -500n],
        ]),
      }),
    )
    expect(all.map(d => [d.correctsPayoutNo, d.taxablePaise])).toEqual([
      [null, 162_800n],
      [4, 500n],
    ])
    expect(all[0]?.lines.map(l => [l.kind, l.paise])).toEqual([
      ['fixed', 59_800],
      ['unit', 102_000],
      ['corrections', 1000],
    ])
    expect(all[1]).toMatchObject({ cgstPaise: 45n, sgstPaise: 45n, totalPaise: 590n })
  })
  test('no commission, no document; corrections alone, credit notes alone', () => {
    expect(documentsOf(commission({ fixedPaise: 0n, unitPaise: 0n }))).toEqual([])
    const reversedOf = new Map([
      [4, -53n],
      [5, -53n],
    ])
    const all = documentsOf(commission({ fixedPaise: 0n, unitPaise: 0n, reversedOf }))
    expect(all.map(d => d.correctsPayoutNo)).toEqual([4, 5])
    // Each by itself 10 paise (9.54), together 19 (19.08).
    expect(all.map(d => d.totalPaise - d.taxablePaise)).toEqual([10n, 9n])
  })
})

const paise = fc.bigInt({ min: 0n, max: 10_000_000n })
test('together the documents are commission and tax of the payout, and their heads are the tax less its rounding', () => {
  fc.assert(
    fc.property(
      paise,
      paise,
      fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.bigInt({ min: -100_000n, max: 100_000n })), {
        maxLength: 4,
      }),
      fc.constantFrom(0, 50_000, 120_000, 180_000),
      fc.boolean(),
      fc.boolean(),
      (fixedPaise, unitPaise, reversed, fixedPpm, isTaxWithin, isAcross) => {
        const c = commission({ fixedPaise, unitPaise, reversedOf: new Map(reversed), fixedPpm, isTaxWithin, isAcross })
        const all = documentsOf(c)
        const amount = fixedPaise + unitPaise + [...c.reversedOf.values()].reduce((a, b) => a + b, 0n)
        const sum = (of: (d: (typeof all)[number]) => bigint) =>
          all.reduce((n, d) => (d.correctsPayoutNo === null ? n + of(d) : n - of(d)), 0n)
        expect(sum(d => d.taxablePaise)).toBe(isTaxWithin ? amount - c.taxPaise : amount)
        expect(sum(d => d.totalPaise)).toBe(isTaxWithin ? amount : amount + c.taxPaise)
        const h = headsOf(all)
        expect(h.cgstPaise + h.sgstPaise + h.igstPaise + h.roundingPaise).toBe(c.taxPaise)
        for (const d of all) {
          expect(d.taxablePaise + d.cgstPaise + d.sgstPaise + d.igstPaise + d.roundingPaise).toBe(d.totalPaise)
          expect(d.cgstPaise).toBe(d.sgstPaise)
        }
      },
    ),
  )
})

test.each([
  ['24AACCK3955D1ZS', { gstin: '29AACCC6636P1Z1', state: 'Gujarat' }, '24', '29', true],
  ['24AACCK3955D1ZS', { gstin: null, state: 'Gujarat' }, '24', '24', false],
  ['24AACCK3955D1ZS', { gstin: null, state: 'Nowhere' }, '24', '24', false],
  // A unit in a Special Economic Zone of the platform's own state.
  ['24AACCK3955D1ZS', { gstin: '24AAPFU0939F1Z1', state: '', recipientType: 'SEZWP' as const }, '24', '24', true],
])('the platform %s supplies %o from %s in %s, across states: %s', (gstin, owner, supplier, place, isAcross) => {
  expect(statesOf(gstin, owner)).toEqual({ supplier, place, isAcross })
})

test.each([
  ['PC', 'CM', 'live', 'PC', 'PN'],
  ['PC', 'CM', 'test', 'TESTPC', 'TESTPN'],
  // Invoices of sessions and their notes keep their series.
  ['CM', 'CM', 'live', 'PC', 'PN'],
  ['CN', 'CM', 'live', 'PC', 'PN'],
  ['PN', 'PC', 'live', 'PN', 'PR'],
] as const)('series %s beside %s in %s mode: %s and %s', (wanted, ofSessions, mode, invoice, note) => {
  expect(commissionSeries(wanted, ofSessions, mode)).toEqual({ invoice, 'credit note': note })
})

test('the figures by rate add up to the document, and each rate has its own tax', () => {
  const parts = fc.record({
    fixedPaise: fc.bigInt({ min: 0n, max: 500_000n }),
    unitPaise: fc.bigInt({ min: 0n, max: 500_000n }),
    fixedPpm: fc.constantFrom(50_000, 180_000),
    unitPpm: fc.constantFrom(120_000, 180_000),
    isTaxWithin: fc.boolean(),
    isAcross: fc.boolean(),
  })
  fc.assert(
    fc.property(parts, p => {
      for (const d of documentsOf(commission(p))) {
        const rates = figuresByRate({ ...d, isTaxWithin: p.isTaxWithin })
        for (const head of ['taxablePaise', 'cgstPaise', 'sgstPaise', 'igstPaise'] as const)
          expect(rates.reduce((n, r) => n + r[head], 0n)).toBe(d[head])
        expect(rates.map(r => r.ratePpm)).toEqual([...new Set(d.lines.map(l => l.ratePpm))].toSorted((a, b) => a - b))
        for (const r of rates) {
          const tax = r.cgstPaise + r.sgstPaise + r.igstPaise
          const off = tax - share(r.taxablePaise, r.ratePpm)
          expect(off >= -2n && off <= 2n).toBe(true)
          expect(r.cgstPaise).toBe(r.sgstPaise)
        }
      }
    }),
  )
})
