// The promises of the planner of load balancing, over random interleavings: answers that come, are refused, get lost or
// come late; chargers vanish, come back, restart, join and leave; cars come, go and take more or less; the limit falls
// and rises; the clock steps. The chargers of these tests hold the limit that was really installed last, known or not.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { highestStandingLimit, planOf } from './load-plan.rules.ts'
import {
  keyOf,
  type Limit,
  type Memory,
  nothingRemembered,
  type Plan,
  type PlanCharger,
  type PlanConnector,
} from './load-plan-types.rules.ts'
import { TURN_MS } from './load-turns.rules.ts'

const MINUTE = 60_000
const sum = (of: readonly number[]) => of.reduce((a, b) => a + b, 0)

/** A real charger, and the product's knowledge of it. `safe`: its fallback unless it has restarted. */
type Real = { known: PlanCharger; installed: number; isAway: boolean; safe: number }
class Site {
  limit: number
  now = Date.UTC(2026, 0, 5, 9)
  memory: Memory = nothingRemembered
  chargers: Real[]
  nextPk = 1
  plan: Plan | undefined

  constructor(limit: number, chargers: readonly Omit<PlanCharger, 'pk'>[]) {
    this.limit = limit
    this.chargers = chargers.map(c => this.#made(c))
  }
  #made(c: Omit<PlanCharger, 'pk'>): Real {
    const known = { ...c, pk: this.nextPk++ }
    return { known, installed: Math.min(c.safe, c.most), isAway: false, safe: c.safe }
  }
  get known(): PlanCharger[] {
    return this.chargers.map(c => c.known)
  }
  at(i: number): Real | undefined {
    return this.chargers[i % Math.max(1, this.chargers.length)]
  }
  tell(c: Real, more: Partial<PlanCharger>): void {
    c.known = { ...c.known, ...more }
  }
  join(c: Omit<PlanCharger, 'pk'>): void {
    this.chargers.push(this.#made(c))
  }

  /** Plans, and puts the messages on the way. Returns the plan. */
  step(): Plan {
    const plan = planOf({ limit: this.limit, chargers: this.known, memory: this.memory, now: this.now, slack: 10 })
    this.memory = plan.memory
    for (const { pk, ...m } of plan.messages) {
      const c = this.chargers.find(x => x.known.pk === pk)
      if (c) this.tell(c, { state: 'waiting', unanswered: [...c.known.unanswered, m] })
    }
    this.plan = plan
    return plan
  }
  /** The charger restarts; without its limits it may take its rated power until the safe limit stands again. */
  restart(c: Real, forgets: boolean): void {
    const { acknowledged, unanswered, most, state } = c.known
    if (forgets) c.installed = most
    this.tell(c, {
      isUnlimited: true,
      safe: most,
      acknowledged: null,
      state: state === 'acknowledged' ? 'unknown' : state,
      unanswered: acknowledged ? [...unanswered, acknowledged] : unanswered,
    })
  }
  /** The charger takes its safe limit; it may have kept a higher limit from before. */
  prepared(c: Real): void {
    const kept = c.known.unanswered.at(-1)?.limit ?? 0
    c.installed = Math.min(c.known.most, Math.max(c.safe, kept))
    this.tell(c, { isUnlimited: false, safe: c.safe, state: 'unknown' })
  }
  /** The charger takes the limit sent last; whether the answer arrives is another matter. */
  install(c: Real): Limit | undefined {
    const last = c.known.unanswered.at(-1)
    if (last) c.installed = last.limit
    return last
  }
  accept(c: Real): void {
    const last = c.known.state === 'waiting' ? this.install(c) : undefined
    if (last) this.tell(c, { state: 'acknowledged', acknowledged: last, unanswered: [] })
  }
  /** All answers come, round after round, until nothing is sent any more. */
  settle({ obey = true } = {}): Plan {
    if (obey) for (const c of this.chargers) this.tell(c, { overdraw: undefined })
    for (let round = 0; round < 60; round++) {
      for (const c of this.chargers) {
        if (c.known.isUnlimited) this.prepared(c)
        if (c.known.state === 'waiting') this.accept(c)
        else if (c.known.state !== 'acknowledged') {
          // The charger is heard again and asked: from its answer the loop knows the limit that stands.
          const stands = c.known.unanswered.find(u => u.limit === c.installed) ?? c.known.acknowledged
          const shares = stands?.shares ?? {}
          this.tell(c, { state: 'acknowledged', acknowledged: { limit: c.installed, shares }, unanswered: [] })
          c.isAway = false
        }
      }
      if (this.step().messages.length === 0) return this.plan as Plan
    }
    throw new Error('It does not come to rest')
  }
}

type Doing =
  | { do: 'plan' | 'accept' | 'refuse' | 'lose' | 'late' | 'vanish' | 'return' | 'retry'; i: number }
  | { do: 'answers' }
  | { do: 'time'; ms: number }
  | { do: 'car'; i: number; n: number; wants: boolean; draw: number | null }
/** Changes from outside, and restarts, after which the sum may be above the limit for as long as lowerings take. */
type Upset =
  | { do: 'limit'; to: number }
  | { do: 'join'; charger: Omit<PlanCharger, 'pk'> }
  | { do: 'leave' | 'restart' | 'prepared'; i: number }
  | { do: 'draw'; i: number; overdraw: number | undefined }

function happen(s: Site, d: Doing | Upset): void {
  if (d.do === 'plan') s.step()
  if (d.do === 'time') s.now += d.ms
  if (d.do === 'answers') for (const c of s.chargers) if (!c.isAway) s.accept(c)
  if (d.do === 'limit') s.limit = d.to
  if (d.do === 'join') s.join(d.charger)
  if (!('i' in d)) return
  const c = s.at(d.i)
  if (!c) return
  const { state, unanswered, connectors } = c.known
  const last = unanswered.at(-1)
  switch (d.do) {
    case 'draw':
      s.tell(c, { overdraw: d.overdraw })
      break
    case 'leave':
      s.chargers = s.chargers.filter(x => x !== c)
      break
    case 'restart':
      s.restart(c, d.i % 2 === 0)
      break
    case 'prepared':
      if (c.known.isUnlimited && !c.isAway) s.prepared(c)
      break
    case 'accept':
      if (!c.isAway) s.accept(c)
      break
    case 'refuse':
      // The former limit still stands.
      if (!c.isAway && state === 'waiting') s.tell(c, { state: 'refused', unanswered: unanswered.slice(0, -1) })
      break
    case 'lose':
      // Nobody will ever know whether the limit was taken.
      if (state === 'waiting') {
        if (d.i % 2 === 0) s.install(c)
        s.tell(c, { state: 'silent' })
      }
      break
    case 'late':
      // The charger took the limit, and its answer comes after the server had given up.
      if (last && state === 'silent' && !c.isAway) {
        s.install(c)
        s.tell(c, { state: 'acknowledged', acknowledged: last, unanswered: [] })
      }
      break
    case 'vanish':
      c.isAway = true
      s.tell(c, { state: 'silent' })
      break
    case 'return':
      c.isAway = false
      if (state === 'silent') s.tell(c, { state: unanswered.length > 0 ? 'unknown' : 'acknowledged' })
      break
    case 'retry':
      if (state === 'refused') s.tell(c, { state: 'acknowledged' })
      break
    case 'car': {
      const changed = connectors.map((n, k) =>
        k === d.n % connectors.length ? { ...n, wants: d.wants, draw: d.draw } : n,
      )
      s.tell(c, { connectors: changed })
    }
  }
}

const aConnector = fc
  .record({
    wants: fc.boolean(),
    draw: fc.option(fc.integer({ min: 0, max: 320 })),
    least: fc.constantFrom(60, 60, 60, 14, 140),
    most: fc.constantFrom(100, 160, 320),
  })
  .map((c): Omit<PlanConnector, 'connectorId'> => ({ ...c, most: Math.max(c.most, c.least) }))
const aCharger = fc
  .record({
    safe: fc.constantFrom(0, 0, 30, 60, 80),
    most: fc.constantFrom(50, 160, 320, 640),
    connectors: fc.array(aConnector, { maxLength: 3 }),
  })
  .map(
    (c): Omit<PlanCharger, 'pk'> => ({
      ...c,
      connectors: c.connectors.map((n, i) => ({ ...n, connectorId: i + 1 })),
      state: 'unknown',
      acknowledged: null,
      unanswered: [],
    }),
  )
const i = fc.nat(20)
const aDoing: fc.Arbitrary<Doing> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('plan' as const), i }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('accept' as const), i }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('answers' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('refuse', 'lose', 'late', 'vanish', 'return', 'retry'), i }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('car' as const),
      i,
      n: fc.nat(2),
      wants: fc.boolean(),
      draw: fc.option(fc.integer({ min: 0, max: 320 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('time' as const),
      ms: fc.constantFrom(1000, 30_000, 61_000, 16 * MINUTE, -3_600_000),
    }),
  },
)
const anUpset: fc.Arbitrary<Upset> = fc.oneof(
  fc.record({ do: fc.constant('limit' as const), to: fc.integer({ min: 0, max: 600 }) }),
  fc.record({ do: fc.constant('join' as const), charger: aCharger }),
  fc.record({ do: fc.constantFrom('leave' as const, 'restart' as const, 'restart' as const, 'prepared' as const), i }),
  fc.record({
    do: fc.constant('draw' as const),
    i,
    overdraw: fc.option(fc.integer({ min: 0, max: 700 }), { nil: undefined }),
  }),
)
const aSite = fc.record({ limit: fc.integer({ min: 0, max: 500 }), chargers: fc.array(aCharger, { maxLength: 6 }) })
const standing = (s: Site) => sum(s.known.map(c => highestStandingLimit({ ...c, safe: Math.min(c.safe, c.most) })))
const safes = (s: Site) => sum(s.known.map(c => Math.min(c.safe, c.most)))
/**
 * Returns the highest limit that raises nothing: the limit known to stand there; where that is open, the larger of the
 * safe limit and the lowest limit sent.
 */
