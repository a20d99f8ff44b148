// How long a decision of load balancing takes: 100 chargers with 200 connectors, all with cars, with enough for all and with
// turns. Nothing but the planner runs.
import { planOf } from '#power/load-balancing/load-plan.rules.ts'
import { type Memory, nothingRemembered, type PlanCharger } from '#power/load-balancing/load-plan-types.rules.ts'
import { figure, percentile, type Section, table, target } from './table.ts'

const CHARGERS = 100
const CONNECTORS = 2
const ROUNDS = 300
const MOST_MS = 20
const T0 = Date.UTC(2026, 0, 5, 9)

const chargers = (): PlanCharger[] =>
  Array.from({ length: CHARGERS }, (_, i) => ({
    pk: i + 1,
    safe: i % 3 === 0 ? 1400 : 0,
    most: 120_000,
    state: 'unknown' as const,
    acknowledged: null,
    unanswered: [],
    connectors: Array.from({ length: CONNECTORS }, (__, n) => ({
      connectorId: n + 1,
      wants: true,
      draw: 2000 + ((i * 7919) % 40_000),
      least: i % 2 === 0 ? 1400 : 4200,
      most: 60_000,
    })),
  }))

/** Decisions every 30 s of a site whose chargers accept at once; ms each. */
function decide(limit: number): number[] {
  const took: number[] = []
  let site = chargers()
  let memory: Memory = nothingRemembered
  for (let round = 0; round < ROUNDS; round++) {
    const input = { limit, chargers: site, memory, now: T0 + round * 30_000, slack: 500 }
    const from = performance.now()
    const plan = planOf(input)
    took.push(performance.now() - from)
    memory = plan.memory
    const sent = new Map(plan.messages.map(({ pk, ...m }) => [pk, m]))
    site = site.map(c => {
      const m = sent.get(c.pk)
      return m ? { ...c, state: 'acknowledged', acknowledged: m, unanswered: [] } : c
    })
  }
  return took
}

export async function loadPlan(): Promise<Section> {
  const cases: [string, number][] = [
    ['enough for all', 4_000_000],
    ['equal shares', 1_500_000],
    ['turns', 200_000],
  ]
  const rows = cases.map(([name, limit]) => {
    const took = decide(limit)
    const p95 = percentile(took, 0.95)
    return [
      name,
      `${figure(percentile(took, 0.5))} ms`,
      `${figure(p95)} ms`,
      `${figure(percentile(took, 1))} ms`,
      target(p95, '<', MOST_MS, ' ms'),
    ]
  })
  return {
    title: 'A decision of load balancing',
    text: `${CHARGERS} chargers with ${CHARGERS * CONNECTORS} cars, ${ROUNDS} decisions each; among them the first, before the code is compiled: the longest.\n\n${table(['the Load Value', 'p50', 'p95', 'longest', 'target of p95'], rows)}`,
  }
}
