// One measurement several times on each server in turn, medians, with the CPU time of server and PostgreSQL.
import type { Job, Result } from './load.ts'
import { Load, type Stand } from './stand.ts'
import { median } from './table.ts'

/** BENCH_ROUNDS=1 shows quickly that all runs. */
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
/** Chargers that heartbeats, sessions and clicks are measured with. */
export const BUSY_CHARGERS = 500

export type Measured = {
  name: Stand['name']
  perSecond: number
  p50Ms: number
  p95Ms: number
  serverUsPerMessage: number
  postgresUsPerMessage: number
  /** Both together, round by round. */
  cpuUsPerMessage: number
}
export type Plan = {
  /** Before each round, not measured. */
  before?: (s: Stand) => Job
  /** Resolves when the product has come to rest after that. */
  rested?: (s: Stand) => Promise<void>
  job: (s: Stand) => Job
  /** Resolves with the time by which the product had stored all that trails behind its answers; until then it counts. */
  drained?: (s: Stand, r: Result) => Promise<number>
  /** Checks the rows in the database after each round of the product. */
  check?: (s: Stand, r: Result) => Promise<void>
}

/** Medians for each server in the order given. */
export async function inRounds(stands: readonly Stand[], plan: Plan, rounds = ROUNDS): Promise<Measured[]> {
  const all = new Map<Stand, Omit<Measured, 'name'>[]>(stands.map(s => [s, []]))
  const load = new Load()
  try {
    for (let round = 0; round < rounds; round++)
      for (const s of stands) {
        if (plan.before) await load.run(plan.before(s))
        if (s.isProduct) await plan.rested?.(s)
        const from = s.cpu()
        const r = await load.run(plan.job(s))
        const answered = performance.now()
        const stored = s.isProduct ? await plan.drained?.(s, r) : undefined
        const seconds = r.seconds + Math.max(0, (stored ?? answered) - answered) / 1000
        const to = s.cpu()
        await load.run({ kind: 'close' })
        if (s.isProduct) await plan.check?.(s, r)
        demandCalm(s)
        all.get(s)?.push({
          perSecond: r.count / seconds,
          p50Ms: r.p50Ms,
          p95Ms: r.p95Ms,
          serverUsPerMessage: (to.serverUs - from.serverUs) / r.messages,
          postgresUsPerMessage: (to.postgresUs - from.postgresUs) / r.messages,
          cpuUsPerMessage: (to.serverUs - from.serverUs + to.postgresUs - from.postgresUs) / r.messages,
        })
      }
  } finally {
    await load.stop()
  }
  return stands.map(s => {
    const of = (key: keyof Omit<Measured, 'name'>) => median((all.get(s) ?? []).map(m => m[key]))
    return {
      name: s.name,
      perSecond: of('perSecond'),
      p50Ms: of('p50Ms'),
      p95Ms: of('p95Ms'),
      serverUsPerMessage: of('serverUsPerMessage'),
      postgresUsPerMessage: of('postgresUsPerMessage'),
      cpuUsPerMessage: of('cpuUsPerMessage'),
    }
  })
}

/** A figure reached by losing or refusing work is none. */
export function demandCalm(s: Stand): void {
  const complaints = s.complaints()
  if (complaints.length > 0) throw new Error(`${s.name} complained:\n${complaints.slice(0, 5).join('\n')}`)
}

/** The three servers' figures among which the product's are looked for. */
export function figuresOfStand(measured: readonly Measured[], name: Stand['name']): Measured {
  const m = measured.find(x => x.name === name)
  if (!m) throw new Error(`${name} was not measured`)
  return m
}

export const roundsText = `${ROUNDS} rounds, medians`
