// The loop over real sockets: a charger joins and leaves, reads its limits back, forgets them in a boot; the energy
// budget, a second node, and the events for the page.
import type { Request } from '@wattdesk/ocpp/messages'
import { manualClock } from '@wattdesk/ocpp/sim/clock'
import { answer } from '@wattdesk/ocpp/sim/commands'
import { acOutlet, dcOutlet } from '@wattdesk/ocpp/sim/power'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import type { SiteLoad } from './load.contract.ts'
import { dropOldLoads } from './load-history.store.ts'
import { type LoadLoop, startLoop } from './load-loop.jobs.ts'
import { allowedA, allowedW, newSite, type TestSite } from './test-site.ts'

const MINUTE = 60_000
const clock = manualClock(Date.UTC(2026, 0, 5, 9))
let t: TestApp
let ws: string
let loop: LoadLoop
/** False while another loop than this is to hear of the chargers. */
let hearsNews = true
beforeAll(async () => {
  t = await startApp({ now: () => new Date(clock.now()) }, { onNews: pk => void (hearsNews && loop.news(pk)) })
  loop = startLoop(t.services, { lookMs: 0, togetherMs: 5, answerMs: 500 })
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
async function read({ zoneId }: Pick<TestSite, 'zoneId'>, who: 'operator' | 'viewer' = 'viewer'): Promise<SiteLoad> {
  const url = `/cms/v1/charging-site/${t.world.one.teamId}/zone/${zoneId}/load`
  const r = await t.app.inject({ method: 'GET', url, headers: await t.as(who) })
  return r.json().data
}
const end = (s: TestSite) => Promise.all(s.chargers.map(c => c.close()))
const statesOf = (l: SiteLoad) => l.chargers.map(c => [c.state, c.limit, c.safe])

test('a site is switched on and off: equal shares, a safe limit below them, and nothing is left of it', async () => {
  const site = await newSite(t, ws, { value: 64, count: 3, options: () => ({ clock }) })
  const [a, b, c] = site.chargers as [(typeof site.chargers)[0], (typeof site.chargers)[0], (typeof site.chargers)[0]]
  // Somebody else's profile is there already.
  const other = { chargingProfileId: 1, stackLevel: 3, chargingProfilePurpose: 'TxDefaultProfile' as const }
  const chargingSchedule = { chargingRateUnit: 'A' as const, chargingSchedulePeriod: [{ startPeriod: 0, limit: 30 }] }
  a.station.profiles.set(1, { ...other, chargingProfileKind: 'Relative', chargingSchedule })
  await Promise.all([a.startUp(), b.startUp()])
  await settled()
  // The third charger never connected: it counts with its rated power.
  expect(statesOf(await read(site))).toEqual([
    ['acknowledged', 6, 6],
    ['acknowledged', 6, 6],
    ['silent', 32.2, 32.2],
  ])
  expect((await read(site)).held.A).toBe(32.2)
  await Promise.all([a.start(1, site.idTag), c.startUp().then(() => c.start(1, site.idTag))])
  await settled()
  expect(site.chargers.map(allowedA)).toEqual([29, 6, 29])
  const load = await read(site)
  expect(load).toMatchObject({ isOn: true, unit: 'A', limit: 64, allowed: 64, atMost: 64, isExceeded: false })
  expect(load.proof).toMatch(
    /^The chargers may take 64 A together, within the Load Value of 64 A\. Only a charger that restarts and/,
  )
  expect(load.chargers[0]).toMatchObject({
    chargepoint_id: a.identity,
    state: 'acknowledged',
    why: 'The shares of its connectors together',
    connectors: [{ connectorId: 1, status: 'Charging', share: 29, why: 'Equal share of 2 cars' }],
  })
  expect(load.history.at(-1)).toMatchObject({ limit: 64, allowed: 64 })
  // The power that a car does not use goes to the other; here the first car is full.
  await a.pause(1)
  await settled()
  expect(site.chargers.map(allowedA)).toEqual([6, 6, 32])

  // No operation by hand can lift a limit. When balancing is switched off, a charger clears at once, or on its return.
  await c.goOffline()
  const put = await t.app.inject({
    method: 'PUT',
    url: `/cms/v1/charging-site/${t.world.one.teamId}/zone/${site.zoneId}`,
    headers: await t.as('operator'),
    payload: { zoneName: 'Off', isLoadBalancingReq: 0, loadBalancingUnit: 'A', loadBalancingValue: 64 },
  })
  expect(put.statusCode).toBe(200)
  await settled()
  expect(site.chargers.map(x => x.station.profiles.size)).toEqual([0, 0, 3])
  expect(await read(site)).toMatchObject({ isOn: false, chargers: [] })
  await c.goOnline()
  await settled()
  expect(c.station.profiles.size).toBe(0)
  const left = await sql`select from load_charger where chargepoint_pk = any(${sql.val(site.pks)}::int[])`.execute(t.db)
  expect(left.rows).toEqual([])
  await end(site)
})

test('a charger that vanished keeps its limit in the sum until that has lapsed, then has its safe limit and leaves the rest to others', async () => {
  const site = await newSite(t, ws, { value: 64, count: 2, options: () => ({ clock }) })
  const [a, b] = site.chargers as [(typeof site.chargers)[0], (typeof site.chargers)[0]]
  for (const c of [a, b]) {
    await c.startUp()
    await c.start(1, site.idTag)
  }
  await settled()
  expect([allowedA(a), allowedA(b)]).toEqual([32, 32])
  await a.goOffline()
  await pass(MINUTE)
  expect(await read(site)).toMatchObject({ chargers: [{ state: 'silent' }, { state: 'acknowledged' }] })
  await t.db.updateTable('chargingSite').set({ loadBalancingValue: '40' }).where('zoneId', '=', site.zoneId).execute()
  await pass(MINUTE)
  // The charger cannot be told less, so the other gives way.
  expect([allowedA(a), allowedA(b)]).toEqual([32, 8])
  for (let i = 0; i < 18; i++) await pass(MINUTE)
  expect([allowedA(a), allowedA(b)]).toEqual([6, 32])
  expect((await read(site)).proof).toMatch(/^The chargers may take 38.2 A together, within the Load Value of 40 A\./)
  await a.goOnline()
  await settled()
  expect([allowedA(a), allowedA(b)]).toEqual([20, 20])
  await end(site)
})

/** How one of two chargers restarts, without its profiles: its treatment of SetChargingProfile before, and after. */
type Restart = {
  before: 'takes' | 'refuses'
  after: 'takes' | 'refuses'
  /** The answer to GetCompositeSchedule after the restart; undefined: the true one. */
  says?: Record<string, unknown> | string
  both?: boolean
  /** No session runs at the charger: the schedule it reads back is not the profile of a session. */
  isIdle?: boolean
}
/** The limits of both chargers when all is answered and no time has passed. */
type Then = { limits: [number, number]; state: string; why: RegExp; proof: RegExp }
const schedule = (more: object) => ({
  status: 'Accepted',
  connectorId: 1,
  scheduleStart: new Date(clock.now()).toISOString(),
  chargingSchedule: { chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: 6 }], ...more },
})
const UNLIMITED =
  /restarted 1 second ago and has taken no limit since, so it may charge at full power\. Even so the chargers cannot/
