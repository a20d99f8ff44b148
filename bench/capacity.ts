// docs/capacity.md: what 10,000, 100,000 and 1,000,000 chargers take, reckoned from measured points (figures.json) by the arithmetic
// that the page shows; then the same arithmetic for the measured crowds, beside what was measured.
import { writeFileSync } from 'node:fs'
import { keptFigures } from './figures.ts'
import { type CrowdPoint, drawGrowth } from './growth.ts'
import type { Scaling } from './scaling.ts'
import type { Stored } from './stored.ts'
import { figure, type Section, table } from './table.ts'

const PAGE = new URL('../docs/capacity.md', import.meta.url)
const FLEETS = [10_000, 100_000, 1_000_000]
const KIB = 1024
/** A crowd of so many tells what a connection takes. */
const FULL_CROWD = 20_000
const DAY_S = 86_400

/** How often the chargers of the reckoned fleet charge and send messages. Change this for another fleet. */
const HABITS = {
  sessionsADay: 3,
  /** 45 minutes with a value every 30 s, as D-OCPP-2 has it. */
  metersASession: 90,
  callsASessionBeside: 6,
  heartbeatS: 300,
  /** The busiest hour over the mean of the day. */
  peak: 3,
  /** How much of a core may be busy at the peak, so that storms and lists have room. */
  busy: 0.5,
  /** All come back within so many seconds after a power cut. */
  stormS: 300,
}
/** List prices, net, in US dollars. Sources and their days stand on the page. */
const PRICES = {
  /** Two vCPU and 8 GB, Linux, a half of it. */
  vCpuHour: 0.0816 / 2,
  gbPerVCpu: 4,
  diskGbMonth: 0.08,
  iopsMonth: 0.005,
  freeIops: 3000,
}
const HOURS = 730

/** Bytes of a session as `bench -- disk` plays it: with 16 calls, ten of them meter values. */
type DiskFigures = {
  forGood: number
  for90Days: number
  wal: number
  meters: number
  calls: number
  metersBytes: number
}
type Facts = {
  nodeUs: number
  postgresUs: number
  /** CPU of a node for one reconnect of a charger with its boot, in microseconds; then the same of PostgreSQL. */
  stormNodeUs: number
  stormPostgresUs: number
  connectionKb: number
  nodeMb: number
  disk: DiskFigures
}
type Load = { chargers: number; callsPerSecond: number; sessionsPerDay: number }

const loadOf = (chargers: number): Load => {
  const { sessionsADay, metersASession, callsASessionBeside, heartbeatS } = HABITS
  const sessionsPerDay = chargers * sessionsADay
  const calls = sessionsPerDay * (metersASession + callsASessionBeside) + (chargers * DAY_S) / heartbeatS
  return { chargers, callsPerSecond: calls / DAY_S, sessionsPerDay }
}

/** Bytes of a session with so many meter values more than the one that was measured. */
function sessionBytes(d: DiskFigures) {
  const calls = HABITS.metersASession + HABITS.callsASessionBeside
  const more = HABITS.metersASession - d.meters
  return {
    forGood: d.forGood + more * (d.metersBytes / d.meters),
    for90Days: (d.for90Days * calls) / d.calls,
    wal: (d.wal * calls) / d.calls,
  }
}

