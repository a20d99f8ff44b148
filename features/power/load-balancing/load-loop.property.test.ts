// The loop of load balancing against chargers that answer, refuse, lose messages both ways, vanish, return, and restart
// at any moment with all, some or none of their profiles, saying so or not, with the sender ended in the middle. The
// allowed power is measured at the chargers' profiles and not in our tables. The database is real, the sockets are not.
import { Profiles } from '@wattdesk/ocpp/sim/profiles'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setSite } from '#fleet/chargers/charger-site.store.ts'
import type { CommandOutcome } from '#platform/bus/bus.ts'
import * as sites from '#power/charging-sites/charging-site.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { newCharger } from '#testing/ocpp.ts'
import { membersOf, wake } from './load.store.ts'
import type { ChargerFacts } from './load-facts.rules.ts'
import { ratedOfCharger } from './load-facts.rules.ts'
import { runJob } from './load-job.commands.ts'
import { highestStandingLimit } from './load-plan.rules.ts'
import { planSites, type Task } from './load-site.commands.ts'
import { standingLimitsNow } from './load-site.rules.ts'
import { planCharger } from './load-standing.rules.ts'

const MINUTE = 60_000
const RUNS = Number(process.env.RUNS ?? 6)
let t: TestApp
let now = Date.UTC(2026, 0, 5, 9)
beforeAll(async () => {
  t = await startApp({ now: () => new Date(now) })
})
afterAll(() => t.close())

/**
 * How a message ends. late: done, but the answer is lost; crash: done, and the sender is gone; boot: done, and the
 * charger restarts before its answer; answer and boot: answered, but the restart is known before the answer arrives.
 */
type End =
  | 'taken'
  | 'refused'
  | 'failed'
  | 'lost'
  | 'late'
  | 'closed'
  | 'crash'
  | 'crash before'
  | 'boot'
  | 'answer and boot'
type Carrier = 'any' | 'each' | 'station'
/** The profiles lost in a restart: none, all, the limits, the safe limit, or the profiles of one connector. */
type Loses = 'nothing' | 'all' | 'limits' | 'safe' | 'one'
/** The answers to GetCompositeSchedule. short: only the next minute; lies: the limit once told, whatever stands now. */
type Reads = 'true' | 'refused' | 'short' | 'lies' | 'other unit' | 'bare'

/**
 * The treatment of profiles of a running session (TxProfile). refuses: takes none, and applies default profiles at
 * once; copies: takes them, and applies default profiles only to new sessions.
 */
