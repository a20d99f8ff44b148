// Chargers of both protocols at one supply over real sockets: cars come and go, chargers refuse, do not answer, obey late,
// report another schedule than they took, and restart. After every message the limits that they have acknowledged are
// added up from their own answers, and never exceed the Load Value. Limits from outside leave their part to others.
import type { Faults } from '@wattdesk/ocpp/sim/charger'
import { manualClock } from '@wattdesk/ocpp/sim/clock'
import { LimitJournal } from '@wattdesk/ocpp/sim/limit-journal'
import { Random } from '@wattdesk/ocpp/sim/random'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import type { SiteLoad } from './load.contract.ts'
import { type LoadLoop, startLoop } from './load-loop.jobs.ts'
import { addStations, newSite } from './test-site.ts'

const OF_EACH = 5
const LIMIT_A = 75
const MINUTE = 60_000
const clock = manualClock(Date.UTC(2026, 0, 5, 9))
let t: TestApp
let ws: string
let loop: LoadLoop
const PATIENT_MS = 5000
const SHORT_MS = 200
const newLoop = (answerMs: number) => startLoop(t.services, { lookMs: 0, togetherMs: 20, answerMs })
beforeAll(async () => {
  t = await startApp({ now: () => new Date(clock.now()) }, { onNews: pk => loop.news(pk) })
  loop = newLoop(PATIENT_MS)
  ws = (await t.listen()).ws
})
afterAll(async () => {
  await loop.close()
  await t.close()
})
const settled = async () => {
  await loop.look()
  await loop.idle()
}
const pass = async (ms: number) => {
  clock.advance(ms)
  await settled()
}
async function read(zoneId: number): Promise<SiteLoad> {
  const url = `/cms/v1/charging-site/${t.world.one.teamId}/zone/${zoneId}/load`
  return (await t.app.inject({ method: 'GET', url, headers: await t.as('viewer') })).json().data
}

test('a mixed site: begins, ends, refusals and restarts, and never more is acknowledged than the Load Value', async () => {
  const random = new Random('a supply for both')
  const options = { clock, rebootSeconds: 0, variables: { 'SampledDataCtrlr.TxUpdatedInterval': '60' } }
  const site = await newSite(t, ws, { value: LIMIT_A, count: OF_EACH, options: () => ({ clock, rebootSeconds: 0 }) })
  const stations = await addStations(t, ws, site, { count: OF_EACH, options: () => options })
  const all = [...site.chargers, ...stations]
  const journals = all.map(c => new LimitJournal(c))
  const sumA = () => Math.round(journals.reduce((w, j) => w + j.now().watts, 0) / 23) / 10
  let isHeld = false
  let [messages, most, answers] = [0, 0, 0]
  const look = ({ answer }: { answer?: unknown }) => {
    if (answer) answers++
    if (!isHeld) return
    messages++
    most = Math.max(most, sumA())
  }
  for (const c of all) {
    if ('evses' in c.station) c.station.on('call', look)
    else c.station.events.on('call', look)
  }
  await Promise.all(all.map(c => c.startUp()))
  await settled()
  while (sumA() > LIMIT_A) await pass(MINUTE)
  expect(journals.every(j => j.now().isLimited)).toBe(true)
  isHeld = true
  await loop.close()
  loop = newLoop(SHORT_MS)

  const cars = new Set<number>()
  const away = new Set<number>()
  for (let round = 0; round < 8; round++) {
    const doings: Promise<unknown>[] = []
    for (const [i, c] of all.entries()) {
      const isOn = !away.has(i) && c.isOpen
      if (isOn && !cars.has(i) && random.chance(0.35)) {
        cars.add(i)
        doings.push(c.start(1, site.idTag))
      } else if (isOn && cars.has(i) && random.chance(0.15)) {
        cars.delete(i)
        doings.push(c.stop(1).then(() => c.unplug(1)))
      } else if (isOn && random.chance(0.1)) {
        // A restart that keeps the profiles; its sessions end.
        cars.delete(i)
        doings.push(c.powerLoss().then(() => c.powerUp()))
      } else if (random.chance(0.08)) {
        if (!away.delete(i)) {
          away.add(i)
          doings.push(c.goOffline())
        } else doings.push(c.goOnline())
      }
      const says = { status: 'Accepted', connectorId: 1, scheduleStart: new Date(clock.now()).toISOString() }
      const chargingSchedulePeriod = [{ startPeriod: 0, limit: random.pick([3, 9, 30]) }]
      const schedule = { duration: 3600, chargingRateUnit: 'A', chargingSchedulePeriod }
      c.faults = random.pick<Faults>([
        {},
        {},
        {},
        {},
        { silentOn: ['SetChargingProfile'] },
        { refuse: { SetChargingProfile: { status: 'Rejected' } } },
        { refuse: { SetChargingProfile: 'InternalError' } },
        { answerDelayMs: SHORT_MS + 100 },
        {
          refuse: {
            GetCompositeSchedule:
              'evses' in c.station
                ? { status: 'Accepted', schedule: { evseId: 1, scheduleStart: says.scheduleStart, ...schedule } }
                : { ...says, chargingSchedule: schedule },
          },
        },
      ])
    }
    await Promise.allSettled(doings)
    await pass(random.pick([MINUTE, MINUTE, 5 * MINUTE, 12 * MINUTE]))
    expect(sumA()).toBeLessThanOrEqual(LIMIT_A)
  }
  expect(most).toBeLessThanOrEqual(LIMIT_A)
  expect(messages).toBeGreaterThan(100)
  // Power was given, not only withheld.
  for (const c of all) c.faults = {}
  await Promise.allSettled(all.map((c, i) => (away.has(i) ? c.goOnline() : undefined)))
  await loop.close()
  loop = newLoop(PATIENT_MS)
  for (let i = 0; i < 16; i++) await pass(MINUTE)
  expect(sumA()).toBeLessThanOrEqual(LIMIT_A)
  expect(sumA()).toBeGreaterThan(0.6 * LIMIT_A)
  expect(answers).toBeGreaterThan(messages / 2)
  await Promise.all(all.map(c => c.close()))
}, 120_000)

