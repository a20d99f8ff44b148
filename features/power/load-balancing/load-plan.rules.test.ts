// The planner of load balancing, by cases: shares, floors, turns, unused power, the messages and their times, words.
import { expect, test } from 'vitest'
import { planOf } from './load-plan.rules.ts'
import { nothingRemembered, type PlanCharger, type PlanConnector, type PlanInput } from './load-plan-types.rules.ts'
import { limitText, shareText } from './load-reason.rules.ts'
import { TURN_MS } from './load-turns.rules.ts'

const MINUTE = 60_000
const T0 = Date.UTC(2026, 0, 5, 9)
const car = (connectorId: number, more: Partial<PlanConnector> = {}): PlanConnector => ({
  connectorId,
  wants: true,
  draw: null,
  least: 60,
  most: 320,
  ...more,
})
const charger = (pk: number, more: Partial<PlanCharger> = {}): PlanCharger => ({
  pk,
  safe: 0,
  most: 640,
  state: 'acknowledged',
  acknowledged: { limit: 0, shares: {} },
  unanswered: [],
  connectors: [car(1)],
  ...more,
})
const input = (limit: number, chargers: PlanCharger[], more: Partial<PlanInput> = {}): PlanInput => ({
  limit,
  chargers,
  memory: nothingRemembered,
  now: T0,
  slack: 10,
  ...more,
})
/** Every message is accepted at once, until none is left. */
function settled(i: PlanInput): { plan: ReturnType<typeof planOf>; input: PlanInput } {
  let now = i
  for (let round = 0; round < 10; round++) {
    const plan = planOf(now)
    if (plan.messages.length === 0) return { plan, input: { ...now, memory: plan.memory } }
    const sent = new Map(plan.messages.map(({ pk, ...m }) => [pk, m]))
    const chargers = now.chargers.map(c => {
      const m = sent.get(c.pk)
      return m ? { ...c, state: 'acknowledged' as const, acknowledged: m } : c
    })
    now = { ...now, chargers, memory: plan.memory }
  }
  throw new Error('It does not come to rest')
}
const limits = (i: PlanInput) => settled(i).plan.chargers.map(c => c.planned)
const whys = (i: PlanInput) => planOf(i).chargers.flatMap(c => c.connectors.map(n => n.reason.why))

test.each<[string, number, PlanCharger[], number[]]>([
  ['all at their most where there is enough', 1000, [charger(1), charger(2)], [320, 320]],
  ['equal shares', 300, [charger(1), charger(2), charger(3)], [100, 100, 100]],
  [
    'what one cannot take goes to the others',
    300,
    [charger(1, { connectors: [car(1, { most: 80 })] }), charger(2)],
    [80, 220],
  ],
  ['by cars, not by chargers', 300, [charger(1, { connectors: [car(1), car(2)] }), charger(2)], [200, 100]],
  [
    'a charger gives no more than it has',
    600,
    [charger(1, { most: 150, connectors: [car(1), car(2)] }), charger(2)],
    [150, 320],
  ],
  [
    'an idle charger keeps its safe limit, and that is kept free',
    300,
    [charger(1, { safe: 60, connectors: [] }), charger(2)],
    [60, 240],
  ],
  ['no car, nothing beyond safe', 300, [charger(1, { safe: 60, connectors: [car(1, { wants: false })] })], [60]],
  ['a safe limit above the equal share stays', 300, [charger(1, { safe: 200 }), charger(2)], [200, 100]],
  [
    'a safe limit above what the charger gives is no more than that',
    300,
    [charger(1, { safe: 900, most: 100 }), charger(2)],
    [100, 200],
  ],
  [
    'one that does not answer is reckoned with what may stand',
    300,
    [charger(1, { state: 'silent', safe: 60, acknowledged: { limit: 100, shares: { 1: 100 } } }), charger(2)],
    [100, 200],
  ],
  [
    'one whose limit has lapsed, with its safe limit',
    300,
    [charger(1, { state: 'silent', safe: 60, acknowledged: null }), charger(2)],
    [60, 240],
  ],
  [
    'one that refused, with the most of what it was told',
    300,
    [
      charger(1, {
        state: 'refused',
        acknowledged: { limit: 90, shares: {} },
        unanswered: [{ limit: 120, shares: {} }],
      }),
      charger(2),
    ],
    [120, 180],
  ],
  ['nothing is shared where nothing may be taken', 0, [charger(1), charger(2)], [0, 0]],
])('%s', (_what, limit, chargers, expected) => {
  expect(limits(input(limit, chargers))).toEqual(expected)
})

