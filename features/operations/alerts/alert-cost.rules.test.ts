// What an alert has cost: by the pace of what is down, by an amount, or not at all.
import { hourMs } from '@wattdesk/base/time'
import { describe, expect, test } from 'vitest'
import { amountOf, type CostRow, costOf, LOST_REVENUE } from './alert-cost.rules.ts'
import { kindOf } from './alert-kinds.store.ts'

const now = new Date('2026-03-10T12:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * hourMs)
/** Down for ten hours, of a charger that brings ₹50 an hour. */
const row = (more: Partial<CostRow> = {}): CostRow => ({
  since: ago(10),
  closedAt: null,
  connectorId: null,
  connectors: null,
  revenuePaise: 5000 * 100,
  upMs: 100 * hourMs,
  siteHourlyPaise: null,
  ...more,
})
describe('lost revenue', () => {
  test.each<[string, Partial<CostRow>, object, number | undefined]>([
    ['a charger', {}, {}, 500],
    ['a charger that is back', { closedAt: ago(4) }, {}, 300],
    ['one connector of two', { connectorId: 1, connectors: 2 }, {}, 250],
    ['three chargers of a site', { revenuePaise: null, upMs: null, siteHourlyPaise: 2000 }, { chargers: 3 }, 600],
    ['a charger without revenue', { revenuePaise: 0 }, {}, undefined],
    ['a charger that was up for less than a day', { upMs: 23 * hourMs }, {}, undefined],
    ['a charger of which nothing is known', { revenuePaise: null, upMs: null }, {}, undefined],
    ['a cause that is still to come', { since: ago(-1) }, {}, 0],
  ])('of %s', (_, more, facts, rupees) => {
    const cost = costOf(LOST_REVENUE, row(more), { ...facts }, now)
    expect(cost?.rupees).toBe(rupees)
    if (cost) expect(cost).toMatchObject({ isEstimated: true, reckoned: LOST_REVENUE.reckoned })
  })
})
test('an amount is known, and a day that brought little lacks the rest', () => {
  expect(costOf(amountOf('The refund'), row(), { paise: 12_345 }, now)).toEqual({
    rupees: 123.45,
    isEstimated: false,
    reckoned: 'The refund',
  })
  expect(costOf(kindOf('revenue-low')?.cost, row(), { usual: 200_000, paise: 80_000 }, now)?.rupees).toBe(1200)
})
test('a payout that is not paid costs its amount, and a day leads to its report', () => {
  expect(costOf(kindOf('payout-late')?.cost, row(), { paise: 50_000 }, now)).toMatchObject({
    rupees: 500,
    isEstimated: false,
  })
  const none = { chargepointPk: null, connectorId: null, zoneId: null, transactionId: null }
  const to = new URL(kindOf('revenue-low')?.step.to(none, { day: '2026-11-28' }) ?? '', 'http://x')
  expect([to.pathname, to.searchParams.get('period')]).toEqual(['/report', '90d'])
  expect(JSON.parse(to.searchParams.get('filters') ?? '').conditions).toEqual([
    { field: 'stoptime', operator: 'equals', value: '2026-11-28' },
  ])
})
test('other kinds have none', () => expect(costOf(kindOf('clock-off')?.cost, row(), {}, now)).toBeNull())