test('a limit from outside: the car behind it gives its part to the others, over restarts, until it is cleared', async () => {
  const site = await newSite(t, ws, { value: 60, count: 1, options: () => ({ clock }) })
  const [a] = site.chargers
  const [b] = await addStations(t, ws, site, { count: 1, options: () => ({ clock, rebootSeconds: 0 }) })
  if (!a || !b) throw new Error('No chargers')
  const given = [new LimitJournal(a), new LimitJournal(b)]
  const amps = () => given.map(j => Math.round(j.now().watts / 23) / 10)
  for (const c of [a, b]) {
    await c.startUp()
    await c.start(1, site.idTag, { soc: 20 })
  }
  await settled()
  expect(amps()).toEqual([30, 30])

  const tell = (limit: number, more: object = {}) =>
    b.station.call('NotifyChargingLimit', {
      chargingLimit: { chargingLimitSource: 'EMS', isGridCritical: true },
      chargingSchedule: [{ id: 1, chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit }] }],
      ...more,
    })
  await tell(28, { evseId: 1 })
  await settled()
  expect(amps()).toEqual([32, 28])
  await tell(10)
  await settled()
  expect(amps()).toEqual([32, 10])
  const shown = (await read(site.zoneId)).chargers[1]
  const since = new Date(clock.now()).toISOString()
  expect(shown?.outsideLimits).toEqual([
    {
      evseId: null,
      source: 'EMS',
      since,
      isGridCritical: true,
      limit: 10,
      text: 'at most 10 A by its energy manager, critical for the grid',
    },
    {
      evseId: 1,
      source: 'EMS',
      since,
      isGridCritical: true,
      limit: 28,
      text: 'EVSE 1: at most 28 A by its energy manager, critical for the grid',
    },
  ])
  const health = await t.app.inject({
    method: 'GET',
    url: `/cms/v1/team/${t.world.one.teamId}/charger/${b.station.options.identity}/health`,
    headers: await t.as('viewer'),
  })
  expect(health.json().data.signs).toContainEqual(
    expect.objectContaining({
      sign: 'limit',
      figure: expect.stringMatching(
        /^Keeps to the limit of its site; from outside: at most 10 A by its energy manager/,
      ),
      since,
    }),
  )

  // What ISO 15118 would bring is refused by a status, never by an error.
  const needs = { requestedEnergyTransfer: 'AC_single_phase' } as const
  const needed = await b.station.call('NotifyEVChargingNeeds', { evseId: 1, chargingNeeds: needs })
  const own = { id: 1, chargingRateUnit: 'A' as const, chargingSchedulePeriod: [{ startPeriod: 0, limit: 16 }] }
  const timeBase = new Date(clock.now()).toISOString()
  const planned = await b.station.call('NotifyEVChargingSchedule', { evseId: 1, timeBase, chargingSchedule: own })
  expect([needed.status, planned.status]).toEqual(['Rejected', 'Rejected'])

  // The limit outlives the server and a restart of the station; below what a car needs, the car waits.
  await t.restart()
  await loop.close()
  loop = newLoop(PATIENT_MS)
  await Promise.all([a.goOnline(), b.goOnline()])
  await pass(MINUTE)
  await b.powerLoss()
  await b.powerUp()
  await b.start(1, site.idTag, { soc: 20 })
  await settled()
  await pass(MINUTE)
  expect(amps()).toEqual([32, 10])
  await tell(4)
  await settled()
  await pass(MINUTE)
  expect(amps()).toEqual([32, 0])
  expect((await read(site.zoneId)).chargers[1]?.connectors[0]?.share).toBe(0)

  await b.station.call('ClearedChargingLimit', { chargingLimitSource: 'SO' })
  await settled()
  expect((await read(site.zoneId)).chargers[1]?.outsideLimits).toHaveLength(2)
  await b.station.call('ClearedChargingLimit', { chargingLimitSource: 'EMS' })
  await settled()
  await pass(MINUTE)
  expect((await read(site.zoneId)).chargers[1]?.outsideLimits).toEqual([])
  expect(amps()).toEqual([30, 30])
  await Promise.all([a.close(), b.close()])
}, 60_000)
