// Twenty thousand chargers at two nodes: heartbeats every 300 s, a thousand more that charge and meter every 30 s. What that takes of
// processor and memory, how soon calls are answered, and a storm in which all that do not charge lose their lines at once.
import pg from 'pg'
import type { CrowdJob, CrowdResult } from './crowd-load.ts'
import { keepFigures } from './figures.ts'
import { Inspector, loadText } from './machine.ts'
import { type Nodes, startNodes, startRawNodes } from './nodes.ts'
import { Worker } from './stand.ts'
import { figure, type Section, table, target } from './table.ts'

const CHARGERS = Number(process.env.BENCH_CHARGERS ?? 20_000)
const NODES = 2
/** For each 20 idle chargers there is one more that charges. */
const EACH_CHARGING = 20
const BEAT_S = 300
const METER_S = 30
const SECONDS = Number(process.env.BENCH_SECONDS ?? 120)
/** Handshakes under way at each node. */
const AT_ONCE = 500
const FIRST_WAVE = 1000
const STORM_S = 15
const LONGEST_MS = 5000

export type Crowd = {
  chargers: number
  sessions: number
  connect: CrowdResult
  watch: CrowdResult
  storm: CrowdResult
  /** Cores that are busy, on average while nothing but heartbeats and meter values come. */
  cores: { nodes: number; others: number; postgres: number }
  /** Microseconds of a core for each reconnect with its boot. */
  stormUs: { nodes: number; postgres: number }
  residentKb: number
}

/** Chargers in crowds, one for each node. */
class Crowds {
  readonly workers: Worker<CrowdJob, CrowdResult>[]
  constructor(count: number) {
    this.workers = Array.from({ length: count }, () => new Worker('crowd-load.ts'))
  }
  /** All do a job at once; their results together, the longest times of any. */
  async run(job: (n: number) => CrowdJob): Promise<CrowdResult> {
    const all = await Promise.all(this.workers.map((w, n) => w.run(job(n))))
    const most = (of: (r: CrowdResult) => number) => Math.max(...all.map(of))
    const waits = (of: 'boots' | 'heartbeats' | 'meters') => ({
      count: all.reduce((sum, r) => sum + r[of].count, 0),
      p50Ms: most(r => r[of].p50Ms),
      p99Ms: most(r => r[of].p99Ms),
      longestMs: most(r => r[of].longestMs),
    })
    return {
      seconds: most(r => r.seconds),
      putOff: all.reduce((sum, r) => sum + r.putOff, 0),
      boots: waits('boots'),
      heartbeats: waits('heartbeats'),
      meters: waits('meters'),
    }
  }
  stop(): Promise<unknown> {
    return Promise.all(this.workers.map(w => w.stop()))
  }
}

async function residentAfterGarbage(nodes: Nodes, inspectors: readonly Inspector[]): Promise<number> {
  // First the nodes write the frames that they still hold; after the collection they give memory back to the system.
  await new Promise(next => setTimeout(next, 2000))
  await Promise.all(inspectors.map(i => i.collectGarbage()))
  await new Promise(next => setTimeout(next, 500))
  return nodes.ocpp.reduce((sum, n) => sum + n.residentBytes(), 0)
}

/** Every session is billed, and nothing was wrong besides handshakes that were put off. */
async function demandBilled(nodes: Nodes, sessions: number): Promise<void> {
  const errors = nodes.complaints().filter(line => !line.startsWith('{"level":40'))
  if (errors.length > 0) throw new Error(`The nodes complained:\n${errors.slice(0, 5).join('\n')}`)
  if (!nodes.database) return
  const client = new pg.Client(nodes.database)
  await client.connect()
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from bill where total_paise > 0')
  await client.end()
  if (rows[0]?.n !== sessions) throw new Error(`${rows[0]?.n} bills of ${sessions} sessions`)
}

