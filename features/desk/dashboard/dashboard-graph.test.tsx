import { expect, test } from 'vitest'
import type { GraphPoint } from './dashboard.contract.ts'
import { beforeText, pointsBefore, runningOf } from './dashboard-graph.tsx'

const point = (date: string, sessions = 1): GraphPoint => ({
  date,
  revenue: 0,
  energy: 0,
  sessions,
  successful: 0,
  failed: 0,
  card: 0,
  wallet: 0,
  rfid: 0,
})
const zone = 'Asia/Kolkata'

test('days of the period before stand by their place, hours by their clock', () => {
  const days = pointsBefore(
    [point('2026-03-09'), point('2026-03-10'), point('2026-03-11')],
    [point('2026-03-06', 4), point('2026-03-07', 5)],
  )
  expect(days.map(p => p?.sessions)).toEqual([4, 5, undefined])
  // The clock was set forward yesterday: there was no 02:00.
  const hours = pointsBefore(
    [point('2026-03-30T01:00'), point('2026-03-30T02:00'), point('2026-03-30T03:00')],
    [point('2026-03-29T01:00', 1), point('2026-03-29T03:00', 3)],
  )
  expect(hours.map(p => p?.sessions)).toEqual([1, undefined, 3])
})

test.each([
  ['2026-03-10T09:02:00Z', [point('2026-03-09'), point('2026-03-10')], { index: 1, text: 'Today until 14:32' }],
  ['2026-03-09T18:30:00Z', [point('2026-03-09'), point('2026-03-10')], { index: 1, text: 'Today until 00:00' }],
  [
    '2026-03-10T09:02:00Z',
    [point('2026-03-10T13:00'), point('2026-03-10T14:00'), point('2026-03-10T15:00')],
    { index: 1, text: 'Today until 14:32' },
  ],
  ['2026-03-12T09:02:00Z', [point('2026-03-09'), point('2026-03-10')], undefined],
])('read at %s', (at, points, running) => {
  expect(runningOf(points, zone, new Date(at))).toEqual(running)
})

test('the period before has a name', () => {
  expect([beforeText('Today'), beforeText('Last30Days')]).toEqual(['Yesterday', 'Previous 30 days'])
})