type Sessions = 'takes' | 'refuses' | 'copies'
type Kind = { connectors: number; kw: number; takes: Carrier; loses: Loses; reads: Reads; sessions: Sessions }
class Fake {
  readonly profiles = new Profiles()
  readonly pk: number
  readonly kind: Kind
  connectionNo = 1
  isAway = false
  /** The charger takes nothing since its restart. */
  refuses = false
  /** The charger has restarted, and the server does not know yet. */
  isUntold = false
  restarts = 0
  /** For a charger that lies: restarted, and without its safe limit since. */
  isBare = false
  /** The safe limit that the charger took last. */
  told = 0
  /** By connector, the running session with the profiles that stood when it began. */
  readonly running = new Map<number, { transactionId: number; first: Profiles }>()
  constructor(pk: number, kind: Kind) {
    this.pk = pk
    this.kind = kind
  }
  get phases() {
    return this.kind.kw > 8 ? 3 : 1
  }
  get connectorIds() {
    return Array.from({ length: this.kind.connectors }, (_, k) => k + 1)
  }
  #place(connectorId: number) {
    const transactionId = this.running.get(connectorId)?.transactionId
    return {
      connectorId,
      phases: this.phases,
      startedAt: now - 60 * MINUTE,
      sharers: this.kind.connectors,
      transactionId,
    }
  }
  /** Returns the power that the profiles allow all connectors together now. */
  allowedW(): number {
    return this.connectorIds
      .map(id => {
        const first = this.kind.sessions === 'copies' ? this.running.get(id)?.first : undefined
        return Math.min(this.kind.kw * 1000, this.profiles.limitW(this.#place(id), now, first))
      })
      .reduce((a, b) => a + b, 0)
  }
  begin(connectorId: number, transactionId: number): void {
    this.running.set(connectorId, { transactionId, first: this.profiles.copy() })
  }
  end(connectorId: number): void {
    this.running.delete(connectorId)
    this.profiles.endTransaction(connectorId)
  }
  /** The profiles were changed while the charger was down, or by hand: its sessions go by the present profiles. */
  forget(): void {
    for (const session of this.running.values()) session.first = this.profiles.copy()
  }
  restart(): void {
    const { loses, reads } = this.kind
    this.restarts++
    this.isBare = reads === 'lies'
    if (loses === 'all') this.profiles.clear({})
    for (const connectorId of [0, ...this.connectorIds]) {
      if (loses === 'limits' || (loses === 'one' && connectorId === 1))
        this.profiles.clear({ connectorId, stackLevel: 1 })
      if (loses === 'safe' || (loses === 'one' && connectorId === 0))
        this.profiles.clear({ connectorId, stackLevel: 0 })
    }
    this.forget()
  }
  #composite(connectorId: number, duration: number, chargingRateUnit: 'A' | 'W' = 'W'): object {
    const { reads, kw, connectors } = this.kind
    if (reads === 'refused') return { status: 'Rejected' }
    if (reads === 'bare') return { status: 'Accepted' }
    const unit = reads === 'other unit' ? (chargingRateUnit === 'A' ? 'W' : 'A') : chargingRateUnit
    const seconds = reads === 'short' ? 60 : duration
    const all = connectorId === 0 ? connectors : 1
    const chargingSchedule =
      reads === 'lies'
        ? {
            chargingRateUnit: unit,
            duration,
            chargingSchedulePeriod: [{ startPeriod: 0, limit: this.told }],
          }
        : this.profiles.composite(this.#place(connectorId || 1), now, seconds, unit, kw * 1000 * all)
    return { status: 'Accepted', connectorId, chargingSchedule }
  }
  // biome-ignore lint/suspicious/noExplicitAny: payloads of any message
  answer(action: string, p: any): object {
    if (action === 'GetConfiguration') return { configurationKey: [], unknownKey: [] }
    if (action === 'ClearChargingProfile') {
      const status = this.profiles.clear(p) ? 'Accepted' : 'Unknown'
      this.forget()
      return { status }
    }
    if (action === 'GetCompositeSchedule') return this.#composite(p.connectorId, p.duration, p.chargingRateUnit)
    const { takes } = this.kind
    const profile = p.csChargingProfiles
    const isStation = profile.chargingProfilePurpose === 'ChargePointMaxProfile'
    if (this.refuses || (isStation ? takes !== 'station' : takes === 'station')) return { status: 'Rejected' }
    const ofSession = profile.chargingProfilePurpose === 'TxProfile'
    const isRunning = this.running.get(p.connectorId)?.transactionId === profile.transactionId
    if (ofSession && (this.kind.sessions === 'refuses' || !isRunning)) return { status: 'Rejected' }
    if (takes === 'each' && p.connectorId === 0) return { status: 'NotSupported' }
    this.profiles.set(p.connectorId, profile)
    if (profile.stackLevel === 0) {
      this.isBare = false
      this.told = profile.chargingSchedule.chargingSchedulePeriod[0].limit
    }
    return { status: 'Accepted' }
  }
}

type World = { zoneId: number; fakes: Fake[]; limit: number; unit: 'A' | 'kW'; isHeld: boolean }
const realOf = (f: Fake, { unit }: Pick<World, 'unit'>): number =>
  unit === 'kW' ? f.allowedW() / 1000 : f.allowedW() / 230 / f.phases
const allowed = (w: World): number => w.fakes.reduce((sum, f) => sum + realOf(f, w), 0)

/** Returns the power that the product counts for each charger now, in the unit of the site. */
async function reckoned(w: World) {
  const unit = w.unit === 'A' ? 'dA' : 'W'
  const members = (await membersOf(t.db, [w.zoneId])).get(w.zoneId) ?? []
  return members.map(m => {
    const s = standingLimitsNow(m, unit, now)
    const connectors = m.facts.connectors.map(n => ({ connectorId: n.connectorId, ...none }))
    const c = planCharger(s, { pk: m.facts.pk, connectors, rated: ratedOfCharger(m.facts, unit), state: 'unknown' })
    const figure = (steps: number) => steps / (unit === 'dA' ? 10 : 1000)
    const fake = w.fakes.find(f => f.pk === m.facts.pk) as Fake
    const [most, safe] = [figure(highestStandingLimit(c)), figure(Math.min(c.safe, c.most))]
    return { fake, s, most, safe, isUnlimited: c.isUnlimited === true }
  })
}
const none = { wants: false, draw: null, least: 0, most: 1e9 }
const EPS = 1e-6

/** No charger may take more than the product counts; together they may exceed the limit only after a known restart. */
async function demand(w: World): Promise<void> {
  if (!w.isHeld) return
  // A charger that restarts during this read is looked at the next time.
  const before = new Map(w.fakes.map(f => [f, f.isUntold ? -1 : f.restarts]))
  const all = await reckoned(w)
  for (const { fake, most } of all)
    if (before.get(fake) === fake.restarts && !fake.isBare) expect(realOf(fake, w)).toBeLessThanOrEqual(most + EPS)
  if (all.every(c => !c.isUnlimited)) expect(all.reduce((sum, c) => sum + c.most, 0)).toBeLessThanOrEqual(w.limit + EPS)
}

const aFake = fc.record({
  connectors: fc.integer({ min: 1, max: 3 }),
  kw: fc.constantFrom(7.4, 22),
  takes: fc.constantFrom<Carrier>('any', 'any', 'any', 'each', 'station'),
  loses: fc.constantFrom<Loses>('nothing', 'all', 'all', 'limits', 'safe', 'one'),
  reads: fc.constantFrom<Reads>('true', 'true', 'refused', 'short', 'lies', 'other unit', 'bare'),
  sessions: fc.constantFrom<Sessions>('takes', 'refuses', 'copies'),
})
const anEnd = fc.constantFrom<End>(
  ...([
    'taken',
    'taken',
    'taken',
    'taken',
    'refused',
    'failed',
    'lost',
    'late',
    'closed',
    'crash',
    'crash before',
  ] as const),
  ...(['boot', 'answer and boot'] as const),
)
const i = fc.nat(20)
const aDoing = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('plan' as const), ends: fc.array(anEnd, { minLength: 1, maxLength: 6 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('all answer' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('car' as const),
      i,
      n: fc.nat(2),
      status: fc.constantFrom('Charging', 'Charging', 'Available', 'SuspendedEVSE', 'SuspendedEV'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('vanish', 'return', 'boot', 'boot', 'boot and refuse', 'boot untold', 'tell', 'off and on'),
      i,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('time' as const),
      ms: fc.constantFrom(1000, 31_000, 101_000, 6 * MINUTE, 10 * MINUTE, 17 * MINUTE, 61 * MINUTE),
    }),
  },
)
type Doing = typeof aDoing extends fc.Arbitrary<infer D> ? D : never

async function newWorld(list: readonly Kind[], limit: number, unit: 'A' | 'kW'): Promise<World> {
  const { teamId } = t.world.one
  const site = { teamId, zoneName: 'Any', isLoadBalancing: true, loadBalancingValue: limit, loadBalancingUnit: unit }
  const zoneId = await sites.create(t.db, site)
  const fakes: Fake[] = []
  for (const f of list) {
    const { pk } = await newCharger(t, { connectorCount: f.connectors, kw: f.kw, chargerType: 'AC' })
    await setSite(t.db, pk, zoneId, new Date(now))
    await sql`insert into charger_state (chargepoint_pk, connected, boot_accepted, node, connection_no, last_boot_at)
      values (${pk}, true, true, 'x', 1, ${new Date(now)})
      on conflict (chargepoint_pk) do update set connected = true, boot_accepted = true, node = 'x', connection_no = 1,
        last_boot_at = excluded.last_boot_at`.execute(t.db)
    fakes.push(new Fake(pk, f))
  }
  await wake(t.db, [zoneId], new Date(now))
  return { zoneId, fakes, limit, unit, isHeld: false }
}

const told = (f: Fake, more: { hasBooted: boolean }): Promise<unknown> =>
  sql`update charger_state set connected = ${!f.isAway}, connection_no = ${f.connectionNo},
      last_boot_at = case when ${more.hasBooted} then ${new Date(++now)} else last_boot_at end
    where chargepoint_pk = ${f.pk}`.execute(t.db)
/** The charger restarts and says so, over a new connection or the same one. */
async function boots(f: Fake, isNewSocket: boolean): Promise<void> {
  f.restart()
  f.isAway = false
  f.isUntold = true
  if (isNewSocket) f.connectionNo++
  await told(f, { hasBooted: true })
  f.isUntold = false
}

/** Decides, and carries out all jobs at once; each message ends as the next of `ends` says. */
async function decided(w: World, ends: readonly End[]): Promise<number> {
  const tasks = await planSites(t.services, [w.zoneId], true)
  const before = await reckoned(w)
  const isOver = before.reduce((sum, c) => sum + c.most, 0) > w.limit
  let n = 0
  const send = async (c: ChargerFacts, action: string, payload: object): Promise<CommandOutcome> => {
    const fake = w.fakes.find(f => f.pk === c.pk) as Fake
    if (fake.isAway || c.connectionNo !== fake.connectionNo) return { kind: 'closed', sent: false }
    const end = ends[n++ % ends.length] as End
    // Other jobs go on meanwhile.
    await new Promise(setImmediate)
    if (end === 'crash before') throw new Error('gone')
    if (end === 'lost') return { kind: 'timeout', sent: true }
    if (end === 'refused' && action === 'SetChargingProfile')
      return { kind: 'result', payload: { status: 'Rejected' }, raw: '' }
    if (end === 'failed') return { kind: 'error', code: 'InternalError', text: '', details: {}, raw: '' }
    const had = realOf(fake, w)
    const answer = fake.answer(action, payload)
    // While the sum may be above the limit, no charger is told more than its safe limit.
    const safe = before.find(b => b.fake === fake)?.s.safe.told ?? 0
    const safeSum = (safe * fake.kind.connectors) / (w.unit === 'A' ? 10 : 1000)
    if (w.isHeld && isOver && action === 'SetChargingProfile')
      expect(realOf(fake, w)).toBeLessThanOrEqual(Math.max(had, safeSum) + EPS)
    if (end === 'boot' || end === 'answer and boot') await boots(fake, end === 'boot')
    // Questions change nothing.
    if (!action.startsWith('Get') || end === 'boot' || end === 'answer and boot') await demand(w)
    if (end === 'late') return { kind: 'timeout', sent: true }
    if (end === 'closed' || end === 'boot') return { kind: 'closed', sent: true }
    if (end === 'crash') throw new Error('gone')
    return { kind: 'result', payload: answer as { status: 'Accepted' }, raw: '' }
  }
  const run = (task: Task) =>
    runJob(t.services, send, task).catch((e: Error) => {
      if (e.message !== 'gone') throw e
    })
  await Promise.all(tasks.map(run))
  return tasks.length
}

/** A connector reports its state: it charges, with a session from then on, or its session ends. */
async function car(f: Fake, connectorId: number, status: string): Promise<void> {
  await sql`update connector set status = ${status} where chargepoint_pk = ${f.pk} and connector_id = ${connectorId}`.execute(
    t.db,
  )
  const session = f.running.get(connectorId)
  if (status === 'Charging' && !session && !f.isAway) {
    // Two sessions of one connector never begin at the same moment.
    now++
    const { rows } = await sql<{ id: number }>`
      insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type,
        connector_id, id_tag, started_at, start_received_at, meter_start_wh, tolerance_watt)
      select company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type, ${connectorId}, 'TAG',
        ${new Date(now)}, ${new Date(now)}, 0, 300 from charger where chargepoint_pk = ${f.pk}
      returning transaction_id as id`.execute(t.db)
    f.begin(connectorId, rows[0]?.id as number)
  }
  if (status !== 'Available' || !session) return
  f.end(connectorId)
  // A charger that is away reports the end later.
  if (!f.isAway)
    await sql`update transaction set stopped_at = ${new Date(now)}, stop_reason = 'Local', meter_stop_wh = 0, energy_wh = 0
      where transaction_id = ${session.transactionId}`.execute(t.db)
}

async function happen(w: World, d: Doing): Promise<void> {
  if (d.do === 'plan') await decided(w, d.ends)
  if (d.do === 'time') now += d.ms
  if (d.do === 'all answer') {
    for (let round = 0; round < 5; round++) await decided(w, ['taken'])
    // Every charger that can be told less has been: above the limit the others have only their safe limits.
    if (w.isHeld && !w.fakes.some(f => f.isUntold || f.isBare) && allowed(w) > w.limit + EPS)
      for (const { fake, s, safe, isUnlimited } of await reckoned(w))
        if (!isUnlimited && !fake.isAway && !s.pause && !s.busy) expect(realOf(fake, w)).toBeLessThanOrEqual(safe + EPS)
  }
  if (!('i' in d)) return
  const f = w.fakes[d.i % w.fakes.length] as Fake
  if (d.do === 'car') return car(f, (d.n % f.kind.connectors) + 1, d.status)
  if (d.do === 'boot' || d.do === 'boot and refuse') {
    f.refuses = d.do === 'boot and refuse'
    return boots(f, d.i % 2 === 0)
  }
  if (d.do === 'tell') return f.isUntold ? boots(f, false) : undefined
  if (d.do === 'off and on') {
    // Meanwhile somebody clears profiles by hand.
    for (const isOn of [false, true]) {
      await sql`update charging_site set is_load_balancing = ${isOn} where zone_id = ${w.zoneId}`.execute(t.db)
      await wake(t.db, [w.zoneId], new Date(++now))
    }
    f.profiles.clear({})
    return f.forget()
  }
  f.isAway = d.do === 'vanish'
  if (!f.isAway) f.connectionNo++
  // The connection is there before its BootNotification.
  if (d.do === 'boot untold') {
    f.restart()
    f.isUntold = true
  }
  await told(f, { hasBooted: false })
}

/** All answers come, round after round, until nothing is sent any more. */
async function settle(w: World): Promise<void> {
  for (const [k, f] of w.fakes.entries()) {
    f.refuses = false
    if (f.isUntold) await boots(f, false)
    if (f.isAway) await happen(w, { do: 'return', i: k })
  }
  now += 20 * MINUTE
  for (let round = 0; round < 40; round++) if ((await decided(w, ['taken'])) === 0) return
  throw new Error('It does not come to rest')
}

test(
  'whatever is answered or lost, whoever restarts with what, and whoever ends in the middle: no charger may take more than is reckoned, all together not more than the Load Value but for a restart, and nobody is raised then',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aFake, { minLength: 2, maxLength: 4 }),
        fc.integer({ min: 20, max: 160 }),
        fc.constantFrom('A' as const, 'kW' as const),
        fc.array(aDoing, { minLength: 4, maxLength: 24 }),
        async (list, limit, unit, doings) => {
          const w = await newWorld(list, limit, unit)
          await settle(w)
          expect(allowed(w)).toBeLessThanOrEqual(limit + EPS)
          w.isHeld = true
          for (const d of doings) {
            await happen(w, d)
            await demand(w)
          }
          await settle(w)
          expect(allowed(w)).toBeLessThanOrEqual(limit + EPS)
          // A lower Load Value holds as soon as all chargers have answered.
          w.isHeld = false
          w.limit = Math.floor(limit / 2)
          await sql`update charging_site set load_balancing_value = ${w.limit} where zone_id = ${w.zoneId}`.execute(
            t.db,
          )
          await settle(w)
          expect(allowed(w)).toBeLessThanOrEqual(w.limit + EPS)
        },
      ),
      { numRuns: RUNS },
    )
  },
  Math.max(120_000, RUNS * 5000),
)
