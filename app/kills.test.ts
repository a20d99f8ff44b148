// The whole product as processes of its own, killed under chargers that charge: `npm run bench -- kills` in small, one
// kill of each kind. It is up again by itself, and nothing that was confirmed is lost or doubled.
import { expect, test } from 'vitest'
import { runKills } from '../bench/kills.ts'

const PATIENCE_MS = 300_000

test(
  'a backend, the postmaster, the product and both killed in turn: nothing confirmed is lost or doubled',
  async () => {
    const r = await runKills({ minutes: 0.1, chargers: 4, kills: 4, sessionSeconds: [0.3, 1.5] })
    expect(r.wrong).toEqual([])
    expect(r.kills.map(k => k.kind)).toEqual(['a backend in a transaction', 'the postmaster', 'the product', 'both'])
    expect(r.sessions).toBeGreaterThan(8)
    expect(r.meters).toBeGreaterThan(r.sessions)
    // Calls were cut off and sent again: the kills hit something.
    expect(r.lostLinks + r.refusedSockets).toBeGreaterThan(0)
  },
  PATIENCE_MS,
)

test(
  'half of the chargers speak 2.0.1, links break and events come twice: every session once, with its energy, bill and posting',
  async () => {
    const r = await runKills({ minutes: 0.2, chargers: 6, kills: 4, both: true, sessionSeconds: [0.3, 1.5] })
    expect(r.wrong).toEqual([])
    expect(r.of201.sessions).toBeGreaterThan(8)
    expect(r.of201.events).toBeGreaterThan(2 * r.of201.sessions)
    expect(r.of201.offline).toBeGreaterThan(0)
    expect(r.of201.repeated).toBeGreaterThan(0)
    expect(r.cutLinks).toBeGreaterThan(0)
  },
  PATIENCE_MS,
)
