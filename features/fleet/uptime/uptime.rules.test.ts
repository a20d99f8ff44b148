import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LiveStatus } from '#fleet/stations/station.rules.ts'
import {
  type Change,
  type Connection,
  causeOf,
  classOf,
  type Down,
  intervalsOf,
  outagesOf,
  percentOf,
  stateOf,
  sumsOf,
  withPlanned,
} from './uptime.rules.ts'

const T0 = Date.UTC(2026, 2, 1)
const at = (min: number) => new Date(T0 + min * 60_000)
const change = (min: number, to: LiveStatus, isPlanned = false, reason: string | null = null): Change => ({
  at: at(min),
  to,
  isPlanned,
  reason,
})
const hour = { from: at(0), to: at(60), firstBootAt: at(-1000) }
const parts = (changes: Change[], window = hour) =>
  intervalsOf(changes, window).map(i => [(i.from.getTime() - T0) / 60_000, (i.to.getTime() - T0) / 60_000, i.state])

describe('intervals', () => {
  const statuses = fc.constantFrom<LiveStatus>('online', 'charging', 'offline', 'maintenance')
  const changes = fc
    .array(
      fc.record({
        min: fc.integer({ min: -50, max: 120 }),
        to: statuses,
        isPlanned: fc.boolean(),
        reason: fc.constantFrom(null, 'a', 'b'),
      }),
      { maxLength: 12 },
    )
    .map(list => list.toSorted((a, b) => a.min - b.min).map(c => change(c.min, c.to, c.isPlanned, c.reason)))
  const window = fc.record({
    from: fc.integer({ min: -20, max: 60 }),
    to: fc.integer({ min: -20, max: 60 }),
    boot: fc.option(fc.integer({ min: -60, max: 90 })),
  })

  test('part the window from the first boot: they meet, do not overlap, and each holds what held then', () => {
    fc.assert(
      fc.property(changes, window, (list, w) => {
        const firstBootAt = w.boot === null ? null : at(w.boot)
        const found = intervalsOf(list, { from: at(w.from), to: at(w.to), firstBootAt })
        const from = Math.max(w.from, w.boot ?? Number.POSITIVE_INFINITY)
        if (!(from < w.to)) {
          expect(found).toEqual([])
          return
        }
        let edge = at(from).getTime()
        for (const i of found) {
          expect(i.from.getTime()).toBe(edge)
          expect(i.to.getTime()).toBeGreaterThan(edge)
          const held = list.findLast(c => c.at <= i.from)
          expect(i.state).toBe(held ? stateOf(held) : 'down')
          edge = i.to.getTime()
        }
        expect(edge).toBe(at(w.to).getTime())
        const { upMs, countedMs } = sumsOf(found)
        expect(upMs).toBeLessThanOrEqual(countedMs)
        // Minute by minute it comes to the same.
        let [up, counted] = [0, 0]
        for (let m = from; m < w.to; m++) {
          const held = list.findLast(c => c.at <= at(m))
          const state = held ? stateOf(held) : 'down'
          if (state === 'up') up++
          if (state !== 'planned') counted++
        }
        expect([upMs, countedMs]).toEqual([up * 60_000, counted * 60_000])
      }),
    )
  })

  test('maintenance by hand is planned, that of the charger is down', () => {
    expect(
      parts([change(-5, 'online'), change(10, 'maintenance', true), change(20, 'online'), change(30, 'maintenance')]),
    ).toEqual([
      [0, 10, 'up'],
      [10, 20, 'planned'],
      [20, 30, 'up'],
      [30, 60, 'down'],
    ])
  })
  test('online and charging are each an interval of their own, both up', () => {
    expect(parts([change(0, 'online'), change(10, 'charging')])).toEqual([
      [0, 10, 'up'],
      [10, 60, 'up'],
    ])
  })
})

test.each([
  [{ upMs: 0, countedMs: 0 }, null, 'other'],
  [{ upMs: 95, countedMs: 100 }, 95, 'excellent'],
  [{ upMs: 94_994, countedMs: 100_000 }, 94.99, 'good'],
  [{ upMs: 9, countedMs: 10 }, 90, 'good'],
  [{ upMs: 2, countedMs: 3 }, 66.67, 'needs_attention'],
])('%j is %s percent: %s', (sums, percent, of) => {
  expect(percentOf(sums)).toBe(percent)
  expect(classOf(percentOf(sums))).toBe(of)
})