const refusing = { after: 'refuses', before: 'takes' } as const
const unlimited: Then = {
  limits: [32, 7.8],
  state: 'refused',
  proof: UNLIMITED,
  why: /^Restarted 1 second ago and refuses limits since: it may take 32.2 A$/,
}
test.each<[string, Restart, Then]>([
  [
    'both, one after the other, and say that they have forgotten: they are told their safe limits first and then their shares',
    { before: 'takes', after: 'takes', both: true },
    {
      limits: [20, 20],
      state: 'acknowledged',
      why: /^The shares of its connectors/,
      proof: /^The chargers may take 40 A/,
    },
  ],
  [
    'one that refused a limit a moment before: it is asked again at once',
    { before: 'refuses', after: 'takes' },
    {
      limits: [20, 20],
      state: 'acknowledged',
      why: /^The shares of its connectors/,
      proof: /^The chargers may take 40 A/,
    },
  ],
  ['one that refuses from then on: it counts with its rated power', refusing, unlimited],
  ['… and says of the next minute alone what it takes', { ...refusing, says: schedule({ duration: 60 }) }, unlimited],
  ['… and says it in another unit', { ...refusing, says: schedule({ chargingRateUnit: 'W' }) }, unlimited],
  ['… and accepts without a schedule', { ...refusing, says: { status: 'Accepted', connectorId: 1 } }, unlimited],
  ['… and cannot say', { ...refusing, says: 'NotSupported' }, unlimited],
  [
    '… but says that it has kept its safe limit',
    { ...refusing, says: schedule({}), isIdle: true },
    {
      limits: [32, 32],
      state: 'refused',
      why: /^Takes no charging profiles$/,
      proof: /38.2 A together, within/,
    },
  ],
])('a restart of %s', async (_what, { before, after, says, both = false, isIdle = false }, then) => {
  const site = await newSite(t, ws, { value: 40, count: 2, options: () => ({ clock, rebootSeconds: 0 }) })
  const [a, b] = site.chargers as [(typeof site.chargers)[0], (typeof site.chargers)[0]]
  await Promise.all([a.startUp(), b.startUp()])
  await settled()
  await b.start(1, site.idTag)
  await settled()
  const refuse = { SetChargingProfile: { status: 'Rejected' } }
  if (before === 'refuses') a.faults = { refuse }
  if (!isIdle) await a.start(1, site.idTag)
  await settled()
  let most = 0
  for (const c of [a, b])
    c.on('call', ({ action, payload }) => {
      if (action !== 'SetChargingProfile') return
      const { csChargingProfiles: p } = payload as Request<'SetChargingProfile'>
      most = Math.max(most, p.chargingSchedule.chargingSchedulePeriod[0]?.limit ?? 0)
    })
  clock.advance(1000)
  for (const c of both ? [a, b] : [a]) {
    await c.powerLoss()
    c.station.profiles.clear({})
    c.faults = {
      refuse: { ...(after === 'refuses' && refuse), ...(says !== undefined && { GetCompositeSchedule: says }) },
    }
    await c.powerUp()
  }
  clock.advance(1000)
  await settled()
  if (after === 'takes') {
    await a.start(1, site.idTag)
    if (both) await b.start(1, site.idTag)
    await settled()
    expect(most).toBeLessThanOrEqual(34)
  }
  expect([allowedA(a), allowedA(b)]).toEqual(then.limits)
  const load = await read(site)
  expect(load.chargers[0]).toMatchObject({ state: then.state, why: expect.stringMatching(then.why) })
  expect(load.proof).toMatch(then.proof)
  // The next time it is asked, the charger takes everything, and no trace is left.
  for (const c of [a, b]) c.faults = {}
  await pass(2 * MINUTE)
  await settled()
  expect((await read(site)).chargers).toMatchObject([
    { state: 'acknowledged', safe: 6 },
    { state: 'acknowledged', safe: 6 },
  ])
  expect(allowedA(a) + allowedA(b)).toBeLessThanOrEqual(40)
  await end(site)
})

