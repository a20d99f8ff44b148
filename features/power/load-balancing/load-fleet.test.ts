// Fifty simulated chargers at one supply over real sockets, of which some refuse, some answer too late or not at all,
// some vanish, restart and return, while cars come and go and the server itself ends once: after every message the
// limits that really stand at the chargers are added up, and never exceed the Load Value.
import { manualClock } from '@wattdesk/ocpp/sim/clock'
import { Random } from '@wattdesk/ocpp/sim/random'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { type LoadLoop, startLoop } from './load-loop.jobs.ts'
import { allowedA, newSite } from './test-site.ts'

const COUNT = 50
const LIMIT_A = 320
const MINUTE = 60_000
const clock = manualClock(Date.UTC(2026, 0, 5, 9))
let t: TestApp
let ws: string
let loop: LoadLoop
/** How long the server waits for an answer: long for chargers that do answer, however busy this machine is. */
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

test('50 chargers that refuse, vanish and return: never above the limit, after any message', async () => {
  const random = new Random('a supply for fifty')
  const site = await newSite(t, ws, {
    value: LIMIT_A,
    count: COUNT,
    options: i => ({
      clock,
      // Two chargers that take no profiles at all.
      ...(i < 2 && { faults: { refuse: { SetChargingProfile: { status: i === 0 ? 'Rejected' : 'NotSupported' } } } }),
    }),
  })
  const { chargers } = site
  const sum = () => chargers.reduce((all, c) => all + allowedA(c), 0)
  let isHeld = false
  let messages = 0
  let most = 0
  for (const c of chargers)
    c.on('call', () => {
      if (!isHeld) return
      messages++
      most = Math.max(most, sum())
    })
  await Promise.all(chargers.map(c => c.startUp()))
  await loop.look()
  await loop.idle()
  // Chargers that refuse count with their rated power.
  while (sum() > LIMIT_A) {
    clock.advance(MINUTE)
    await loop.look()
    await loop.idle()
  }
  isHeld = true
  await loop.close()
  loop = newLoop(SHORT_MS)
  // From now on this charger obeys each request only after the server has stopped waiting for the answer.
  const late = chargers[2] as (typeof chargers)[0]
  late.faults = { answerDelayMs: SHORT_MS + 100 }

  const cars = new Set<number>()
  const away = new Set<number>()
  for (let round = 0; round < 6; round++) {
    const doings: Promise<unknown>[] = []
    for (const [i, c] of chargers.entries()) {
      const isOn = !away.has(i) && c.isOpen
      if (isOn && !cars.has(i) && random.chance(0.15)) {
        cars.add(i)
        doings.push(c.start(1, site.idTag))
      } else if (isOn && cars.has(i) && random.chance(0.1)) {
        cars.delete(i)
        doings.push(c.stop(1).then(() => c.unplug(1)))
      } else if (i >= 3 && random.chance(0.06)) {
        if (!away.delete(i)) {
          away.add(i)
          doings.push(c.goOffline())
        } else doings.push(c.goOnline())
      }
      // For one round the charger does not answer, or refuses requests it took before.
      if (i >= 3)
        c.faults = random.chance(0.05)
          ? { silentOn: ['SetChargingProfile'] }
          : random.chance(0.05)
            ? { refuse: { SetChargingProfile: 'InternalError' } }
            : {}
    }
    await Promise.allSettled(doings)
    clock.advance(random.pick([MINUTE, MINUTE, 5 * MINUTE, 12 * MINUTE]))
    await loop.look()
    await loop.idle()
    expect(sum()).toBeLessThanOrEqual(LIMIT_A)
    if (round === 3) {
      // The server ends in the middle of the work, and a new server goes on from the stored state.
      for (const c of chargers) loop.news(site.pks[chargers.indexOf(c)] ?? 0)
      await loop.close()
      await t.restart()
      loop = newLoop(SHORT_MS)
      await Promise.allSettled(chargers.map((c, i) => (away.has(i) ? undefined : c.goOnline())))
    }
  }
  expect(most).toBeLessThanOrEqual(LIMIT_A)
  expect(messages).toBeGreaterThan(100)
  // Power was given, not only withheld: the cars present have most of the power that the refusing chargers leave.
  for (const c of chargers) c.faults = {}
  await loop.close()
  loop = newLoop(PATIENT_MS)
  for (let i = 0; i < 3; i++) {
    clock.advance(MINUTE)
    await loop.look()
    await loop.idle()
  }
  expect(sum()).toBeGreaterThan(0.6 * LIMIT_A)
  await Promise.all(chargers.map(c => c.close()))
}, 120_000)