test('where there is not enough for all, some charge with the least at least and the others wait', () => {
  const i = input(130, [charger(1), charger(2), charger(3)])
  expect(limits(i)).toEqual([65, 65, 0])
  expect(whys(i)).toEqual(['has its turn', 'has its turn', 'waits for its turn'])
})

test('turns go round: after 15 minutes the one that waits is next, and nobody loses a turn before', () => {
  let { input: i } = settled(input(130, [charger(1), charger(2), charger(3)]))
  const at = (minutes: number) => {
    const s = settled({ ...i, now: T0 + minutes * MINUTE })
    i = s.input
    return s.plan.chargers.filter(c => c.planned > 0).map(c => c.pk)
  }
  expect([at(5), at(14.9), at(15), at(20), at(30), at(45)]).toEqual([
    [1, 2],
    [1, 2],
    [1, 3],
    [1, 3],
    [2, 3],
    [1, 2],
  ])
})

test('one that needs more than what is left is not passed by for ever by those that need less', () => {
  const big = charger(3, { connectors: [car(1, { least: 130 })] })
  let { input: i } = settled(input(130, [charger(1), charger(2), big, charger(4)]))
  const seen: number[][] = []
  for (let minutes = 0; minutes <= 60; minutes += 5) {
    const s = settled({ ...i, now: T0 + minutes * MINUTE })
    i = s.input
    seen.push(s.plan.chargers.filter(c => c.planned > 0).map(c => c.pk))
  }
  expect(seen[3]).toEqual([3])
  expect(seen.flat()).toContain(4)
})

test('nor where turns end at different times: what becomes free is kept until it is enough for the one that is next', () => {
  let { input: i } = settled(input(130, [charger(1), charger(2), charger(3)]))
  const at = (minutes: number, change: (chargers: readonly PlanCharger[]) => PlanCharger[] = c => [...c]) => {
    const s = settled({ ...i, chargers: change(i.chargers), now: T0 + minutes * MINUTE })
    i = s.input
    return s.plan.chargers.filter(c => c.planned > 0).map(c => c.pk)
  }
  const without = (pk: number) => (all: readonly PlanCharger[]) =>
    all.map(c => (c.pk === pk ? { ...c, connectors: [car(1, { wants: false })] } : c))
  const back = (pk: number) => (all: readonly PlanCharger[]) =>
    all.map(c => (c.pk === pk ? { ...c, connectors: [car(1)] } : c))
  const big = charger(4, { connectors: [car(1, { least: 130 })] })
  expect(at(4, all => [...all, big])).toEqual([1, 2])
  expect(at(5, without(2))).toEqual([1, 3])
  expect(at(7, back(2))).toEqual([1, 3])
  expect([at(15), at(19), at(20), at(34), at(35)]).toEqual([[3], [3], [4], [4], [1, 2]])
})

test('who loses its turn because the limit fell stands behind those that wait, and holds none of them up', () => {
  const big = charger(2, { connectors: [car(1, { least: 140 })] })
  const { input: i, plan } = settled(input(210, [charger(1), big, charger(3)]))
  expect(plan.chargers.filter(c => c.planned > 0).map(c => c.pk)).toEqual([1, 2])
  const lower = { ...i, limit: 150 }
  const first = planOf(lower)
  expect(first.chargers.map(c => c.planned)).toEqual([75, 0, 75])
  expect(settled(lower).plan.chargers.map(c => c.planned)).toEqual([75, 0, 75])
})

test('a car for which the limit is too small even alone is told so and holds nobody back', () => {
  const i = input(130, [charger(1, { connectors: [car(1, { least: 180 })] }), charger(2)])
  expect(limits(i)).toEqual([0, 130])
  expect(whys(i)).toEqual(['too little for this car', 'equal share'])
})

test('two cars at a charger that has enough for one take turns, without holding up the site', () => {
  const i = input(1000, [charger(1, { most: 100, connectors: [car(1), car(2)] }), charger(2), charger(3)])
  expect(limits(i)).toEqual([100, 320, 320])
  expect(whys(i).slice(0, 2)).toEqual(['has its turn', 'waits for its turn'])
})

test('what a car does not use for 60 s goes to the others, and comes back as soon as it takes all it has', () => {
  const drawing = (draw: number) => [charger(1, { connectors: [car(1, { draw })] }), charger(2)]
  let { input: i } = settled(input(300, drawing(150)))
  const after = (seconds: number, draw: number) => {
    const chargers = i.chargers.map(c => (c.pk === 1 ? { ...c, connectors: [car(1, { draw })] } : c))
    const s = settled({ ...i, chargers, now: T0 + seconds * 1000 })
    i = s.input
    return s.plan.chargers.map(c => c.planned)
  }
  expect(after(10, 72)).toEqual([150, 150])
  expect(after(69, 72)).toEqual([150, 150])
  expect(after(70, 72)).toEqual([100, 200])
  // A little more or less causes no message.
  expect(after(80, 78)).toEqual([100, 200])
  expect(after(200, 66)).toEqual([100, 200])
  expect(after(210, 95)).toEqual([150, 150])
})