function reckon(chargers: number, f: Facts) {
  const load = loadOf(chargers)
  const peakCalls = load.callsPerSecond * HABITS.peak
  const nodeCores = (peakCalls * f.nodeUs) / 1e6
  const postgresCores = (peakCalls * f.postgresUs) / 1e6
  const stormNodeCores = (chargers * f.stormNodeUs) / 1e6 / HABITS.stormS
  const stormPostgresCores = (chargers * f.stormPostgresUs) / 1e6 / HABITS.stormS
  // A node is one process with one busy thread; of one more than needed each may fail.
  const nodes = 1 + Math.max(1, Math.ceil(Math.max(nodeCores, stormNodeCores) / HABITS.busy))
  const postgresVCpu = Math.max(2, 2 ** Math.ceil(Math.log2(Math.max(postgresCores, stormPostgresCores) / HABITS.busy)))
  // Portal and jobs twice, the standby as large as the primary.
  const vCpu = nodes + 2 * 2 + 2 * postgresVCpu
  const bytes = sessionBytes(f.disk)
  const heartbeatBytes = (f.disk.for90Days / f.disk.calls) * (DAY_S / HABITS.heartbeatS) * chargers
  const heartbeatWal = (f.disk.wal / f.disk.calls) * (DAY_S / HABITS.heartbeatS) * chargers
  const walADay = load.sessionsPerDay * bytes.wal + heartbeatWal
  const goodAYear = load.sessionsPerDay * bytes.forGood * 365
  const standing = (load.sessionsPerDay * bytes.for90Days + heartbeatBytes) * 90
  const diskGb = (goodAYear + standing) / 1e9
  const walPeakMbS = (walADay / DAY_S / 1e6) * HABITS.peak
  // Written in pages of 8 KB: the log, and about as much again when checkpoints write the tables.
  const iops = (walPeakMbS * 1e6 * 2) / 8192
  const dollars =
    vCpu * PRICES.vCpuHour * HOURS +
    2 * (diskGb * PRICES.diskGbMonth + Math.max(0, iops - PRICES.freeIops) * PRICES.iopsMonth)
  return {
    ...load,
    peakCalls,
    nodeCores,
    stormNodeCores,
    postgresCores,
    stormPostgresCores,
    nodes,
    postgresVCpu,
    vCpu,
    connectionsGb: (chargers * f.connectionKb * KIB) / 1e9,
    nodesGb: (nodes * f.nodeMb * 1e6 + chargers * f.connectionKb * KIB) / 1e9,
    walADay: walADay / 1e9,
    walPeakMbS,
    goodAYear: goodAYear / 1e9,
    standing: standing / 1e9,
    diskGb,
    iops,
    dollars,
  }
}

function facts(): Facts & { measured: Record<string, string>; largestCrowd: number } {
  const crowd = keptFigures<CrowdPoint>('crowd')
  const nodes = keptFigures<Scaling>('nodes')
  const disk = keptFigures<DiskFigures>('disk')
  const largest = Object.entries(crowd.points).toSorted(([a], [b]) => Number(b) - Number(a))[0]?.[1].product
  const one = nodes.points[1]?.product.shared
  const session = disk.points.session
  if (!largest || !one || !session) throw new Error('npm run bench -- growth disk come first')
  return {
    nodeUs: one.nodeUs,
    postgresUs: one.postgresUs,
    stormNodeUs: largest.stormUs.nodes,
    stormPostgresUs: largest.stormUs.postgres,
    connectionKb: largest.residentKb,
    nodeMb: 210,
    disk: session,
    largestCrowd: largest.chargers,
    measured: { crowd: crowd.measured, nodes: nodes.measured, disk: disk.measured },
  }
}

/** The arithmetic for each measured crowd, beside what was measured; more is needed at small fleets, where less travels together. */
function checkRows(f: Facts): string[][] {
  return Object.entries(keptFigures<CrowdPoint>('crowd').points).map(([n, { product: c }]) => {
    const calls = c.watch.heartbeats.count + c.watch.meters.count
    const perSecond = calls / c.watch.seconds
    const reckoned = (perSecond * (f.nodeUs + f.postgresUs)) / 1e6
    const measured = c.cores.nodes + c.cores.postgres
    const gb = (kb: number) => ((c.chargers + c.sessions) * kb * KIB) / 1e9
    return [
      figure(Number(n)),
      figure(perSecond),
      figure(reckoned * 100),
      figure(measured * 100),
      figure(gb(f.connectionKb)),
      figure(gb(c.residentKb)),
    ]
  })
}

const row = (what: string, all: readonly number[], unit = ''): string[] => [
  what,
  ...all.map(n => `${figure(n)}${unit}`),
]