test('what chargers say that they take: watts of DC, one level alone, profiles of the whole charger, none', async () => {
  const config = (more: Record<string, string>) => ({ clock, configuration: more })
  const site = await newSite(t, ws, {
    value: 200,
    unit: 'kW',
    count: 4,
    kw: 60,
    chargerType: 'DC',
    outlet: dcOutlet(60_000),
    connectors: 2,
    options: i =>
      i === 0
        ? config({ ChargingScheduleAllowedChargingRateUnit: 'Power' })
        : i === 1
          ? config({ ChargingScheduleAllowedChargingRateUnit: 'Current' })
          : i === 2
            ? config({ ChargeProfileMaxStackLevel: '0' })
            : { clock, faults: { refuse: { SetChargingProfile: { status: 'NotSupported' } } } },
  })
  await Promise.all(site.chargers.map(c => c.startUp()))
  await settled()
  const { chargers, proof, isExceeded } = await read(site)
  expect(chargers.map(c => [c.state, c.safe, c.why])).toEqual([
    ['acknowledged', 8.4, 'Its safe limit only: other chargers stand without a limit and may take too much'],
    ['refused', 120, 'Takes limits in amperes only, which of a DC charger say nothing about its supply'],
    ['refused', 8.4, 'Takes one charging profile at a time: it keeps its safe limit'],
    ['refused', 120, 'Takes no charging profiles'],
  ])
  expect(allowedW(site.chargers[0] as (typeof site.chargers)[0])).toBe(8400)
  expect(isExceeded).toBe(true)
  expect(proof).toMatch(
    /^The chargers may take 256.8 kW together, above the Load Value of 200 kW for .+ now: some are not connected or/,
  )
  await end(site)
})