test('a car that takes less than the least keeps the least', () => {
  let { input: i } = settled(input(150, [charger(1, { connectors: [car(1, { draw: 5 })] }), charger(2)]))
  for (const seconds of [0, 61, 122]) i = settled({ ...i, now: T0 + seconds * 1000 }).input
  expect(limits(i)).toEqual([60, 90])
})

test('lowered before raised: the room is given once the lowering is acknowledged', () => {
  const full = { limit: 300, shares: { 1: 300 } }
  const i = input(300, [charger(1, { acknowledged: full }), charger(2)])
  const first = planOf(i)
  expect(first.messages).toEqual([{ pk: 1, limit: 150, shares: { 1: 150 } }])
  expect(first.chargers[1]?.reason).toEqual({ why: 'waits for room', planned: 150 })
  const lower = { limit: 150, shares: { 1: 150 } }
  const sent = charger(1, { state: 'waiting', acknowledged: full, unanswered: [lower] })
  const second = planOf({ ...i, chargers: [sent, charger(2)], memory: first.memory })
  expect([second.messages, second.allowed]).toEqual([[], 300])
  const answered = charger(1, { acknowledged: lower })
  const third = planOf({ ...i, chargers: [answered, charger(2)], memory: second.memory })
  expect(third.messages).toEqual([{ pk: 2, limit: 150, shares: { 1: 150 } }])
})

test('where the safe limits alone are too much, what is above them is lowered, nothing is raised, and the plan says so', () => {
  const i = input(100, [
    charger(1, { safe: 60, acknowledged: { limit: 90, shares: {} } }),
    charger(2, { safe: 60, acknowledged: { limit: 10, shares: {} } }),
    charger(3, { safe: 60, state: 'silent', acknowledged: null }),
  ])
  const plan = planOf(i)
  expect([plan.exceeds, plan.allowed]).toEqual(['safe', 160])
  expect(plan.messages.map(m => [m.pk, m.limit])).toEqual([[1, 60]])
  expect(plan.chargers.map(c => c.reason.why)).toEqual([
    'safe limits exceed the Load Value',
    'safe limits exceed the Load Value',
    'does not answer',
  ])
})

test('what a silent charger may still hold is too much: the others go down to their safe limits', () => {
  const plan = planOf(
    input(200, [
      charger(1, { state: 'silent', acknowledged: { limit: 190, shares: {} } }),
      charger(2, { safe: 60, acknowledged: { limit: 100, shares: { 1: 100 } } }),
    ]),
  )
  expect([plan.exceeds, plan.messages]).toEqual(['standing', [{ pk: 2, limit: 60, shares: { 1: 60 } }]])
  expect(plan.chargers[1]?.reason).toEqual({ why: 'no room' })
})

test('a charger that was never told anything is told its limit first', () => {
  const i = input(300, [charger(1, { state: 'unknown', acknowledged: null, safe: 60, connectors: [] })])
  expect(planOf(i).messages).toEqual([{ pk: 1, limit: 60, shares: {} }])
})

test('a step of the clock, back or ahead, moves nobody’s limit above its share and ends no turn early', () => {
  const { input: i } = settled(input(130, [charger(1), charger(2), charger(3)]))
  const back = planOf({ ...i, now: T0 - 3_600_000 })
  expect(back.chargers.map(c => c.planned)).toEqual([65, 65, 0])
  const ahead = settled({ ...i, now: T0 + 24 * 60 * MINUTE })
  expect(ahead.plan.chargers.filter(c => c.planned > 0)).toHaveLength(2)
})