/** Writes docs/capacity.md anew. */
export function capacity(): Section {
  const f = facts()
  const all = FLEETS.map(n => reckon(n, f))
  const bytes = sessionBytes(f.disk)
  const plots = drawGrowth()
  const preliminary =
    f.largestCrowd >= FULL_CROWD
      ? ''
      : ` **Preliminary:** fewer than ${figure(FULL_CROWD)} chargers were connected, on a machine with other work, so that memory of a connection and µs are too high; measure anew before you buy by this page.`
  const storedPoints = Object.entries(
    (() => {
      try {
        return keptFigures<Stored>('stored').points
      } catch {
        return {}
      }
    })(),
  )
  const of = (pick: (r: ReturnType<typeof reckon>) => number) => all.map(pick)
  const result = table(
    ['chargers', ...FLEETS.map(figure)],
    [
      row(
        'calls a second, mean',
        of(r => r.callsPerSecond),
      ),
      row(
        'calls a second, busiest hour',
        of(r => r.peakCalls),
      ),
      row(
        'cores of nodes for chargers, busiest hour',
        of(r => r.nodeCores),
      ),
      row(
        `cores of those while all come back within ${HABITS.stormS / 60} minutes`,
        of(r => r.stormNodeCores),
      ),
      row(
        'cores of PostgreSQL, busiest hour',
        of(r => r.postgresCores),
      ),
      row(
        'cores of PostgreSQL while all come back',
        of(r => r.stormPostgresCores),
      ),
      row(
        'nodes for chargers, one of them in reserve',
        of(r => r.nodes),
      ),
      row(
        'vCPU of PostgreSQL, and of its standby',
        of(r => r.postgresVCpu),
      ),
      row(
        'vCPU in all',
        of(r => r.vCpu),
      ),
      row(
        'memory of connections, GB',
        of(r => r.connectionsGb),
      ),
      row(
        'memory of the nodes for chargers, GB',
        of(r => r.nodesGb),
      ),
      row(
        'write-ahead log a day, GB',
        of(r => r.walADay),
      ),
      row(
        'write-ahead log at the peak, MB/s',
        of(r => r.walPeakMbS),
      ),
      row(
        'pages of 8 KB written a second at the peak',
        of(r => r.iops),
      ),
      row(
        'stored for good each year, GB',
        of(r => r.goodAYear),
      ),
      row(
        'standing for 90 days, GB',
        of(r => r.standing),
      ),
      row(
        'a month after the first year, $',
        of(r => r.dollars),
      ),
      row(
        'of it a charger, cents',
        of(r => (100 * r.dollars) / r.chargers),
      ),
    ],
  )
  const page = `# Capacity

What a fleet takes, reckoned from measured points. \`npm run bench -- growth\` and \`-- disk\` measure the points, \`npm run bench -- capacity\` writes this page anew from them; for another fleet change \`HABITS\` and \`PRICES\` in [bench/capacity.ts](../bench/capacity.ts). Measured: crowds ${f.measured.crowd}, nodes ${f.measured.nodes}, disk ${f.measured.disk}, on two cores that nodes, PostgreSQL and the load shared. The largest crowd had ${figure(f.largestCrowd)} chargers.${preliminary}

## What is reckoned with

A charger sends a heartbeat every ${HABITS.heartbeatS} s and charges ${HABITS.sessionsADay} times a day, each time with ${HABITS.metersASession} meter values and ${HABITS.callsASessionBeside} other calls. The busiest hour has ${HABITS.peak} times the mean. At most ${HABITS.busy * 100} % of a core is busy then.

${table(
  ['measured', 'value'],
  [
    ['a call at a node, µs of a core', figure(f.nodeUs)],
    ['the same in PostgreSQL', figure(f.postgresUs)],
    ['a reconnect with its boot at a node, µs', figure(f.stormNodeUs)],
    ['the same in PostgreSQL', figure(f.stormPostgresUs)],
    ['a connection, resident KB', figure(f.connectionKb)],
    ['a node without chargers, resident MB', figure(f.nodeMb)],
    [`a session of ${f.disk.calls} calls, bytes for good`, figure(f.disk.forGood)],
    ['the same for 90 days', figure(f.disk.for90Days)],
    ['the same in the write-ahead log', figure(f.disk.wal)],
    [`of it ${f.disk.meters} meter values for good`, figure(f.disk.metersBytes)],
  ],
)}

## The result

${result}

A hundred thousand chargers fit one PostgreSQL and a few nodes. For a million, read lists and reports [from a standby](operating.md#several-nodes), archive old sessions, and cut the data by company before the disk of one primary is too large: the hot path crosses no companies.

## The arithmetic

- Calls a second: chargers × (sessions a day × (meter values + other calls) + ${figure(DAY_S)} s ÷ heartbeat) ÷ ${figure(DAY_S)} s; × ${HABITS.peak} in the busiest hour. For 100,000 chargers: 100,000 × (${HABITS.sessionsADay} × ${HABITS.metersASession + HABITS.callsASessionBeside} + ${figure(DAY_S / HABITS.heartbeatS)}) ÷ ${figure(DAY_S)} = ${figure(loadOf(100_000).callsPerSecond)}.
- Cores: calls a second at the peak × µs a call ÷ 1,000,000; when all come back: chargers × µs a reconnect ÷ 1,000,000 ÷ ${HABITS.stormS} s. A heartbeat is reckoned like any other call, though it costs less.
- Nodes: the larger of the two ÷ ${HABITS.busy}, rounded up, and one in reserve: a node is one process with one busy thread. vCPU of PostgreSQL: likewise, to the next power of two, at least 2. In all: nodes, two of 2 vCPU for portal and jobs, PostgreSQL and its standby.
- Memory: chargers × KB a connection, and ${figure(f.nodeMb)} MB a node. ${HABITS.metersASession} meter values instead of ${f.disk.meters} make a session of ${figure(bytes.forGood)} bytes for good: ${figure(f.disk.forGood)} + ${HABITS.metersASession - f.disk.meters} × ${figure(f.disk.metersBytes / f.disk.meters)}. Frames for 90 days and the write-ahead log grow with the calls: × ${HABITS.metersASession + HABITS.callsASessionBeside} ÷ ${f.disk.calls}; that is too much rather than too little, since a session's own rows are in the log once.
- Written pages: twice the write-ahead log at the peak ÷ 8,192 bytes.
- Cost a month: vCPU × price an hour × ${HOURS} h + 2 × (disk after the first year × price a GB + pages a second beyond ${figure(PRICES.freeIops)} × price of one), the 2 for the standby. For your own prices: cost = vCPU × ${HOURS} × (price of a vCPU with ${PRICES.gbPerVCpu} GB an hour) + 2 × GB × (price of a GB a month) + 2 × (pages a second) × (price of one).

Prices: $${PRICES.vCpuHour.toFixed(4)} an hour for a vCPU with ${PRICES.gbPerVCpu} GB (Amazon EC2 m7g.large at $0.0816, Linux, on demand, us-east-1, as [listed](https://www.factualminds.com/blog/amazon-ec2-on-demand-pricing-instance-families-2026/) in June 2026); $${PRICES.diskGbMonth} a GB and month and $${PRICES.iopsMonth} for each write a second beyond ${figure(PRICES.freeIops)} (Amazon EBS gp3, us-east-1, as [listed](https://taourl.com/read-2670558.html) in May 2025). Both are second-hand, without traffic, backups, taxes and discounts: look up your own. A cheaper corner of the market: Hetzner CX33, 4 shared vCPU and 8 GB, €6.49 a month, volumes €0.0572 a GB and month (its price list of 2026-05-27, as [quoted](https://github.com/devantler-tech/platform/commit/cb791c6f)).

## Checked against measured points

The same arithmetic for the crowds that were measured (heartbeats every 300 s, a twentieth of the chargers with a meter value every 30 s), beside what they took. Where few calls come each one travels alone, in a batch of its own, and costs more than in the sessions that the µs are from; upkeep that does not grow with calls counts too.

${table(
  ['chargers', 'calls/s', 'reckoned, % of a core', 'measured', 'connections reckoned, GB', 'measured'],
  checkRows(f),
)}

## Growth

${plots.map(name => `![${name}](pictures/${name}.svg)`).join('\n\n')}
${
  storedPoints.length === 0
    ? ''
    : `\n${table(
        [
          'stored sessions',
          'lists, p95 of all ms',
          'slowest list',
          'slowest of dashboard',
          'of report',
          'of the books',
          'raw',
          'bytes a session',
        ],
        storedPoints.map(([n, p]) => [
          figure(Number(n)),
          ...[p.lists, p.slowest.lists, p.slowest.dashboard, p.slowest.report, p.slowest.books, p.raw, p.bytesEach].map(
            figure,
          ),
        ]),
      )}\n`
}
The tables behind the plots, with both servers: [bench/RESULTS.md](../bench/RESULTS.md).
`
  writeFileSync(PAGE, page)
  return {
    title: 'Capacity',
    text: `[docs/capacity.md](../docs/capacity.md) was written from the kept figures.\n\n${result}`,
  }
}
