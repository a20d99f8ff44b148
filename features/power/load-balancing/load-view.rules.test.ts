// The last decision of a site as its page shows it (D-SITE-4): figures in A or kW, and the proof in words.
import { describe, expect, test } from 'vitest'
import type { KeptCharger, KeptPlan } from './load-kept.rules.ts'
import { proofText, type Viewed, viewOf } from './load-view.rules.ts'

const now = 10_000_000
const charger = (pk: number, more: Partial<KeptCharger> = {}): KeptCharger => ({
  pk,
  state: 'acknowledged',
  counted: 160,
  safe: 60,
  reason: { why: 'as planned' },
  note: null,
  lost: null,
  isUnlimited: false,
  overdraw: null,
  connectors: [{ connectorId: 1, status: 'Charging', share: 160, draw: 125, reason: { why: 'equal share', cars: 2 } }],
  ...more,
})
const plan = (more: Partial<KeptPlan> = {}): KeptPlan => ({
  unit: 'dA',
  limit: 400,
  allowed: 320,
  atMost: 320,
  measured: 250,
  safe: 120,
  exceeds: null,
  above: null,
  chargers: [charger(1), charger(2)],
  ...more,
})
const told = { idOf: (pk: number) => `CP-${pk}`, now }
const proof = (more: Partial<KeptPlan> = {}) => proofText(plan(more), told)

describe('the proof in words', () => {
  test('within the limit', () => {
    expect(proof()).toMatch(/^The chargers may take 32 A together, within the Load Value of 40 A\. Only a charger that/)
    expect(proof({ atMost: 390 })).toMatch(
      /within the Load Value of 40 A\. Counted with limits .* it is 39 A at most\./,
    )
  })
  test('at the limit is within it, a step above is not', () => {
    expect(proof({ atMost: 400 })).toContain('within the Load Value')
    expect(proof({ atMost: 401 })).toContain('above the Load Value')
  })
  test('above, with its time, and whether the limit was lowered', () => {
    const above = { since: now - 20_000, isLowered: false }
    expect(proof({ atMost: 500, above })).toMatch(/may still take 50 A together, above .* for 20 seconds now: they/)
    expect(proof({ atMost: 500, above: { ...above, isLowered: true } })).toContain('now, which was lowered: ')
  })
  test('above by safe limits', () => {
    expect(proof({ atMost: 500, exceeds: 'safe' })).toContain(
      'No charger gets more than its safe limit until that is over',
    )
  })
  test('a restarted charger counts at full power', () => {
    const lost = { why: 'boot', since: now - 180_000 } as const
    const one = [charger(1, { lost }), charger(2)]
    expect(proof({ chargers: one, atMost: 500 })).toMatch(
      /^CP-1 restarted 3 minutes ago and has taken no limit since.*no charger is told more\.$/,
    )
    expect(proof({ chargers: one })).toMatch(/Even so the chargers cannot take more than 32 A together, within/)
    const both = [charger(1, { lost }), charger(2, { lost: { ...lost, since: now - 60_000 } })]
    expect(proof({ chargers: both })).toMatch(/^CP-1 and CP-2 restarted up to 3 minutes ago/)
  })
  test('a charger that draws more than its limit comes first', () => {
    const overdraw = { since: now - 60_000, draw: 200, limit: 160 }
    const one = [charger(1, { overdraw }), charger(2)]
    expect(proof({ chargers: one })).toMatch(
      /^CP-1 has drawn more than its limit for 60 seconds, 20 A instead of 16 A, and counts with what it draws\. The chargers may take 32 A/,
    )
    expect(proof({ chargers: one, atMost: 500 })).toContain('the others are told less, down to their safe limits')
    const both = [charger(1, { overdraw }), charger(2, { overdraw: { ...overdraw, since: now - 120_000 } })]
    expect(proof({ chargers: both })).toMatch(/^CP-1 and CP-2 have drawn more than their limits for up to 2 minutes/)
  })
})

