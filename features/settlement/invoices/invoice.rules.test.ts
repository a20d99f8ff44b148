// Tax documents of bills: kinds, numbers, financial years, and figures that add up.
import { MODES } from '@wattdesk/base/mode'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { invoiceSplit } from '#charging/billing/bill.rules.ts'
import { figuresOf, fiscalYear, isSeries, kindOf, numberText, SERVICES, seriesOf, serviceOn } from './invoice.rules.ts'

test.each([
  ['2026-03-31T18:29:59.999Z', '25-26'],
  ['2026-03-31T18:30:00.000Z', '26-27'],
  ['2026-11-22T00:00:00.000Z', '26-27'],
  ['2100-01-01T00:00:00.000Z', '99-00'],
])('%s is in the financial year %s of India', (at, year) => {
  expect(fiscalYear(new Date(at), 'Asia/Kolkata')).toBe(year)
})

test('a number has at most 16 characters, and each kind its own series', () => {
  expect(numberText('CM', '26-27', 1)).toBe('CM/26-27/0000001')
  expect(numberText('CM', '26-27', 9_999_999)).toHaveLength(16)
  for (const own of ['CM', 'CN', 'DN', '7X'])
    for (const mode of MODES) expect(new Set(Object.values(seriesOf(own, mode))).size).toBe(3)
  expect(numberText('TESTCM', '26-27', 1)).toBe('TESTCM26/0000001')
  expect(numberText('TESTCM', '26-27', 9_999_999)).toHaveLength(16)
  expect(Object.values(seriesOf('CM', 'test'))).toEqual(['TESTCM', 'TESTCN', 'TESTDN'])
  expect(Object.values(seriesOf('CM', 'live'))).toEqual(['CM', 'CN', 'DN'])
  expect(['CM', '1A'].every(isSeries)).toBe(true)
  expect(['cm', 'CMS', 'C', 'C/', ''].some(isSeries)).toBe(false)
})

test('the service that holds on a day is the last that began', () => {
  const later = [...SERVICES, { from: '2027-04-01', sac: '998715', ratePpm: 50_000 }]
  expect(serviceOn('2027-03-31', later)).toMatchObject({ sac: '998714', ratePpm: 180_000 })
  expect(serviceOn('2027-04-01', later)).toMatchObject({ sac: '998715', ratePpm: 50_000 })
  expect(serviceOn('2010-01-01', later).sac).toBe('998714')
})

test.each([
  [100n, 0n, false, 'invoice'],
  [0n, 0n, false, undefined],
  [0n, 100n, true, 'credit note'],
  [40n, 100n, true, 'credit note'],
  [140n, 100n, true, 'debit note'],
  [100n, 100n, true, undefined],
  [50n, 0n, true, 'debit note'],
] as const)('a total of %s after %s, with an invoice: %s, asks for %s', (total, prior, has, kind) => {
  expect(kindOf(total, prior, has)).toBe(kind)
})

describe('figures', () => {
  const totals = fc.array(fc.bigInt({ min: 0n, max: 10_000_000n }), { minLength: 1, maxLength: 6 })
  test('the worked bill: 658.26 inside one state', () => {
    expect(figuresOf('invoice', { totalPaise: 65_826n, priorPaise: 0n, ratePpm: 180_000, isAcross: false })).toEqual({
      costPaise: 55_785n,
      cgstPaise: 5_021n,
      sgstPaise: 5_021n,
      igstPaise: 0n,
      roundingPaise: -1n,
      totalPaise: 65_826n,
    })
  })
  test('an invoice and its notes add up to the invoice of the last bill, paper by paper even', () => {
    fc.assert(
      fc.property(
        totals,
        fc.constantFrom(0, 50_000, 120_000, 180_000, 280_000),
        fc.boolean(),
        (all, ratePpm, isAcross) => {
          const sums = { costPaise: 0n, cgstPaise: 0n, sgstPaise: 0n, igstPaise: 0n, roundingPaise: 0n, totalPaise: 0n }
          let hasInvoice = false
          all.forEach((totalPaise, n) => {
            const priorPaise = all[n - 1] ?? 0n
            const kind = kindOf(totalPaise, priorPaise, hasInvoice)
            if (!kind) return
            hasInvoice ||= kind === 'invoice'
            const f = figuresOf(kind, { totalPaise, priorPaise, ratePpm, isAcross })
            expect(f.totalPaise > 0n).toBe(true)
            expect(f.costPaise + f.cgstPaise + f.sgstPaise + f.igstPaise + f.roundingPaise).toBe(f.totalPaise)
            for (const k of Object.keys(sums) as (keyof typeof sums)[]) sums[k] += kind === 'credit note' ? -f[k] : f[k]
          })
          const last = all.at(-1) as bigint
          const { costPaise, cgstPaise, igstPaise } = invoiceSplit(last, ratePpm, !isAcross)
          expect(sums).toMatchObject({ totalPaise: last, costPaise, cgstPaise, igstPaise })
        },
      ),
    )
  })
})