const raisesNothing = ({ acknowledged, unanswered, safe, most }: PlanCharger): number =>
  acknowledged && unanswered.length === 0
    ? acknowledged.limit
    : Math.max(Math.min(safe, most), Math.min(acknowledged?.limit ?? safe, ...unanswered.map(u => u.limit)))
const really = (s: Site) => sum(s.chargers.map(c => c.installed))
const runs = { numRuns: 600 }

describe('the sum', () => {
  test('whatever is answered, refused, lost or late, whoever vanishes: never above the limit, as reckoned and as it really is', () => {
    fc.assert(
      fc.property(aSite, fc.array(aDoing, { maxLength: 60 }), ({ limit, chargers }, doings) => {
        const s = new Site(limit, chargers)
        // Where the safe limits alone are above the limit, nothing above them is ever given.
        const most = Math.max(limit, safes(s))
        for (const d of doings) {
          happen(s, d)
          const { allowed } = planOf({ limit, chargers: s.known, memory: s.memory, now: s.now, slack: 10 })
          expect(allowed).toBeLessThanOrEqual(standing(s))
          expect(standing(s)).toBeLessThanOrEqual(most)
          expect(really(s)).toBeLessThanOrEqual(most)
        }
      }),
      runs,
    )
  })

  test('after the limit has fallen, or a charger has joined or restarted, nothing is raised until the sum is within again, and it comes there', () => {
    fc.assert(
      fc.property(
        aSite,
        fc.array(fc.oneof({ weight: 5, arbitrary: aDoing }, { weight: 1, arbitrary: anUpset }), { maxLength: 60 }),
        ({ limit, chargers }, doings) => {
          const s = new Site(limit, chargers)
          for (const d of doings) {
            const isPlan = d.do === 'plan'
            const before = isPlan ? standing(s) : 0
            const known = new Map(s.known.map(c => [c.pk, c]))
            happen(s, d)
            if (!isPlan) continue
            for (const m of s.plan?.messages ?? []) {
              const c = known.get(m.pk) as PlanCharger
              expect(c.isUnlimited ?? false).toBe(false)
              if (before > s.limit) expect(m.limit).toBeLessThanOrEqual(raisesNothing(c))
            }
            expect(standing(s)).toBe(s.plan?.atMost)
            expect(standing(s)).toBeLessThanOrEqual(Math.max(s.limit, before))
          }
          const plan = s.settle()
          expect(plan.allowed).toBeLessThanOrEqual(Math.max(s.limit, safes(s)))
          expect(really(s)).toBe(plan.allowed)
          expect(plan.exceeds).toBe(safes(s) > s.limit ? 'safe' : null)
          // Where the safe limits are too much already, no charger has more than its safe limit.
          if (plan.exceeds) for (const c of s.chargers) expect(c.installed).toBeLessThanOrEqual(c.known.safe)
        },
      ),
      runs,
    )
  })
})

