// A sample session costs as much as the bill of a real session like it.
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { bill } from '#charging/billing/bill.rules.ts'
import { weekOf } from '#charging/billing/test-bill.ts'
import { type SampleSession, sampleBill, sampleInput, sampleProblem } from './sample.rules.ts'

// A Monday, 60 minutes over noon UTC.
const session: SampleSession = {
  startAt: new Date('2026-03-02T11:30:00Z'),
  minutes: 60,
  energyKwh: 20,
  fullMinutes: 0,
  paidBy: 'upi',
}
const week = weekOf(
  [720],
  [
    { pricePerKwhPaise: 1600, fixedFeeStartingPaise: 500, idealFeeFullyChargedPaise: 100 },
    { pricePerKwhPaise: 2200, idealFeeFullyChargedPaise: 100 },
  ],
)

it('is split where the price changes, with tax and the gateway’s part', () => {
  const b = sampleBill(week, session, 'Asia/Kolkata')
  expect(b.lines.map(l => [l.label, l.quantity, l.rate, l.amount])).toEqual([
    ['Energy', 10, 16, 160],
    ['Energy', 10, 22, 220],
    ['Start fee', 1, 5, 5],
  ])
  expect([b.taxable, b.cgst, b.sgst, b.gross, b.surcharge, b.total]).toEqual([385, 34.65, 34.65, 454.3, 10.72, 465.02])
  expect(b.lines[0]?.businessSlots).toEqual(['Mon 05:30 to 17:30'])
  expect(sampleBill(week, { ...session, paidBy: 'tag' }, 'UTC').surcharge).toBe(0)
})

it('pays for a full car from ten minutes after', () => {
  const b = sampleBill(week, { ...session, minutes: 90, fullMinutes: 30 }, 'UTC')
  expect([b.idleSeconds, b.lines.find(l => l.kind === 'idealFeeFullyCharged')?.amount]).toEqual([1200, 20])
})

it('costs what a charger’s own readings of the same session do, whatever is typed', () => {
  const any = fc.record({
    startAt: fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
    minutes: fc.integer({ min: 1, max: 600 }),
    energyKwh: fc.integer({ min: 0, max: 100_000 }).map(wh => wh / 1000),
    fullMinutes: fc.constant(0),
    paidBy: fc.constantFrom('upi', 'rupayDebit', 'card', 'wallet', 'tag'),
  })
  fc.assert(
    fc.property(any, fc.integer({ min: 1, max: 4000 }), fc.integer({ min: 1, max: 4000 }), (s, a, b) => {
      const prices = weekOf(
        [300, 720],
        [{ pricePerKwhPaise: a }, { pricePerKwhPaise: b }, { priceType: 'min', pricePerHourPaise: a }],
      )
      const shown = sampleBill(prices, s, 'UTC')
      const input = sampleInput(prices, s)
      expect(shown.total).toBe(Number(bill(input).totalPaise) / 100)
      // Readings on the straight line move a border by 2 Wh at most (M-2.3).
      const rough = Number(bill({ ...input, samples: [] }).taxablePaise) / 100
      expect(Math.abs(shown.taxable - rough)).toBeLessThanOrEqual(0.02 + (8 * 3 * 2 * Math.max(a, b)) / 100_000)
    }),
  )
})

test.each<[Partial<SampleSession>, string | undefined]>([
  [{}, undefined],
  [{ startAt: new Date(Number.NaN) }, 'Please enter when the session starts.'],
  [{ minutes: 0 }, 'Please enter a duration of 1 to 10080 minutes.'],
  [{ minutes: 1.5 }, 'Please enter a duration of 1 to 10080 minutes.'],
  [{ energyKwh: Number.NaN }, 'Please enter an energy of 0 to 10000 kWh.'],
  [{ fullMinutes: 60 }, 'The car must be full for fewer minutes than the session lasts.'],
])('%o', (change, problem) => expect(sampleProblem({ ...session, ...change })).toBe(problem))

it('shows a time without a price', () => {
  const gap = {
    ...week,
    details: week.details.filter(d => d.day !== 1 || d.startMinute > 0),
    type: 'variable' as const,
  }
  expect(sampleBill(gap, session, 'UTC').lines.map(l => l.label)).toContain('No price')
})
