// A decision of load balancing as it is stored (D-SITE-4): the sum of the site, and what each charger is shown with.
import { describe, expect, test } from 'vitest'
import type { ChargerFacts, ConnectorFacts } from './load-facts.rules.ts'
import { planWithLimits, type SeenCharger, sumAfter } from './load-kept.rules.ts'
import type { Plan, PlanConnector } from './load-plan-types.rules.ts'
import { type LoadStanding, nothingStands, type SentLimit } from './load-standing.rules.ts'

const now = 10_000_000
describe('since when the sum stands above the Load Value', () => {
  const above = { since: 5, isLowered: false }
  test.each([
    ['within the limit nothing is above', { limit: 400, above }, 400, null],
    ['one step above the limit begins now', { limit: 400, above: null }, 401, { since: now, isLowered: false }],
    ['a time once begun stays', { limit: 400, above }, 500, above],
    ['after a lowering of the limit', { limit: 401, above: null }, 401, { since: now, isLowered: true }],
    ['after a raise of the limit', { limit: 399, above: null }, 401, { since: now, isLowered: false }],
    ['without a decision before', null, 401, { since: now, isLowered: false }],
  ])('%s', (_, before, atMost, after) => {
    expect(sumAfter(before, { limit: 400, atMost }, now)).toEqual({ limit: 400, above: after })
  })
})

const connector = (more: Partial<ConnectorFacts> = {}): ConnectorFacts => ({
  connectorId: 1,
  kw: 7.4,
  volt: 230,
  status: 'Charging',
  transactionId: 7,
  powerW: 2300,
  meteredAt: now,
  ...more,
})
const facts = (more: Partial<ChargerFacts> = {}): ChargerFacts => ({
  pk: 1,
  type: 'AC',
  maxPowerWatt: null,
  isUsable: true,
  node: 'a',
  connectionNo: 1,
  bootAt: null,
  joinedAt: null,
  clockOffsetSec: 0,
  connectors: [connector()],
  ...more,
})
const sent = (limit: number, lapsesAt = now + 300_000): SentLimit => ({
  limit,
  shares: { 1: limit },
  values: { 1: limit },
  lapsesAt,
})
const standing = (more: Partial<LoadStanding> = {}): LoadStanding => ({
  ...nothingStands('dA'),
  carrier: 'connectors',
  safe: { told: 60, acknowledged: 60, unanswered: [] },
  limit: { acknowledged: sent(160), unanswered: [] },
  ...more,
})
const planned: PlanConnector = { connectorId: 1, wants: true, draw: 100, least: 60, most: 322 }
const seen = (more: Partial<SeenCharger> = {}): SeenCharger => ({
  facts: facts(),
  s: standing(),
  connectors: [planned],
  rated: 322,
  job: null,
  ...more,
})
const plan: Plan = {
  messages: [],
  chargers: [
    {
      pk: 1,
      planned: 160,
      counted: 160,
      reason: { why: 'as planned' },
      connectors: [{ connectorId: 1, share: 160, reason: { why: 'equal share', cars: 1 } }],
    },
  ],
  allowed: 160,
  atMost: 170,
  exceeds: null,
  memory: { nextTicket: 1, connectors: {} },
}
const kept = (c: SeenCharger) => planWithLimits([c], plan, { unit: 'dA', limit: 400, above: null, now })
const charger = (c: SeenCharger) => {
  const [first] = kept(c).chargers
  if (!first) throw new Error('the plan has a charger')
  return first
}

test('a decision keeps limit, sums, shares and draws', () => {
  expect(kept(seen())).toMatchObject({
    unit: 'dA',
    limit: 400,
    allowed: 160,
    atMost: 170,
    measured: 100,
    safe: 60,
    exceeds: null,
    above: null,
    chargers: [
      {
        pk: 1,
        state: 'acknowledged',
        counted: 160,
        safe: 60,
        note: null,
        lost: null,
        isUnlimited: false,
        overdraw: null,
        connectors: [{ connectorId: 1, status: 'Charging', share: 160, draw: 100 }],
      },
    ],
  })
})

describe('the measured draw', () => {
  test('is unknown while no meter of a running session reports', () => {
    const silent = {
      connectors: [{ ...planned, draw: null }],
      facts: facts({ connectors: [connector({ powerW: null })] }),
    }
    expect(kept(seen(silent)).measured).toBeNull()
  })
  test('is 0 where nothing charges', () => {
    const free = {
      facts: facts({ connectors: [connector({ status: 'Available', transactionId: null, powerW: null })] }),
    }
    expect(kept(seen({ ...free, connectors: [{ ...planned, wants: false, draw: null }] })).measured).toBe(0)
  })
})

describe('the state of a charger', () => {
  const lost = { why: 'boot', since: now - 1000 } as const
  test.each<[string, Partial<SeenCharger>, string]>([
    ['a restarted charger', { s: standing({ lost }) }, 'forgotten'],
    ['a restarted charger that is away', { s: standing({ lost }), facts: facts({ isUsable: false }) }, 'silent'],
    [
      'a restarted charger that refuses',
      { s: standing({ lost, pause: { kind: 'refused', until: now + 1, count: 1, note: null } }) },
      'refused',
    ],
    ['a charger without a limit', { s: standing({ limit: { acknowledged: null, unanswered: [] } }) }, 'unknown'],
  ])('%s is %s', (_, more, state) => expect(charger(seen(more)).state).toBe(state))
})

describe('the obstacle to a limit', () => {
  const away = facts({ isUsable: false })
  const busy = { token: 't', until: now + 1, connectionNo: 1 }
  const refused = { kind: 'refused', until: now + 1, count: 1, note: 'Its profile was rejected' } as const
  const none = { acknowledged: null, unanswered: [] }
  test.each<[string, Partial<SeenCharger>, string | null]>([
    ['none', {}, null],
    ['a refusal with its note', { s: standing({ pause: refused }) }, 'Its profile was rejected'],
    ['a refusal that is over', { s: standing({ pause: { ...refused, until: now } }) }, null],
    ['a safe limit on its way', { s: standing({ busy, limit: none }) }, 'It is being told its safe limit first'],
    ['a limit on its way', { s: standing({ busy, limit: { acknowledged: null, unanswered: [sent(160)] } }) }, null],
    [
      'never connected',
      { s: standing({ carrier: null }), facts: away },
      'Not connected since load balancing is on: counts with its rated power',
    ],
    [
      'silent, with a limit that stands for 5 minutes and those of a slow clock',
      { facts: away },
      'Does not answer: its last limit of 16 A may stand for 7 minutes more; room is kept for it',
    ],
    [
      'silent at its safe limit',
      { facts: away, s: standing({ limit: { acknowledged: sent(60), unanswered: [] } }) },
      null,
    ],
  ])('%s', (_, more, note) => expect(charger(seen(more)).note).toBe(note))
})
