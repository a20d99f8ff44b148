// A small fleet in accelerated time: all connect, charge and are counted; the clock and the histogram hold.
import { afterEach, describe, expect, it } from 'vitest'
import { ocpp201 } from '../src/ocpp201.ts'
import { manualClock, runningClock } from './clock.ts'
import { Fleet } from './fleet.ts'
import { Histogram } from './histogram.ts'
import { Random } from './random.ts'
import { TestCentral } from './test-central.ts'

const ends: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

it('twenty chargers charge through hours in a moment, and each stop is of a session of its own', async () => {
  const central = await new TestCentral().listen()
  ends.push(() => central.close())
  const clock = runningClock({ timeScale: 7_200, startAt: Date.UTC(2025, 5, 1) })
  const fleet = new Fleet({
    url: central.url,
    chargers: 20,
    rate: 2_000,
    sessionsPerHour: 2,
    tags: ['A', 'B'],
    clock,
    seed: 3,
  })
  ends.push(() => fleet.stop())
  let stops = 0
  const enough = central.next('StopTransaction', () => ++stops === 25)
  fleet.start()
  await enough
  const stats = fleet.stats()
  expect(stats).toMatchObject({ chargers: 20, connected: 20, accepted: 20, failures: {}, refusedTags: 0 })
  expect(stats.energyWh).toBeGreaterThan(50_000)
  expect(stats.latency.p50Ms).toBeGreaterThan(0)
  const stopped = central.all('StopTransaction').map(stop => Number(stop.transactionId))
  expect(new Set(stopped).size).toBe(stopped.length)
  expect(stopped.every(id => id >= 100 && id < 100 + central.all('StartTransaction').length)).toBe(true)
})

it('stations of 2.0.1 charge through hours in a moment, too', async () => {
  const usual = (action: string): object => {
    if (action === 'BootNotification')
      return { status: 'Accepted', currentTime: '2025-06-01T00:00:00.000Z', interval: 300 }
    if (action === 'Heartbeat') return { currentTime: '2025-06-01T00:00:00.000Z' }
    return action === 'Authorize' || action === 'TransactionEvent' ? { idTokenInfo: { status: 'Accepted' } } : {}
  }
  const central = await new TestCentral({ subprotocol: 'ocpp2.0.1', validators: ocpp201.validators, usual }).listen()
  ends.push(() => central.close())
  const clock = runningClock({ timeScale: 7_200, startAt: Date.UTC(2025, 5, 1) })
  const fleet = new Fleet({
    url: central.url,
    protocol: 'ocpp2.0.1',
    chargers: 10,
    rate: 2_000,
    sessionsPerHour: 2,
    tags: ['A', 'B'],
    clock,
    seed: 3,
  })
  ends.push(() => fleet.stop())
  let stops = 0
  const enough = central.next('TransactionEvent', event => event.eventType === 'Ended' && ++stops === 15)
  fleet.start()
  await enough
  expect(fleet.stats()).toMatchObject({ chargers: 10, connected: 10, accepted: 10, failures: {}, refusedTags: 0 })
  expect(central.violations).toEqual([])
  const ended = central.all('TransactionEvent').filter(event => event.eventType === 'Ended')
  const names = ended.map(event => (event.transactionInfo as { transactionId: string }).transactionId)
  expect(new Set(names).size).toBe(names.length)
})

describe('clocks', () => {
  it('run acts in the order of their instants, first come first served, and forget cancelled ones', () => {
    const clock = manualClock(0)
    const seen: string[] = []
    const random = new Random(4)
    const planned = Array.from({ length: 200 }, (_, i) => ({ i, ms: random.int(0, 20), keep: random.chance(0.7) }))
    const timers = planned.map(({ i, ms }) => clock.after(ms, () => seen.push(`${clock.now()}:${i}`)))
    planned.forEach(({ keep }, i) => {
      if (!keep) timers[i]?.cancel()
    })
    clock.advance(20)
    const expected = planned.filter(({ keep }) => keep).sort((a, b) => a.ms - b.ms || a.i - b.i)
    expect(seen).toEqual(expected.map(({ i, ms }) => `${ms}:${i}`))
    expect(clock.waiting).toBe(0)
  })

  it('accelerated time passes faster', async () => {
    const clock = runningClock({ timeScale: 3_600, startAt: 0 })
    await new Promise<void>(resolve => clock.after(36_000, resolve))
    expect(clock.now()).toBeGreaterThanOrEqual(36_000)
    expect(clock.now()).toBeLessThan(3_600_000)
  })
})

it('percentiles are right within 5 percent', () => {
  const histogram = new Histogram()
  for (let ms = 1; ms <= 1_000; ms++) histogram.add(ms)
  for (const part of [0.5, 0.95, 0.99])
    expect(Math.abs(histogram.percentile(part) / (part * 1_000) - 1)).toBeLessThan(0.06)
  expect(histogram.percentile(1)).toBe(1_000)
})
