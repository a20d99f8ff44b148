// Whether the process lives and whether all of it serves; figures for a metrics collector (token or local machine).
import { createHash, timingSafeEqual } from 'node:crypto'
import { fail } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { postgresRestarts } from '#platform/db/embedded.ts'
import { faults } from '#platform/faults.ts'
import { lastRun, runs } from '#platform/jobs/jobs.ts'
import { isOnThisMachine } from './caller.ts'
import type { Check } from './checks.ts'

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
}

export function healthRoutes(app: FastifyInstance, { checks, metricsToken, facts, gauges }: Health): void {
  const hide = { schema: { hide: true } as object }
  const ok = { success: true, message: 'OK', data: facts }
  app.get('/health/live', hide, () => ok)
  app.get('/health/ready', hide, async (_request, reply) => {
    const looked = await Promise.all(
      checks.map(async ({ name, look }) => ({ name, message: await look().catch(String) })),
    )
    const wrong = looked.filter(w => w.message !== undefined)
    if (wrong.length === 0) return ok
    return reply.code(503).send({ success: false, message: wrong.map(w => w.message).join(' '), data: wrong })
  })

  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  for (const metric of [faults, runs, lastRun]) metrics.registerMetric<string>(metric)
  metrics.registerMetric(postgresRestarts)
  for (const { read, ...gauge } of gauges)
    new Gauge({
      ...gauge,
      registers: [metrics],
      collect() {
        this.set(read())
      },
    })
  app.get('/metrics', hide, async (request, reply) => {
    const given = request.headers.authorization?.replace(/^Bearer +/i, '')
    const isRight = metricsToken ? isSame(given ?? '', metricsToken) : isOnThisMachine(request)
    if (!isRight) fail(401, 'No token provided.')
    return reply.type(metrics.contentType).send(await metrics.metrics())
  })
}
