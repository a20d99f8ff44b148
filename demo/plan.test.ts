// The plan of a charger's past: repeatable, within its connections, one car at a connector at a time.
import { hourMs, minuteMs, partsIn } from '@wattdesk/base/time'
import { expect, test } from 'vitest'
import { demoChargers } from './places.ts'
import { planOf } from './plan.ts'
import { arrivalsOn, carHere, dayOfTimetable } from './timetable.ts'

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
      .filter(p => p.c.place.kind === kind && !p.c.place.isFull)
      .flatMap(p => p.plan.visits.map(v => partsIn(new Date(v.plugInAt), 'Asia/Kolkata').hour))
    return hours.filter(isBusy).length / hours.length
  }
  expect(share('office', hour => hour >= 8 && hour < 20)).toBeGreaterThan(0.7)
  expect(share('depot', hour => hour >= 20 || hour < 6)).toBeGreaterThan(0.5)
})

const zone = period.timeZone

test('cars come at every hour of a day, most of them by day and in the evening', () => {
  const days = Array.from({ length: 28 }, (_, n) => dayOfTimetable(to, zone, -n))
  const cars = days.map(day =>
    Array.from({ length: 24 }, (_, hour) => {
      const from = day + hour * hourMs
      return demoChargers.flatMap(c => arrivalsOn(c, day)).filter(a => from <= a.at && a.at < from + hourMs).length
    }),
  )
  expect(Math.min(...cars.flat())).toBeGreaterThanOrEqual(1)
  const mean = (hours: readonly number[]) =>
    cars.flatMap(day => hours.map(h => day[h] ?? 0)).reduce((sum, n) => sum + n, 0) / (days.length * hours.length)
  const night = mean([0, 1, 2, 3, 4, 5])
  expect(mean([8, 9, 10, 11])).toBeGreaterThan(night * 1.3)
  expect(mean([17, 18, 19, 20, 21])).toBeGreaterThan(night * 2)
})

test('two cars at least stand at the full site at any time', () => {
  for (const c of demoChargers.filter(d => d.place.isFull))
    for (let minute = 0; minute < 24 * 60; minute += 10) {
      const at = dayOfTimetable(to, zone) + minute * minuteMs
      const cars = [-1, 0].flatMap(n => arrivalsOn(c, dayOfTimetable(to, zone, n)))
      expect(cars.filter(a => a.at <= at && at < a.at + a.stayMs).length).toBeGreaterThanOrEqual(2)
    }
})

const live = demoChargers.filter(c => c.isLive)

test('all chargers but one are live, and one of these has a faulted connector; both were ill until the present', () => {
  expect(live.length / demoChargers.length).toBeGreaterThan(0.9)
  const ill = plans.filter(p => p.c.ailment !== undefined)
  expect(ill.map(p => [p.c.isLive, p.c.ailment])).toEqual([
    [false, 'failed-update'],
    [true, 'ground-failure'],
  ])
  for (const { plan } of ill) {
    expect(plan.faults.at(-1)).toMatchObject({ isOpen: true, to: plan.spans.at(-1)?.to })
    // Its messages and the operations sent to it lie within its connections.
    for (const { at } of [...plan.notices, ...plan.asked]) {
      expect(plan.spans.some(s => s.from <= at && at <= s.to)).toBe(true)
      expect(at).toBeGreaterThan(plan.loggedFrom)
    }
  }
})

test('at every hour several connectors of the live chargers are in use', () => {
  for (let hour = 0; hour < 24; hour++) {
    const at = dayOfTimetable(to, zone) + hour * hourMs
    const cars = live.flatMap(c => [-1, 0].flatMap(n => arrivalsOn(c, dayOfTimetable(to, zone, n))))
    expect(cars.filter(a => a.at <= at && at < a.at + a.stayMs).length).toBeGreaterThanOrEqual(3)
  }
})

// The history ends when the demo is filled: just after midnight of the business day, and at any other time, on any day.
const starts = [2, 40, ...Array.from({ length: 8 }, (_, i) => i * 180 + 137)]
const fills = [...starts.map(minutes => [0, minutes] as const), [1, 5], [5, 70], [12, 700], [48, 1400]] as const
test.each(fills)(
  'filled %d days later, %d minutes after midnight, every period is close to the time before',
  (day, minutes) => {
    const now = dayOfTimetable(to, zone, day) + minutes * minuteMs
    const times = demoChargers.flatMap(c => [
      ...planOf(c, { to: now, days: 180, timeZone: zone }).visits.map(v => v.plugInAt),
      // These cars come within two minutes after the fill.
      ...(c.isLive ? c.connectorTypes.flatMap((_, i) => carHere(c, i + 1, now, zone)?.at ?? []) : []),
    ])
    const between = (from: number, until: number) => times.filter(at => from <= at && at < until).length
    for (const days of [1, 7, 30, 90]) {
      const from = dayOfTimetable(now, zone, 1 - days)
      const base = dayOfTimetable(now, zone, 1 - 2 * days)
      const [count, before] = [between(from, now + 1), between(base, base + now - from)]
      expect(Math.abs(count - before)).toBeLessThanOrEqual(Math.max(3, before * 0.15))
      // The network grows: what a period has more is seen where it is long.
      if (days >= 30) expect(count).toBeGreaterThan(before)
    }
  },
)

test('at the start of every period as many stations were away as today', () => {
  for (const minutes of starts) {
    const now = dayOfTimetable(to, zone) + minutes * minuteMs
    const all = demoChargers.map(c => planOf(c, { to: now, days: 90, timeZone: zone }).spans)
    for (const days of [1, 7, 30, 90]) {
      const at = Math.min(dayOfTimetable(now, zone, 1 - days), now - 60_000)
      const away = all.filter(spans => !spans.some(s => s.from <= at && at < s.to)).length
      expect(away).toBe(demoChargers.length - live.length)
    }
  }
})
