// The plan of a charger's past: repeatable, within its connections, one car at a connector at a time.
import { expect, test } from 'vitest'
import { demoChargers } from './places.ts'
import { planOf } from './plan.ts'
import { hourIn, occupancyAt } from './rhythm.ts'

const to = Date.parse('2026-03-18T09:20:00Z')
const period = { to, days: 90, timeZone: 'Asia/Kolkata' }
const plans = demoChargers.map(c => ({ c, plan: planOf(c, period) }))

test('the same charger has the same past', () => {
  for (const { c, plan } of plans) expect(planOf(c, period)).toEqual(plan)
})

test('connections do not overlap, and cars come only while there is one and no fault', () => {
  for (const { plan } of plans) {
    for (const [i, s] of plan.spans.entries()) expect(s.from).toBeGreaterThan(plan.spans[i - 1]?.to ?? 0)
    expect(plan.spans.at(-1)?.to).toBeLessThanOrEqual(to)
    for (const v of plan.visits) {
      const end = v.plugInAt + v.maxSeconds * 1000
      expect(plan.spans.some(s => s.from <= v.plugInAt && end < s.to)).toBe(true)
      const faults = plan.faults.filter(f => f.connectorId === 0 || f.connectorId === v.connectorId)
      expect(faults.some(f => v.plugInAt < f.to && end > f.from)).toBe(false)
    }
  }
})

test('one car at a connector at a time', () => {
  for (const { plan } of plans) {
    const until = new Map<number, number>()
    for (const v of plan.visits) {
      expect(v.plugInAt).toBeGreaterThan(until.get(v.connectorId) ?? 0)
      until.set(v.connectorId, v.plugInAt + v.maxSeconds * 1000)
    }
  }
})

test('cars come by the hour: offices by day, depots by night', () => {
  const share = (kind: string, isBusy: (hour: number) => boolean) => {
    const hours = plans
      .filter(p => p.c.place.kind === kind)
      .flatMap(p => p.plan.visits.map(v => hourIn('Asia/Kolkata', v.plugInAt)))
    return hours.filter(isBusy).length / hours.length
  }
  expect(share('office', hour => hour >= 8 && hour < 20)).toBeGreaterThan(0.7)
  expect(share('depot', hour => hour >= 20 || hour < 6)).toBeGreaterThan(0.5)
})

test('at every hour several connectors of the live chargers would be in use', () => {
  for (let hour = 0; hour < 24; hour++) {
    const live = demoChargers.filter(c => c.isLive)
    const use = live.reduce((sum, c) => sum + occupancyAt(c.place.kind, hour) * c.connectorTypes.length, 0)
    expect(use).toBeGreaterThan(5)
  }
})