describe('a charger that draws more than its limit', () => {
  const anOverdraw = fc.record({ i, overdraw: fc.integer({ min: 0, max: 700 }) })
  test('the others share what is left of the limit, and its own limit does not rise', () => {
    fc.assert(
      fc.property(aSite, fc.array(anOverdraw, { minLength: 1, maxLength: 3 }), ({ limit, chargers }, overdraws) => {
        const s = new Site(limit, chargers)
        const before = new Map(s.settle().chargers.map(c => [c.pk, c.planned]))
        for (const d of overdraws) happen(s, { do: 'draw', ...d })
        const plan = s.settle({ obey: false })
        const deaf = new Set(s.known.filter(c => c.overdraw !== undefined).map(c => c.pk))
        const countedOf = (isDeaf: boolean) =>
          sum(plan.chargers.filter(c => deaf.has(c.pk) === isDeaf).map(c => c.counted))
        const safe = sum(s.known.filter(c => !deaf.has(c.pk)).map(c => Math.min(c.safe, c.most)))
        expect(countedOf(false)).toBeLessThanOrEqual(Math.max(safe, limit - countedOf(true)))
        for (const c of plan.chargers.filter(x => deaf.has(x.pk))) {
          expect(c.planned).toBeLessThanOrEqual(before.get(c.pk) ?? 0)
          expect(c.counted).toBeGreaterThanOrEqual(s.known.find(k => k.pk === c.pk)?.overdraw ?? 0)
        }
      }),
      runs,
    )
  })
})