describe('causes', () => {
  const offline = { from: at(10), to: at(30), state: 'down', status: 'offline', reason: null } as const
  const c = (min: number, event: Connection['event'], reason: string | null = null): Connection => ({
    at: at(min),
    event,
    reason,
  })
  test.each<[string, Connection[], string]>([
    ['back with a boot', [c(10, 'disconnected', 'Closed with 1006'), c(30, 'connected'), c(31, 'booted')], 'power'],
    ['back without', [c(10, 'disconnected', 'Closed with 1006'), c(30, 'connected')], 'network'],
    ['not back yet', [c(10, 'disconnected', 'Closed with 1006')], 'network'],
    ['our server ended', [c(10, 'disconnected', 'Server ended'), c(30, 'connected'), c(31, 'booted')], 'ours'],
    [
      'our server ended, and the first way back failed',
      [
        c(10, 'disconnected', 'Server ended'),
        c(12, 'connected'),
        c(13, 'disconnected', 'Closed with 1006'),
        c(30, 'connected'),
        c(31, 'booted'),
      ],
      'ours',
    ],
    [
      'sent away with words',
      [c(10, 'disconnected', 'Please connect again'), c(30, 'connected'), c(31, 'booted')],
      'ours',
    ],
    ['a boot long after', [c(10, 'disconnected'), c(30, 'connected'), c(90, 'booted')], 'network'],
  ])('%s', (_, connections, cause) => expect(causeOf(offline, connections)).toBe(cause))
  test('a line that names our server is enough', () =>
    expect(causeOf({ ...offline, reason: 'Server ended' }, [c(30, 'connected'), c(31, 'booted')])).toBe('ours'))
  test('what it tells itself is its own, what a person sets is planned', () => {
    expect(causeOf({ ...offline, status: 'maintenance' }, [])).toBe('charger')
    expect(causeOf({ ...offline, status: 'maintenance', state: 'planned' }, [])).toBe('planned')
  })
})

describe('outages of a site', () => {
  const down = (stationId: number, from: number, to: number | null, more: Partial<Down> = {}): Down => ({
    stationId,
    siteId: 1,
    from: at(from),
    to: to === null ? null : at(to),
    cause: 'power',
    ...more,
  })
  test('several stations within a minute are one, to the last return', () => {
    expect(
      outagesOf([down(1, 10, 30), down(2, 10.5, 40, { cause: 'network' }), down(3, 11, 20), down(1, 50, 60)]),
    ).toEqual([{ siteId: 1, from: at(10), to: at(40), stationIds: [1, 2, 3], cause: 'power' }])
  })
  const second = 1 / 60
  test.each([
    ['59 seconds', 10 + 59 * second, [[1, 2]]],
    ['a minute', 11, [[1, 2]]],
    ['61 seconds', 10 + 61 * second, []],
  ])('a station that goes away %s after the first: %s', (_, from, together) => {
    expect(outagesOf([down(1, 10, 30), down(2, from, 40)]).map(o => o.stationIds)).toEqual(together)
  })
  test('the minute counts from the first station, and the next outage begins with the first station after it', () => {
    const chain = [down(1, 10, 30), down(2, 10.6, 30), down(3, 11.2, 30), down(4, 11.8, 30)]
    expect(outagesOf(chain).map(o => [o.from, o.stationIds])).toEqual([
      [at(11.2), [3, 4]],
      [at(10), [1, 2]],
    ])
  })
  test('one station alone, another site, a fault, or an hour later is none', () => {
    expect(
      outagesOf([
        down(1, 10, 30),
        down(2, 10, 30, { siteId: 2 }),
        down(3, 10, 30, { cause: 'charger' }),
        down(4, 70, 80),
        down(5, 10, 30, { siteId: null }),
      ]),
    ).toEqual([])
    expect(outagesOf([down(1, 10, 11), down(1, 10.5, 12)])).toEqual([])
  })
  test('one that goes on has no end', () => {
    expect(outagesOf([down(1, 10, 30), down(2, 10, null)])[0]?.to).toBeNull()
  })
})

describe('planned maintenance', () => {
  const up = { status: 'online' as const, state: 'up' as const, reason: null }
  const gone = { status: 'offline' as const, state: 'down' as const, reason: null }
  const work = { status: 'maintenance' as const, state: 'planned' as const, reason: 'Cables' }
  const of = (from: number, to: number) => ({ from: at(from), to: at(to), reason: 'Cables' })
  const all = [
    { from: at(0), to: at(60), ...up },
    { from: at(60), to: at(120), ...gone },
  ]
  test.each([
    ['none', [], all],
    [
      'amid one interval',
      [of(10, 20)],
      [{ ...all[0], to: at(10) }, { from: at(10), to: at(20), ...work }, { ...all[0], from: at(20) }, all[1]],
    ],
    [
      'across two',
      [of(50, 70)],
      [
        { ...all[0], to: at(50) },
        { from: at(50), to: at(70), ...work },
        { ...all[1], from: at(70) },
      ],
    ],
    ['all of it', [of(-10, 300)], [{ from: at(0), to: at(120), ...work }]],
    ['two that meet', [of(0, 30), of(30, 60)], [{ from: at(0), to: at(60), ...work }, all[1]]],
    ['outside', [of(-20, 0), of(120, 130)], all],
  ])('%s', (_, planned, expected) => expect(withPlanned(all, planned)).toEqual(expected))
  test('maintenance by hand keeps its own words', () => {
    const byHand = [{ from: at(0), to: at(60), ...work, reason: 'By hand' }]
    expect(withPlanned(byHand, [of(10, 20)])).toEqual(byHand)
  })
})
