// Growth: the same figures against the number of chargers, of stored sessions and of nodes, each beside the raw limit, with plots for
// docs/capacity.md. Points are kept, so that a part can be measured anew without the others.
import { mkdirSync, writeFileSync } from 'node:fs'
import { bothCrowds, CROWD_HEAD, type Crowd, crowdRow } from './crowd.ts'
import { keepFigures, keptFigures } from './figures.ts'
import { type Plot, plotSvg } from './plot.ts'
import { type Scaling, SHARE, scaling } from './scaling.ts'
import { type Stored, stored } from './stored.ts'
import { figure, type Section, table } from './table.ts'

const PICTURES = new URL('../docs/pictures/', import.meta.url)
const CHARGERS = [1000, 5000, 20_000]
const SESSIONS = [100_000, 1_000_000, 10_000_000]
const PARTS = ['chargers', 'nodes', 'sessions'] as const
export type CrowdPoint = { product: Crowd; raw: Crowd }

async function againstChargers(): Promise<Section> {
  for (const n of CHARGERS) keepFigures('crowd', { [n]: await bothCrowds(n) })
  const { points } = keptFigures<CrowdPoint>('crowd')
  const rows = Object.entries(points).flatMap(([n, p]) => [
    crowdRow(`${figure(Number(n))}, Wattdesk`, p.product),
    crowdRow(`${figure(Number(n))}, with insert`, p.raw),
  ])
  return {
    title: 'Growth with chargers',
    text: `As in [a crowd of chargers](#a-crowd-of-chargers), with fewer of them. ![Processor](../docs/pictures/growth-processor.svg)\n\n${table(CROWD_HEAD, rows)}`,
  }
}
async function againstSessions(): Promise<Section[]> {
  const sections: Section[] = []
  for (const n of SESSIONS) sections.push(await stored(n))
  return sections
}

/** Measures the parts that are asked for, all by default, and draws what is known. */
export async function growth(only?: string): Promise<Section[]> {
  const part = PARTS.find(p => p === only)
  if (only !== undefined && part === undefined) throw new Error(`--only takes ${PARTS.join(', ')}`)
  const sections: Section[] = []
  if (part === undefined || part === 'chargers') sections.push(await againstChargers())
  if (part === undefined || part === 'nodes') sections.push(await scaling())
  if (part === undefined || part === 'sessions') sections.push(...(await againstSessions()))
  drawGrowth()
  return sections
}

const numbersOf = (points: Record<string, unknown>): number[] => Object.keys(points).map(Number)
/** The points of one benchmark; none where it never ran. */
function pointsOf<T>(name: string): Record<string, T> {
  try {
    return keptFigures<T>(name).points
  } catch {
    return {}
  }
}

function plots(): Record<string, Plot> {
  const crowds = pointsOf<CrowdPoint>('crowd')
  const nodes = pointsOf<Scaling>('nodes')
  const sessions = pointsOf<Stored>('stored')
  const of = <T>(points: Record<string, T>, y: (p: T) => number) =>
    Object.entries(points).map(([x, p]) => [Number(x), y(p)] as const)
  const chargers = { label: 'idle chargers; a twentieth as many charge', isLog: true, ticks: numbersOf(crowds) }
  const stored = { label: 'stored sessions', isLog: true, ticks: numbersOf(sessions) }
  const cores = (c: Crowd) => 100 * (c.cores.nodes + c.cores.postgres + c.cores.others)
  return {
    'growth-processor': {
      title: 'Processor, heartbeats every 300 s and meter values every 30 s',
      x: chargers,
      y: { label: '% of a core' },
      series: [
        { name: 'all together', points: of(crowds, p => cores(p.product)) },
        { name: 'nodes', points: of(crowds, p => 100 * p.product.cores.nodes) },
        { name: 'PostgreSQL', points: of(crowds, p => 100 * p.product.cores.postgres) },
        { name: 'raw server with insert', points: of(crowds, p => cores(p.raw)), isLimit: true },
      ],
    },
    'growth-memory': {
      title: 'Memory of a connection',
      x: chargers,
      y: { label: 'resident KB' },
      series: [
        { name: 'Wattdesk', points: of(crowds, p => p.product.residentKb) },
        { name: 'raw server with insert', points: of(crowds, p => p.raw.residentKb), isLimit: true },
      ],
    },
    'growth-storm': {
      title: 'All idle chargers lose their lines at once: until the last is back',
      x: chargers,
      y: { label: 's' },
      series: [
        { name: 'Wattdesk', points: of(crowds, p => p.product.storm.seconds) },
        { name: 'raw server with insert', points: of(crowds, p => p.raw.storm.seconds), isLimit: true },
      ],
    },
    'growth-answers': {
      title: 'Answers, 99 of 100 sooner than',
      x: chargers,
      y: { label: 'ms' },
      series: [
        { name: 'meter value', points: of(crowds, p => p.product.watch.meters.p99Ms) },
        { name: 'heartbeat', points: of(crowds, p => p.product.watch.heartbeats.p99Ms) },
        { name: 'raw: meter value', points: of(crowds, p => p.raw.watch.meters.p99Ms), isLimit: true },
      ],
    },
    'growth-sessions': {
      title: 'Pages, 95 of 100 sooner than',
      x: stored,
      y: { label: 'ms', isLog: true },
      series: [
        { name: 'lists, all cases', points: of(sessions, p => p.lists) },
        { name: 'slowest list', points: of(sessions, p => p.slowest.lists) },
        { name: 'slowest of dashboard', points: of(sessions, p => p.slowest.dashboard) },
        { name: 'slowest of report', points: of(sessions, p => p.slowest.report) },
        { name: 'slowest of the books', points: of(sessions, p => p.slowest.books) },
        { name: 'raw: ten rows by ids', points: of(sessions, p => p.raw), isLimit: true },
      ],
    },
    'growth-nodes': {
      title: `Sessions, each node held to ${SHARE * 100} % of a core`,
      x: { label: 'nodes', ticks: numbersOf(nodes) },
      y: { label: 'sessions/s' },
      series: [
        { name: 'Wattdesk', points: of(nodes, p => p.product.shared.perSecond) },
        { name: 'Wattdesk, no shares', points: of(nodes, p => p.product.free.perSecond) },
        { name: 'raw server with insert', points: of(nodes, p => p.raw.shared.perSecond), isLimit: true },
        {
          name: 'as many times one',
          points: numbersOf(nodes).map(n => [n, n * (nodes[1]?.product.shared.perSecond ?? 0)] as const),
          isLimit: true,
        },
      ],
    },
  }
}

/** Draws the plots whose points are known, and returns their names. */
export function drawGrowth(): string[] {
  mkdirSync(PICTURES, { recursive: true })
  const drawn = Object.entries(plots()).filter(([, p]) => p.series.some(s => s.points.length > 1))
  for (const [name, plot] of drawn) writeFileSync(new URL(`${name}.svg`, PICTURES), plotSvg(plot))
  return drawn.map(([name]) => name)
}
