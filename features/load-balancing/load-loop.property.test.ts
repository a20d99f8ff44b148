// The loop of load balancing against chargers that answer, refuse, lose messages both ways, vanish, boot and return, with the
// sender ended in the middle: what their profiles let them take together is never above the Load Value, measured at the
// chargers and not in our tables. The database is real, the sockets are not.
import { Profiles } from '@wattdesk/ocpp/sim/profiles'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CommandOutcome } from '../../platform/bus/bus.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { newCharger } from '../../testing/ocpp.ts'
import { setSite } from '../chargers/charger-site.store.ts'
import * as sites from '../charging-sites/charging-site.store.ts'
import { wake } from './load.store.ts'
import type { ChargerFacts } from './load-facts.rules.ts'
import { runJob } from './load-job.commands.ts'
import { planSites, type Task } from './load-site.commands.ts'

const MINUTE = 60_000
let t: TestApp
let now = Date.UTC(2026, 0, 5, 9)
beforeAll(async () => {
  t = await startApp({ now: () => new Date(now) })
})
afterAll(() => t.close())

/** How a message ends. late: done, but the answer is lost; crash: done, and whoever sent it is gone. */
type End = 'taken' | 'refused' | 'failed' | 'lost' | 'late' | 'closed' | 'crash' | 'crash before'
type Carrier = 'any' | 'each' | 'station'

class Fake {
  readonly profiles = new Profiles()
  readonly pk: number
  readonly connectors: number
  readonly kw: number
  readonly takes: Carrier
  connectionNo = 1
  isAway = false
  constructor(pk: number, { connectors, kw, takes }: { connectors: number; kw: number; takes: Carrier }) {
    Object.assign(this, { pk, connectors, kw, takes })
    this.pk = pk
    this.connectors = connectors
    this.kw = kw
    this.takes = takes
  }
  get phases() {
    return this.kw > 8 ? 3 : 1
  }
  /** What its profiles let all its connectors take now. */
  allowedW(): number {
    let sum = 0
    for (let connectorId = 1; connectorId <= this.connectors; connectorId++) {
      const place = { connectorId, phases: this.phases, startedAt: now - 60 * MINUTE, sharers: this.connectors }
      sum += Math.min(this.kw * 1000, this.profiles.limitW(place, now))
    }
    return sum
  }
  // biome-ignore lint/suspicious/noExplicitAny: payloads of any message
  answer(action: string, p: any): object {
    if (action === 'GetConfiguration') return { configurationKey: [], unknownKey: [] }
    if (action === 'ClearChargingProfile') return { status: this.profiles.clear(p) ? 'Accepted' : 'Unknown' }
    if (action === 'GetCompositeSchedule') return { status: 'Rejected' }
    const isStation = p.csChargingProfiles.chargingProfilePurpose === 'ChargePointMaxProfile'
    if (isStation ? this.takes !== 'station' : this.takes === 'station') return { status: 'Rejected' }
    if (this.takes === 'each' && p.connectorId === 0) return { status: 'NotSupported' }
    this.profiles.set(p.connectorId, p.csChargingProfiles)
    return { status: 'Accepted' }
  }
}

type World = { zoneId: number; fakes: Fake[]; limit: number; unit: 'A' | 'kW'; isHeld: boolean }
const allowed = ({ fakes, unit }: World): number =>
  fakes.reduce((sum, f) => sum + (unit === 'kW' ? f.allowedW() / 1000 : f.allowedW() / 230 / f.phases), 0)

