// The sums of a trial (D-PG-5): energy, delays and drivers, for the site and for each charge point.
import { expect, test } from 'vitest'
import { LoadTally, type Tried } from './load-tally.rules.ts'
import { MOST_ROWS } from './load-trial.contract.ts'

const session = (pk: number, beforeWh: number, driver = 'A'): Tried => ({
  pk,
  connectorId: 1,
  startedAt: 0,
  stoppedAt: 0,
  curve: [],
  chargepointId: `CP-${pk}`,
  chargepointName: `Charger ${pk}`,
  driver,
  beforeWh,
})
const none = {} as Parameters<LoadTally['reply']>[1]
const tally = (outcomes: [pk: number, beforeWh: number, afterWh: number, delayMs: number, driver?: string][]) => {
  const t = new LoadTally()
  for (const [pk, beforeWh, afterWh, delayMs, driver] of outcomes)
    t.add({ session: session(pk, beforeWh, driver), afterWh, delayMs })
  return t
}

test('sums of the site and of each charge point, the greatest loss first', () => {
  const t = tally([
    [1, 10_000, 9000, 0],
    [2, 20_000, 12_000, 600_000, 'B'],
    [1, 5000, 5000, 120_000],
  ])
  expect(t.sessions).toBe(3)
  expect(t.reply('2026-02', none)).toEqual({
    month: '2026-02',
    sessions: 3,
    before: 35,
    after: 26,
    difference: -9,
    delayed: 2,
    minutes: 12,
    drivers: 2,
    longest: 10,
    leftOut: none,
    chargers: 2,
    rows: [
      {
        chargepoint_pk: 2,
        chargepoint_id: 'CP-2',
        chargepoint_name: 'Charger 2',
        sessions: 1,
        before: 20,
        after: 12,
        difference: -8,
        delayed: 1,
        minutes: 10,
      },
      {
        chargepoint_pk: 1,
        chargepoint_id: 'CP-1',
        chargepoint_name: 'Charger 1',
        sessions: 2,
        before: 15,
        after: 14,
        difference: -1,
        delayed: 1,
        minutes: 2,
      },
    ],
  })
})
test.each([
  [59_999, 0, 0],
  [60_000, 1, 1],
])('a delay of %i ms counts as %i delayed sessions and %i minutes', (delayMs, delayed, minutes) => {
  expect(tally([[1, 1000, 1000, delayMs]]).reply('2026-02', none)).toMatchObject({ delayed, minutes, longest: minutes })
})
test('no trial gives a car more than it got', () => {
  expect(tally([[1, 1000, 1500, 0]]).reply('2026-02', none)).toMatchObject({ before: 1, after: 1, difference: 0 })
})
test('equal losses stand by their delay, then by their name', () => {
  const t = tally([
    [3, 1000, 500, 0],
    [2, 1000, 500, 0],
    [1, 1000, 500, 60_000],
    [4, 1000, 500, 90_000],
  ])
  expect(t.reply('2026-02', none).rows.map(r => r.chargepoint_pk)).toEqual([4, 1, 2, 3])
})
test('a long list ends, and says how many charge points there are', () => {
  const many = Array.from({ length: MOST_ROWS + 1 }, (_, i): [number, number, number, number] => [i + 1, 1, 1, 0])
  const { rows, chargers } = tally(many).reply('2026-02', none)
  expect([rows.length, chargers]).toEqual([200, 201])
})
test('an empty trial has zeros', () => {
  const zeros = { sessions: 0, before: 0, after: 0, difference: 0, delayed: 0, minutes: 0, drivers: 0, longest: 0 }
  expect(new LoadTally().reply('2026-02', none)).toMatchObject({ ...zeros, chargers: 0, rows: [] })
})
