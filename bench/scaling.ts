// How the throughput of sessions grows with nodes: each node has the same share of a core, as if it were a small machine of its own,
// while PostgreSQL and the load have what they need; and the same with no share, where all of them stand in line for these cores.
import { keepFigures } from './figures.ts'
import { loadText } from './machine.ts'
import { type Nodes, startNodes, startRawNodes } from './nodes.ts'
import { ROUNDS } from './rounds.ts'
import { shareOf } from './share.ts'
import { Load } from './stand.ts'
import { figure, median, type Section, table, target } from './table.ts'

const MOST_NODES = 3
/** A multiple of ten: the tags of a crowd are those of its chargers' companies. */
const CHARGERS_EACH = 200
const SECONDS = Number(process.env.BENCH_SECONDS ?? 15)
/** Three nodes, and PostgreSQL with about as much, leave room on two cores. */
export const SHARE = 0.2
const GAIN = 1.7

type Scaled = { perSecond: number; nodeUs: number; postgresUs: number }

async function measure(nodes: Nodes, share: number | undefined): Promise<Scaled> {
  const loads = nodes.ocpp.map(() => new Load())
  const all: Scaled[] = []
  try {
    await Promise.all(
      loads.map((load, n) =>
        load.run({
          kind: 'connect',
          url: nodes.ocpp[n]?.url ?? '',
          chargers: CHARGERS_EACH,
          atOnce: 50,
          from: n * CHARGERS_EACH,
        }),
      ),
    )
    // The first session of each is not counted: what comes first is compiled then.
    await Promise.all(loads.map(load => load.run({ kind: 'sessions', seconds: SECONDS, each: 1 })))
    for (let round = 0; round < ROUNDS; round++) {
      const release =
        share === undefined
          ? () => undefined
          : shareOf(
              nodes.ocpp.map(n => n.pid),
              share,
            )
      const before = nodes.cpu()
      const results = await Promise.all(loads.map(load => load.run({ kind: 'sessions', seconds: SECONDS })))
      const after = nodes.cpu()
      release()
      const messages = results.reduce((sum, r) => sum + r.messages, 0)
      all.push({
        perSecond: results.reduce((sum, r) => sum + r.count / r.seconds, 0),
        nodeUs: (after.nodesUs - before.nodesUs) / messages,
        postgresUs: (after.postgresUs - before.postgresUs) / messages,
      })
    }
  } finally {
    await Promise.all(loads.map(load => load.stop()))
  }
  const of = (key: keyof Scaled) => median(all.map(m => m[key]))
  return { perSecond: of('perSecond'), nodeUs: of('nodeUs'), postgresUs: of('postgresUs') }
}

const KINDS = ['product', 'raw'] as const
/** By kind of server, and with or without shares: a point for each number of nodes. */
export type Scaling = Record<(typeof KINDS)[number], { shared: Scaled; free: Scaled }>

export async function scaling(): Promise<Section> {
  const points: Record<string, Scaling> = {}
  for (let n = 1; n <= MOST_NODES; n++) {
    const both = async (start: () => Promise<Nodes>) => {
      const nodes = await start()
      try {
        return { shared: await measure(nodes, SHARE), free: await measure(nodes, undefined) }
      } finally {
        await nodes.stop()
      }
    }
    const product = await both(() => startNodes({ chargers: n * CHARGERS_EACH, nodes: n }))
    points[n] = { product, raw: await both(() => startRawNodes(n)) }
  }
  keepFigures('nodes', points)
  const rate = (n: number, kind: (typeof KINDS)[number], how: 'shared' | 'free') =>
    points[n]?.[kind][how].perSecond ?? Number.NaN
  /** Times one, if each node has its share: what a further node costs is what all spend more for a message. */
  const byCpu = (n: number, kind: (typeof KINDS)[number]) =>
    (n * (points[1]?.[kind].shared.nodeUs ?? Number.NaN)) / (points[n]?.[kind].shared.nodeUs ?? Number.NaN)
  const gain = rate(2, 'product', 'shared') / rate(1, 'product', 'shared')
  const rows = Object.entries(points).flatMap(([n, p]) =>
    KINDS.map(kind => [
      `${n}, ${kind === 'product' ? 'Wattdesk' : 'with insert'}`,
      figure(p[kind].shared.perSecond),
      figure(p[kind].shared.perSecond / rate(1, kind, 'shared')),
      figure(byCpu(Number(n), kind)),
      figure(p[kind].shared.nodeUs),
      figure(p[kind].shared.postgresUs),
      figure(p[kind].free.perSecond),
      figure(p[kind].free.perSecond / rate(1, kind, 'free')),
    ]),
  )
  return {
    title: 'Growth with nodes',
    text: `Whole sessions of 16 calls, ${CHARGERS_EACH} chargers at each node, ${ROUNDS} rounds of ${SECONDS} s, medians; nodes, NATS, one PostgreSQL and the load on the same cores. In the first columns each node is held to ${SHARE * 100} % of a core, so that a further node brings its own share and no node waits for a core: two nodes give ${target(gain, '≥', GAIN, ' times')} the throughput of one, and ${target(byCpu(2, 'product'), '≥', GAIN, ' times')} by what a message costs them (a busy machine cannot give all shares; the cost of a message shows what nodes do to each other all the same). In the last columns nodes take what they get: PostgreSQL and the load then stand in the same line, and a further node adds little where all cores are busy already. ${loadText()}\n\n${table(
      [
        'nodes',
        'sessions/s, shares',
        'times one',
        'by cost',
        'node µs/message',
        'PostgreSQL',
        'sessions/s, no shares',
        'times one',
      ],
      rows,
    )}`,
  }
}