/** Time passes in steps of half a minute, each with its readings and a decision. */
async function charge(site: TestSite, steps: number): Promise<void> {
  for (let i = 0; i < steps; i++) {
    clock.advance(MINUTE / 2)
    for (const c of site.chargers) await c.station.outbox.flush()
    await settled()
  }
}
const drawnA = (c: TestSite['chargers'][number]): number => Math.round(c.reading(1).powerW / 23) / 10
/** Records the SetChargingProfile calls to a charger from now on: purpose, level, limit and transaction. */
function toldTo(
  c: TestSite['chargers'][number],
): [purpose: string, limit: number | undefined, transactionId: unknown][] {
  const told: ReturnType<typeof toldTo> = []
  c.on('call', ({ action, payload }) => {
    if (action !== 'SetChargingProfile') return
    const { csChargingProfiles: p } = payload as Request<'SetChargingProfile'>
    told.push([p.chargingProfilePurpose, p.chargingSchedule.chargingSchedulePeriod[0]?.limit, p.transactionId])
  })
  return told
}

test('a charger that acknowledges its limit and draws more: it counts with what it draws until it obeys, and people are told', async () => {
  const site = await newSite(t, ws, { value: 40, count: 2, options: () => ({ clock }) })
  const [a, b] = site.chargers as [(typeof site.chargers)[0], (typeof site.chargers)[0]]
  b.faults = { ignoresLimits: 'all' }
  for (const c of [a, b]) {
    await c.startUp()
    await c.start(1, site.idTag, { soc: 20 })
  }
  await settled()
  await charge(site, 2)
  // For a minute the charger looks like any charger whose limit has just been lowered.
  expect((await read(site)).chargers).toMatchObject([{ overdraw: null }, { overdraw: null }])
  await charge(site, 3)
  const load = await read(site)
  const [, over] = load.chargers
  expect(over).toMatchObject({ state: 'acknowledged', overdraw: { limit: 20 } })
  expect(over?.overdraw?.draw).toBeCloseTo(31.3, 0)
  expect(over?.limit).toBe(over?.overdraw?.draw)
  expect(over?.why).toMatch(/^Draws 31.\d A, more than its limit of 20 A: counts with what it draws$/)
  expect(load.proof).toMatch(
    new RegExp(`^${b.identity} has drawn more than its limit for .*, 31.\\d A instead of 20 A, and counts with what`),
  )
  expect(load).toMatchObject({ isExceeded: false, aboveSince: null })
  expect(load.allowed).toBeLessThanOrEqual(40)
  expect(allowedA(a)).toBeCloseTo(40 - (over?.limit ?? 0), 1)
  expect(allowedA(b)).toBe(20)

  const get = async (path: string) =>
    (await t.app.inject({ url: `/cms/v1/team/${t.world.one.teamId}/${path}`, headers: await t.as('viewer') })).json()
  const attention = async () =>
    (await get('attention')).data.find((i: { kind: string }) => i.kind === 'overdrawn-limits')
  const sign = async () =>
    (await get(`charger/${b.identity}/health`)).data.signs.find((s: { sign: string }) => s.sign === 'limit')
  expect(await attention()).toMatchObject({ count: 1, title: 'charge point draws more than its limit' })
  const { to } = await attention()
  expect((await get(`chargers?page=1&pageSize=20&${to.split('?')[1]}`)).data).toMatchObject([
    { chargepoint_id: b.identity },
  ])
  expect(await sign()).toMatchObject({
    level: 'act',
    since: over?.overdraw?.since,
    figure: expect.stringMatching(/^Draws 31.\d A, its limit is 20 A$/),
  })

  // The charger obeys from now on.
  b.faults = {}
  await charge(site, 2)
  expect((await read(site)).chargers).toMatchObject([
    { limit: 20, overdraw: null },
    { limit: 20, overdraw: null },
  ])
  expect(site.chargers.map(allowedA)).toEqual([20, 20])
  expect([await attention(), (await sign()).level]).toEqual([undefined, 'good'])
  // The session ends while the charger draws more: nothing is drawn any more.
  b.faults = { ignoresLimits: 'all' }
  await charge(site, 4)
  expect((await read(site)).chargers[1]?.overdraw).not.toBeNull()
  await b.stop(1)
  await settled()
  expect(await read(site)).toMatchObject({ chargers: [{ limit: 32.2 }, { overdraw: null, limit: 6 }] })
  await end(site)
})