/** Measures a crowd of so many idle chargers, and a twentieth as many that charge, at the nodes. */
async function measureCrowd(nodes: Nodes, chargers: number, seconds = SECONDS): Promise<Crowd> {
  const count = nodes.ocpp.length
  const sessions = chargers / EACH_CHARGING
  const each = (chargers + sessions) / count
  const crowds = new Crowds(count)
  const inspectors = await Promise.all(nodes.ocpp.map(n => Inspector.open(n.child)))
  const urlOf = (n: number) => nodes.ocpp[n]?.url ?? ''
  try {
    const wave = Math.min(FIRST_WAVE, each)
    await crowds.run(n => ({ kind: 'connect', url: urlOf(n), from: n * each, chargers: wave, atOnce: AT_ONCE }))
    await crowds.run(() => ({ kind: 'finish' }))
    const before = await residentAfterGarbage(nodes, inspectors)
    const connect = await crowds.run(n => ({
      kind: 'connect',
      url: urlOf(n),
      from: n * each,
      chargers: each,
      atOnce: AT_ONCE,
    }))
    const after = await residentAfterGarbage(nodes, inspectors)
    await crowds.run(() => ({ kind: 'charge', sessions: sessions / count, everySec: METER_S, beatSec: BEAT_S }))
    const calm = nodes.cpu()
    const watch = await crowds.run(() => ({ kind: 'watch', seconds }))
    const stormy = nodes.cpu()
    const storm = await crowds.run(() => ({ kind: 'storm', atOnce: AT_ONCE }))
    const end = nodes.cpu()
    await crowds.run(() => ({ kind: 'finish' }))
    await demandBilled(nodes, sessions)
    const cores = (us: number) => us / watch.seconds / 1e6
    return {
      chargers,
      sessions,
      connect,
      watch,
      storm,
      cores: {
        nodes: cores(stormy.nodesUs - calm.nodesUs),
        others: cores(stormy.othersUs - calm.othersUs),
        postgres: cores(stormy.postgresUs - calm.postgresUs),
      },
      stormUs: {
        nodes: (end.nodesUs - stormy.nodesUs) / chargers,
        postgres: (end.postgresUs - stormy.postgresUs) / chargers,
      },
      residentKb: (after - before) / 1024 / (chargers + sessions),
    }
  } finally {
    for (const i of inspectors) i.close()
    await crowds.stop()
  }
}

/** The product and the raw servers, one after the other, with so many chargers. */
export async function bothCrowds(chargers: number): Promise<{ product: Crowd; raw: Crowd }> {
  const measure = async (start: () => Promise<Nodes>) => {
    const nodes = await start()
    try {
      return await measureCrowd(nodes, chargers)
    } finally {
      await nodes.stop()
    }
  }
  const all = chargers + chargers / EACH_CHARGING
  return {
    product: await measure(() => startNodes({ chargers: all, nodes: NODES })),
    raw: await measure(() => startRawNodes(NODES)),
  }
}

export const crowdRow = (name: string, c: Crowd): string[] => [
  name,
  figure(c.cores.nodes * 100),
  figure(c.cores.postgres * 100),
  figure(c.cores.others * 100),
  figure(c.residentKb),
  figure(c.watch.heartbeats.p99Ms),
  figure(c.watch.meters.p99Ms),
  figure(c.storm.seconds),
  figure(c.storm.putOff),
  figure(c.storm.meters.longestMs),
  figure(c.stormUs.nodes + c.stormUs.postgres),
]
export const CROWD_HEAD = [
  'chargers',
  'nodes, % of a core',
  'PostgreSQL',
  'portal, NATS',
  'resident KB a connection',
  'heartbeat p99 ms',
  'meter value p99 ms',
  'storm s',
  'put off',
  'longest wait of a session ms',
  'CPU µs a reconnect',
]

export async function crowd(): Promise<Section> {
  const { product, raw } = await bothCrowds(CHARGERS)
  keepFigures('crowd', { [CHARGERS]: { product, raw } })
  const { storm } = product
  return {
    title: 'A crowd of chargers',
    text: `${figure(CHARGERS)} idle chargers at ${NODES} nodes with heartbeats every ${BEAT_S} s, and ${figure(product.sessions)} more that charge, with a meter value of four samples every ${METER_S} s; looked at for ${SECONDS} s. Then all that are idle lose their lines at once and come back with a boot, ${AT_ONCE} handshakes under way at each node; who is put off by 503 comes back when told. Nodes, portal, NATS, PostgreSQL and the load share the cores. Memory is weighed with garbage collected, after ${figure(FIRST_WAVE)} chargers at each node have come and gone. Every session is billed afterwards. ${loadText()} Targets: the storm is over in ${target(storm.seconds, '≤', STORM_S, ' s')}, no session waits longer than ${target(storm.meters.longestMs, '≤', LONGEST_MS, ' ms')} for an answer meanwhile, a connection takes ${target(product.residentKb, '≤', 8, ' KB')}.\n\n${table(
      ['server', ...CROWD_HEAD.slice(1)],
      [crowdRow('Wattdesk', product), crowdRow('with insert', raw)],
    )}`,
  }
}