describe('the page', () => {
  const viewed: Viewed = {
    evseOf: (pk, n) => ({ evseId: pk === 2 ? n : null, evseConnectorId: null }),
    isOn: true,
    unit: 'A',
    plan: plan(),
    plannedAt: new Date(now),
    members: [1, 2].map(pk => ({
      id: `CP-${pk}`,
      standing: null,
      facts: {
        pk,
        type: 'AC',
        maxPowerWatt: null,
        isUsable: pk === 1,
        node: null,
        connectionNo: 1,
        bootAt: null,
        joinedAt: null,
        clockOffsetSec: 0,
        connectors: [
          {
            connectorId: 1,
            kw: 7.36,
            volt: 230,
            status: 'Charging',
            transactionId: null,
            powerW: null,
            meteredAt: null,
          },
        ],
      },
    })),
    points: [
      { at: new Date(now), unit: 'dA', loadLimit: 400, allowed: 320, measured: null },
      { at: new Date(now), unit: 'W', loadLimit: 40_000, allowed: 32_000, measured: 1 },
    ],
    now: new Date(now),
  }
  const view = (more: Partial<Viewed> = {}) => viewOf({ ...viewed, ...more })

  test('has figures in amperes, with those of its chargers', () => {
    expect(view()).toMatchObject({
      isOn: true,
      unit: 'A',
      limit: 40,
      allowed: 32,
      atMost: 32,
      measured: 25,
      isExceeded: false,
      aboveSince: null,
      chargers: [
        {
          chargepoint_id: 'CP-1',
          limit: 16,
          safe: 6,
          why: 'The shares of its connectors together',
          connectors: [{ share: 16, draw: 12.5, why: 'Equal share of 2 cars' }],
        },
        { chargepoint_id: 'CP-2' },
      ],
      history: [{ limit: 40, allowed: 32, measured: null }],
    })
  })
  test('has figures in kW where the Load Value is a power or an energy', () => {
    const inWatts = plan({ unit: 'W', limit: 40_000, allowed: 32_000, atMost: 32_000, measured: 25_500, chargers: [] })
    for (const unit of ['kW', 'kWh'] as const)
      expect(view({ unit, plan: inWatts })).toMatchObject({
        unit: 'kW',
        limit: 40,
        measured: 25.5,
        history: [{ limit: 40, allowed: 32, measured: 0.001 }],
      })
  })
  test('shows no decision of before a change of the unit, or where load balancing is off', () => {
    for (const more of [{ isOn: false }, { unit: 'kW' as const }, { plan: null }])
      expect(view(more)).toMatchObject({ plannedAt: null, limit: null, measured: null, proof: '', chargers: [] })
  })
  test('counts a charger that cannot be told less with its rated power: 7.36 kW are 32 A', () => {
    expect(view().held).toEqual({ A: 32, kW: 7.36 })
    expect(view().restart).toEqual({ A: 64, kW: 14.72, forgetful: [] })
  })
  test('says that the Load Value is exceeded, and since when', () => {
    expect(view({ plan: plan({ allowed: 400 }) }).isExceeded).toBe(false)
    const above = { since: now - 1000, isLowered: false }
    expect(view({ plan: plan({ allowed: 401, above }) })).toMatchObject({
      isExceeded: true,
      aboveSince: new Date(now - 1000).toISOString(),
    })
  })
  test('leaves out a charger that has left the site', () => {
    expect(view({ plan: plan({ chargers: [charger(1), charger(9)] }) }).chargers.map(c => c.chargepoint_id)).toEqual([
      'CP-1',
    ])
  })
  test('names the reason of each charger: a restart, an overdraw, an obstacle, a standing limit, else the plan', () => {
    const why = (more: Partial<KeptCharger>) => view({ plan: plan({ chargers: [charger(1, more)] }) }).chargers[0]?.why
    const lost = { why: 'boot', since: now - 20_000 } as const
    expect(why({ lost, note: 'A note' })).toMatch(/^Restarted 20 seconds ago/)
    const overdraw = { since: now - 60_000, draw: 200, limit: 160 }
    const drawsMore = { why: 'draws more', draw: 200, limit: 160 } as const
    expect(why({ overdraw, note: 'A note', reason: drawsMore })).toMatch(/^Draws 20 A, more than its limit of 16 A/)
    expect(why({ note: 'A note' })).toBe('A note')
    expect(why({ reason: { why: 'refused' }, counted: 160 })).toBe('Refused its limit: 16 A may still stand there')
    expect(why({ reason: { why: 'refused' }, counted: 60 })).toBe('Refused its limit: counts with its safe limit')
    expect(why({ reason: { why: 'does not answer' }, isUnlimited: true })).toBe(
      'Does not answer: counts with its rated power',
    )
    expect(why({ reason: { why: 'does not answer' } })).toBe('Does not answer: counts with its safe limit')
  })
})