test('a charger whose readings come often is found within 65 seconds of its first reading above its limit', async () => {
  const site = await newSite(t, ws, { value: 40, count: 2, options: () => ({ clock }) })
  const [a, b] = site.chargers as [(typeof site.chargers)[0], (typeof site.chargers)[0]]
  for (const c of [a, b]) {
    await c.startUp()
    c.station.configuration.set('MeterValueSampleInterval', '5')
    await c.start(1, site.idTag, { soc: 20 })
  }
  await settled()
  await charge(site, 2)
  b.faults = { ignoresLimits: 'all' }
  let firstAbove: number | undefined
  let found: number | undefined
  for (let s = 0; s < 150 && found === undefined; s++) {
    clock.advance(1000)
    for (const c of site.chargers) await c.station.outbox.flush()
    await settled()
    if (drawnA(b) > 30) firstAbove ??= clock.now()
    if ((await read(site)).chargers[1]?.overdraw) found = clock.now()
  }
  expect(firstAbove).toBeDefined()
  expect((found ?? Number.NaN) - (firstAbove ?? 0)).toBeLessThanOrEqual(65_000)
  expect((found ?? Number.NaN) - (firstAbove ?? 0)).toBeGreaterThanOrEqual(55_000)
  await end(site)
})

test('a running session is told its limit in a profile of its own, which counts once both are acknowledged', async () => {
  const site = await newSite(t, ws, {
    value: 40,
    count: 2,
    options: () => ({ clock, faults: { ignoresLimits: 'running defaults' } }),
  })
  const [a, b] = site.chargers as [(typeof site.chargers)[0], (typeof site.chargers)[0]]
  await Promise.all([a.startUp(), b.startUp()])
  await settled()
  const told = toldTo(a)
  const { transactionId } = await a.start(1, site.idTag, { soc: 20 })
  await settled()
  expect(told).toEqual([
    ['TxDefaultProfile', 32.2, undefined],
    ['TxProfile', 32.2, transactionId],
  ])
  await charge(site, 3)
  expect(drawnA(a)).toBeGreaterThan(30)
  await b.start(1, site.idTag, { soc: 20 })
  await settled()
  expect(told.slice(2)).toEqual([
    ['TxDefaultProfile', 20, undefined],
    ['TxProfile', 20, transactionId],
  ])
  await charge(site, 3)
  for (const c of [a, b]) expect([drawnA(c) > 18, drawnA(c) <= 21]).toEqual([true, true])
  expect((await read(site)).chargers).toMatchObject([{ overdraw: null }, { overdraw: null }])
  // The car has enough: the power of its last sample is no longer drawn.
  clock.advance(1000)
  await b.pause(1)
  await settled()
  expect((await read(site)).chargers[1]?.connectors[0]?.draw).toBe(0)
  // The session ends, and its profile with it.
  await a.stop(1)
  await settled()
  expect(told.at(-1)).toEqual(['TxDefaultProfile', 6, undefined])
  await end(site)
})

type Own = 'refused' | 'refused later' | 'lost'
test.each<[string, Own, [number, number], string]>([
  ['refuses: its default profiles alone limit the session', 'refused', [20, 20], 'acknowledged'],
  ['took one and refuses the next: what it took may stand', 'refused later', [20, 7.8], 'refused'],
  ['does not answer: the limit is not acknowledged', 'lost', [20, 7.8], 'silent'],
])('a charger that, asked to limit a running session, %s', async (_what, own, limits, state) => {
  let takes = own !== 'refused'
  const site = await newSite(t, ws, {
    value: 40,
    count: 2,
    options: i => ({
      clock,
      ...(i === 0 && {
        answers: (station, id, action, payload) => {
          const { csChargingProfiles: p } = payload as Partial<Request<'SetChargingProfile'>>
          if (takes || p?.chargingProfilePurpose !== 'TxProfile') return answer(station, id, action, payload)
          if (own !== 'lost') station.link.send(JSON.stringify([3, id, { status: 'Rejected' }]))
        },
      }),
    }),
  })
  const [a, b] = site.chargers as [(typeof site.chargers)[0], (typeof site.chargers)[0]]
  const told = toldTo(a)
  await Promise.all([a.startUp(), b.startUp()])
  await a.start(1, site.idTag)
  await settled()
  takes = false
  await b.start(1, site.idTag)
  await settled()
  // The limits of the default profiles that really stand; the session's own profile is another matter.
  expect([told.findLast(([purpose]) => purpose === 'TxDefaultProfile')?.[1], allowedA(b)]).toEqual(limits)
  expect((await read(site)).chargers[0]?.state).toBe(state)
  takes = true
  await pass(MINUTE)
  await pass(MINUTE)
  expect((await read(site)).chargers.map(c => c.limit)).toEqual([20, 20])
  expect(allowedA(b)).toBe(20)
  await end(site)
})