const aFake = fc.record({
  connectors: fc.integer({ min: 1, max: 3 }),
  kw: fc.constantFrom(7.4, 22),
  takes: fc.constantFrom<Carrier>('any', 'any', 'any', 'each', 'station'),
})
const anEnd = fc.constantFrom<End>(
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
)
const i = fc.nat(20)
const aDoing = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('plan' as const), ends: fc.array(anEnd, { minLength: 1, maxLength: 6 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('car' as const),
      i,
      n: fc.nat(2),
      status: fc.constantFrom('Charging', 'Available', 'SuspendedEVSE', 'SuspendedEV'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('vanish' as const, 'return' as const, 'boot' as const), i }),
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

async function newWorld(
  list: readonly { connectors: number; kw: number; takes: Carrier }[],
  limit: number,
  unit: 'A' | 'kW',
): Promise<World> {
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

/** Decides, and carries out all of it at once; each message ends as the next of `ends` says. */
async function decided(w: World, ends: readonly End[]): Promise<number> {
  const tasks = await planSites(t.services, [w.zoneId], true)
  let n = 0
  const send = async (c: ChargerFacts, action: string, payload: object): Promise<CommandOutcome> => {
    const fake = w.fakes.find(f => f.pk === c.pk) as Fake
    if (fake.isAway || c.connectionNo !== fake.connectionNo) return { kind: 'closed', sent: false }
    const end = ends[n++ % ends.length] as End
    // Others get on meanwhile.
    await new Promise(setImmediate)
    if (end === 'crash before') throw new Error('gone')
    if (end === 'lost') return { kind: 'timeout', sent: true }
    if (end === 'refused' && action === 'SetChargingProfile')
      return { kind: 'result', payload: { status: 'Rejected' }, raw: '' }
    if (end === 'failed') return { kind: 'error', code: 'InternalError', text: '', details: {}, raw: '' }
    const answer = fake.answer(action, payload)
    if (w.isHeld) expect(allowed(w)).toBeLessThanOrEqual(w.limit + 1e-6)
    if (end === 'late') return { kind: 'timeout', sent: true }
    if (end === 'closed') return { kind: 'closed', sent: true }
    if (end === 'crash') throw new Error('gone')
    return { kind: 'result', payload: answer as { status: 'Accepted' }, raw: '' }
  }
  const run = (task: Task) => runJob(t.services, send, task).catch((e: Error) => expect(e.message).toBe('gone'))
  await Promise.all(tasks.map(run))
  return tasks.length
}

async function happen(w: World, d: Doing): Promise<void> {
  if (d.do === 'plan') await decided(w, d.ends)
  if (d.do === 'time') now += d.ms
  if (!('i' in d)) return
  const f = w.fakes[d.i % w.fakes.length] as Fake
  if (d.do === 'car') {
    await sql`update connector set status = ${d.status} where chargepoint_pk = ${f.pk}
      and connector_id = ${(d.n % f.connectors) + 1}`.execute(t.db)
    return
  }
  if (d.do === 'vanish') f.isAway = true
  else {
    f.isAway = false
    f.connectionNo++
  }
  // What its boot left of limited time may be gone; its safe limit is not.
  if (d.do === 'boot' && f.connectionNo % 2 === 0)
    for (let c = 0; c <= f.connectors; c++) f.profiles.clear({ connectorId: c, stackLevel: 1 })
  await sql`update charger_state set connected = ${!f.isAway}, connection_no = ${f.connectionNo},
      last_boot_at = case when ${d.do === 'boot'} then ${new Date(now)} else last_boot_at end
    where chargepoint_pk = ${f.pk}`.execute(t.db)
}

/** All answers come, round after round, until nothing is sent any more. */
async function settle(w: World): Promise<void> {
  for (const [k, f] of w.fakes.entries()) if (f.isAway) await happen(w, { do: 'return', i: k })
  now += 20 * MINUTE
  for (let round = 0; round < 40; round++) if ((await decided(w, ['taken'])) === 0) return
  throw new Error('It does not come to rest')
}

test('whatever is answered or lost, and whoever ends in the middle: the chargers are never allowed more than the Load Value', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(aFake, { minLength: 2, maxLength: 4 }),
      fc.integer({ min: 20, max: 160 }),
      fc.constantFrom('A' as const, 'kW' as const),
      fc.array(aDoing, { minLength: 4, maxLength: 24 }),
      async (list, limit, unit, doings) => {
        const w = await newWorld(list, limit, unit)
        await settle(w)
        expect(allowed(w)).toBeLessThanOrEqual(limit + 1e-6)
        w.isHeld = true
        for (const d of doings) {
          await happen(w, d)
          expect(allowed(w)).toBeLessThanOrEqual(limit + 1e-6)
        }
        await settle(w)
        // A lower Load Value is kept to as soon as all have answered.
        w.isHeld = false
        w.limit = Math.floor(limit / 2)
        await sql`update charging_site set load_balancing_value = ${w.limit} where zone_id = ${w.zoneId}`.execute(t.db)
        await settle(w)
        expect(allowed(w)).toBeLessThanOrEqual(w.limit + 1e-6)
      },
    ),
    { numRuns: Number(process.env.RUNS ?? 8) },
  )
}, 60_000)
