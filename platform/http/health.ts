// Whether the process lives, whether all of it serves, and whether it is to get calls; figures for a metrics collector (token or local machine).
import { createHash, timingSafeEqual } from 'node:crypto'
import { fail } from '@wattdesk/wire/route'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client'
import { postgresRestarts } from '#platform/db/embedded.ts'
import { archiveWaiting } from '#platform/db/wal-archive.ts'
import { faults } from '#platform/faults.ts'
import { lastRun, runs } from '#platform/jobs/jobs.ts'
import { counted } from '#platform/telemetry/metrics.ts'
import { poolGauges } from '#platform/telemetry/pools.ts'
import { productVersion } from '#platform/telemetry/version.ts'
import { isOnThisMachine } from './caller.ts'
import type { Check } from './checks.ts'
import { countRequests } from './request-counts.ts'
import { nameUsers } from './request-log.ts'
import { traceRequests } from './request-traces.ts'

/** Compares in the same time however much of the two is alike. */
const isSame = (a: string, b: string): boolean => {
  const [x, y] = [a, b].map(text => createHash('sha256').update(text).digest())
  return x !== undefined && y !== undefined && timingSafeEqual(x, y)
}

/** `facts`: what every reply says of the installation. */
type Health = {
  checks: readonly Check[]
  metricsToken: string | undefined
  facts: Record<string, string>
  /** Gauges of the product, read at each collection. */
  gauges: readonly { name: string; help: string; read: () => number }[]
  /** Metrics of what is stored. */
  figures: readonly Metric[]
  node: string
}

/**
 * What is wrong with this node and need not be with another one: a load balancer sends what is new elsewhere. Without bus or
 * room a node serves what it can, and no other node can do more.
 */
const ELSEWHERE: ReadonlySet<Check['name']> = new Set(['database', 'stopping'])

export function healthRoutes(app: FastifyInstance, health: Health): void {
  const { checks, metricsToken, facts } = health
  traceRequests(app)
  nameUsers(app)
  const ok = { success: true, message: 'OK', data: facts }
  app.get('/health/live', () => ok)
  const answer = async (reply: FastifyReply, asked: readonly Check[]) => {
    const wrong = (await lookAt(asked)).filter(w => w.message !== undefined)
    if (wrong.length === 0) return ok
    return reply.code(503).send({ success: false, message: wrong.map(w => w.message).join(' '), data: wrong })
  }
  app.get('/health/ready', (_request, reply) => answer(reply, checks))
  const serving = checks.filter(c => ELSEWHERE.has(c.name))
  app.get('/health/serving', (_request, reply) => answer(reply, serving))

  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  for (const metric of [...ofProcess(health), ...health.figures, countRequests(app)]) metrics.registerMetric(metric)
  app.get('/metrics', async (request, reply) => {
    const given = request.headers.authorization?.replace(/^Bearer +/i, '')
    const isRight = metricsToken ? isSame(given ?? '', metricsToken) : isOnThisMachine(request)
    if (!isRight) fail(401, 'No token provided.')
    return reply.type(metrics.contentType).send(await metrics.metrics())
  })
}

const lookAt = (checks: readonly Check[]) =>
  Promise.all(checks.map(async ({ name, look }) => ({ name, message: await look().catch(String) })))

/** The metrics of this process. */
function ofProcess({ checks, gauges, node }: Health): Metric[] {
  const all: readonly unknown[] = [
    ...[faults, runs, lastRun, postgresRestarts, archiveWaiting],
    ...counted,
    ...poolGauges,
    ...gauges.map(
      ({ read, ...gauge }) =>
        new Gauge({
          ...gauge,
          registers: [],
          collect() {
            this.set(read())
          },
        }),
    ),
    new Gauge({
      name: 'wattdesk_check_ok',
      help: '1 while a check of /health/ready holds, by check: `database`, `disk`, `bus`, `mode`',
      labelNames: ['check'] as const,
      registers: [],
      async collect() {
        for (const { name, message } of await lookAt(checks)) this.set({ check: name }, message === undefined ? 1 : 0)
      },
    }),
    new Gauge({
      name: 'wattdesk_disk_free_bytes',
      help: 'Bytes left on the disk of the embedded database; no value where the database is another one',
      labelNames: [],
      registers: [],
      async collect() {
        const free = await checks
          .find(c => c.free)
          ?.free?.()
          .catch(() => undefined)
        if (free === undefined) this.remove()
        else this.set(free)
      },
    }),
    buildInfo(node),
  ]
  return all as Metric[]
}

function buildInfo(node: string): Metric {
  const info = new Gauge({
    name: 'wattdesk_build_info',
    help: '1, with the version of the product and the name of the node',
    labelNames: ['version', 'node'] as const,
    registers: [],
  })
  info.set({ version: productVersion(), node }, 1)
  return info as Metric
}