test('one of several connectors: each has its own share, and they add up', async () => {
  const site = await newSite(t, ws, {
    value: 50,
    count: 1,
    connectors: 3,
    kw: 22,
    outlet: acOutlet(3, 32),
    options: () => ({ clock }),
  })
  const [c] = site.chargers as [(typeof site.chargers)[0]]
  await c.startUp()
  await c.start(1, site.idTag)
  await settled()
  await c.start(2, site.idTag)
  await settled()
  const { chargers } = await read(site)
  expect(chargers[0]?.connectors.map(n => n.share)).toEqual([25, 25, 0])
  expect(chargers[0]?.limit).toBe(50)
  expect(allowedW(c)).toBeLessThanOrEqual(50 * 230 * 3)
  await end(site)
})

test('a second node takes over what the first one left half done, and history does not grow for ever', async () => {
  const site = await newSite(t, ws, { value: 40, count: 2, options: () => ({ clock }) })
  const [a, b] = site.chargers as [(typeof site.chargers)[0], (typeof site.chargers)[0]]
  await Promise.all([a.startUp(), b.startUp()])
  await settled()
  await a.start(1, site.idTag)
  await settled()
  expect(allowedA(a)).toBe(32)
  // A node ends in the middle: its message reached the charger, and nobody received the answer.
  const dying = startLoop(t.services, {
    lookMs: 0,
    togetherMs: 5,
    send: async (c, action, payload) => {
      const node = c.node as string
      void t.services.bus.command(node, {
        chargepointPk: c.pk,
        action,
        payload,
        taskId: undefined,
        timeoutMs: 500,
        connectionNo: c.connectionNo,
      })
      return new Promise(() => undefined)
    },
  })
  hearsNews = false
  await b.start(1, site.idTag)
  const taken = a.next('call', c => c.action === 'SetChargingProfile')
  await dying.plan(site.zoneId)
  await taken
  // The default profile is lowered already, the session's profile is not: the session keeps its limit.
  expect([allowedA(a), a.station.profiles.size]).toEqual([32, 3])
  hearsNews = true
  await settled()
  // The lowered limit may not have been taken, as far as the server knows: nothing is raised for the other.
  expect(allowedA(b)).toBe(6)
  await pass(2 * MINUTE)
  await pass(MINUTE)
  expect([allowedA(a), allowedA(b)]).toEqual([20, 20])
  await end(site)

  const lines = () => sql<{ n: number }>`select count(*)::int as n from load_history`.execute(t.db)
  expect((await lines()).rows[0]?.n).toBeGreaterThan(5)
  const dropped = await t.db.transaction().execute(trx => dropOldLoads(trx, new Date(clock.now() + 4 * 86_400_000)))
  expect(dropped).toBeGreaterThan(5)
  expect((await lines()).rows[0]?.n).toBe(0)
})

test('the load of a site is for those who may see the site', async () => {
  const site = await newSite(t, ws, { value: 40, count: 0 })
  const url = (teamId: number) => `/cms/v1/charging-site/${teamId}/zone/${site.zoneId}/load`
  const ask = async (who: 'operator' | 'finance', teamId = t.world.one.teamId) =>
    (await t.app.inject({ method: 'GET', url: url(teamId), headers: await t.as(who) })).statusCode
  expect(await ask('finance')).toBe(403)
  expect(await ask('operator')).toBe(200)
  const rival = await t.app.inject({
    method: 'GET',
    url: url(t.world.two.teamId),
    headers: await t.as('stranger'),
  })
  expect(rival.statusCode).toBe(404)
})