describe('what is given', () => {
  test('at rest every car that charges has its least, or waits for its turn, or could not charge even alone', () => {
    fc.assert(
      fc.property(aSite, fc.array(fc.oneof(aDoing, anUpset), { maxLength: 40 }), ({ limit, chargers }, doings) => {
        const s = new Site(limit, chargers)
        for (const d of doings) happen(s, d)
        const plan = s.settle()
        for (const c of plan.chargers) {
          const own = s.chargers.find(x => x.known.pk === c.pk)?.known
          expect(sum(c.connectors.map(n => n.share))).toBeLessThanOrEqual(c.planned)
          for (const n of c.connectors) {
            const {
              least = 0,
              most = 0,
              wants = false,
            } = own?.connectors.find(x => x.connectorId === n.connectorId) ?? {}
            if (!wants) expect([n.share, n.reason.why]).toEqual([0, 'no car'])
            else if (['waits for its turn', 'too little for this car'].includes(n.reason.why)) expect(n.share).toBe(0)
            else {
              expect(n.share).toBeGreaterThanOrEqual(least)
              expect(n.share).toBeLessThanOrEqual(most)
            }
          }
        }
      }),
      runs,
    )
  })

  test('the same state gives no new message, also a moment later', () => {
    fc.assert(
      fc.property(aSite, fc.array(fc.oneof(aDoing, anUpset), { maxLength: 40 }), ({ limit, chargers }, doings) => {
        const s = new Site(limit, chargers)
        for (const d of doings) happen(s, d)
        s.step()
        // The messages are on the way, not answered.
        expect(s.step().messages).toEqual([])
        s.settle()
        for (const seconds of [0, 1, 5, 20]) {
          s.now += seconds * 1000
          const { messages } = s.step()
          // Except when a turn or a minute ends just then.
          if (!isDue(s)) expect(messages).toEqual([])
        }
      }),
      runs,
    )
  })
})
/** True where a connector's turn or minute ends about now. */
const isDue = (s: Site): boolean =>
  Object.values(s.memory.connectors).some(
    r => r.lowSince !== null || (r.turnSince !== null && s.now - r.turnSince > TURN_MS - MINUTE),
  )

describe('turns', () => {
  /** Returns the minutes that each connector was given, over this many rounds of turns. */
  function shared(chargers: readonly Omit<PlanCharger, 'pk'>[], limit: number, rounds: number) {
    const s = new Site(limit, chargers)
    const minutes = new Map<string, number>()
    for (let minute = 0; minute < rounds * 15; minute++) {
      s.now += MINUTE
      for (const c of s.settle().chargers)
        for (const n of c.connectors)
          if (n.share > 0) minutes.set(keyOf(c.pk, n.connectorId), (minutes.get(keyOf(c.pk, n.connectorId)) ?? 0) + 1)
    }
    return minutes
  }
  const wanting = (least: number, safe: number): Omit<PlanCharger, 'pk'> => ({
    safe,
    most: 640,
    state: 'unknown',
    acknowledged: null,
    unanswered: [],
    connectors: [{ connectorId: 1, wants: true, draw: null, least, most: 320 }],
  })

  test('cars that need the same have the same, to a turn', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 7 }), fc.integer({ min: 60, max: 400 }), (cars, limit) => {
        const minutes = shared(
          Array.from({ length: cars }, () => wanting(60, 0)),
          limit,
          2 * cars,
        )
        const given = [...minutes.values()]
        expect(given).toHaveLength(cars)
        expect(Math.max(...given) - Math.min(...given)).toBeLessThanOrEqual(16)
      }),
      { numRuns: 40 },
    )
  })

  test('nobody who could charge alone waits for more rounds than there are cars, whatever each needs', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(60, 100, 140, 180), { minLength: 2, maxLength: 6 }),
        fc.integer({ min: 180, max: 500 }),
        (leasts, limit) => {
          const minutes = shared(
            leasts.map(l => wanting(l, 0)),
            limit,
            leasts.length + 1,
          )
          expect(minutes.size).toBe(leasts.length)
        },
      ),
      { numRuns: 40 },
    )
  })
})