test('the reasons in words', () => {
  const at = { unit: 'dA', now: T0 } as const
  expect([
    shareText({ why: 'equal share', cars: 3 }, at),
    shareText({ why: 'equal share', cars: 1 }, at),
    shareText({ why: 'takes less', draw: 72 }, at),
    shareText({ why: 'at its most' }, at),
    shareText({ why: 'has its turn', until: T0 + TURN_MS }, at),
    shareText({ why: 'waits for its turn', before: 0 }, at),
    shareText({ why: 'waits for its turn', before: 2 }, at),
    shareText({ why: 'too little for this car', least: 4200 }, { unit: 'W', now: T0 }),
    shareText({ why: 'no car' }, at),
    limitText({ why: 'as planned' }, 'W'),
    limitText({ why: 'no car' }, 'W'),
    limitText({ why: 'waits for the answer', sent: 7400 }, 'W'),
    limitText({ why: 'waits for room', planned: 125 }, 'dA'),
    limitText({ why: 'does not answer' }, 'W'),
    limitText({ why: 'refused' }, 'W'),
    limitText({ why: 'safe limits exceed the Load Value' }, 'W'),
    limitText({ why: 'no room' }, 'W'),
    limitText({ why: 'draws more', draw: 319, limit: 200 }, 'dA'),
    limitText({ why: 'unlimited' }, 'W'),
    limitText({ why: 'others unlimited' }, 'W'),
    shareText({ why: 'not told' }, at),
  ]).toMatchInlineSnapshot(`
    [
      "Equal share of 3 cars",
      "The only car: all that is left",
      "Takes 7.2 A; the rest goes to others",
      "All that the connector gives",
      "Has its turn, for 15 minutes more at least",
      "Waits for its turn, the next one",
      "Waits for its turn, 2 before it",
      "The Load Value leaves less than the 4.2 kW that this car needs",
      "No car charges here",
      "The shares of its connectors together",
      "No car charges here",
      "7.4 kW sent, not acknowledged yet",
      "12.5 A planned, as soon as other chargers have acknowledged less",
      "Does not answer: counts with its safe limit",
      "Refused its limit: counts with its safe limit",
      "The safe limits exceed the Load Value",
      "Other chargers hold what cannot be lowered now: its safe limit",
      "Draws 31.9 A, more than its limit of 20 A: counts with what it draws",
      "It is being told its safe limit first",
      "Its safe limit only: other chargers stand without a limit and may take too much",
      "Gets a share as soon as its charger can be told a limit",
    ]
  `)
})

test('one that draws more than its limit counts with its draw: the others are lowered, its own limit stays as it is', () => {
  const at20 = { acknowledged: { limit: 200, shares: { 1: 200 } } }
  const i = input(400, [charger(1, at20), charger(2, { ...at20, overdraw: 319 })])
  const plan = planOf(i)
  expect(plan.messages).toEqual([{ pk: 1, limit: 81, shares: { 1: 81 } }])
  expect(plan.chargers.map(c => [c.planned, c.counted, c.reason.why])).toEqual([
    [81, 200, 'as planned'],
    [200, 319, 'draws more'],
  ])
  expect([plan.allowed, plan.atMost]).toEqual([519, 519])
  const after = settled(i).plan
  expect([after.allowed, after.atMost, after.exceeds]).toEqual([400, 400, null])
  // As soon as the charger obeys, the share comes back.
  const obeying = { ...i, chargers: [charger(1, { acknowledged: { limit: 81, shares: { 1: 81 } } }), charger(2, at20)] }
  expect(limits(obeying)).toEqual([200, 200])
  // Where the overdraw leaves less than the safe limits of the others, they keep their safe limits, and the plan
  // reports the excess.
  const greedy = input(400, [charger(1, { ...at20, safe: 120 }), charger(2, { ...at20, overdraw: 319 })])
  expect([planOf(greedy).exceeds, limits(greedy)]).toEqual(['standing', [120, 200]])
})

test('one that has restarted is allowed what stood there before, and may take all that it has', () => {
  const restarted = charger(1, {
    state: 'unknown',
    safe: 322,
    isUnlimited: true,
    beforeRestart: 200,
    acknowledged: null,
  })
  const plan = planOf(input(400, [restarted, charger(2, { acknowledged: { limit: 200, shares: { 1: 200 } } })]))
  expect(plan.chargers[0]?.counted).toBe(200)
  expect([plan.allowed, plan.atMost]).toEqual([400, 522])
})

test('one that refuses counts with what stood there, and makes no room', () => {
  const refused = charger(1, { state: 'refused', safe: 60, acknowledged: { limit: 320, shares: { 1: 320 } } })
  const plan = planOf(input(400, [refused, charger(2)]))
  expect(plan.chargers.map(c => c.counted)).toEqual([320, 0])
  expect([plan.allowed, plan.atMost]).toEqual([320, 400])
})

test('above the Load Value one whose safe limit alone stands has its part of that on each connector', () => {
  const away = charger(1, { state: 'silent', safe: 640, isUnlimited: true, acknowledged: null })
  const safe = charger(2, {
    state: 'unknown',
    safe: 120,
    acknowledged: null,
    connectors: [car(1), car(2, { wants: false })],
  })
  expect(planOf(input(700, [away, safe])).messages).toEqual([{ pk: 2, limit: 120, shares: { 1: 60 } }])
})
