// Calls of the API and open live streams, counted for the metrics.
import { EVENTS_PATH } from '@wattdesk/base/live-event'
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'
import type { FastifyInstance } from 'fastify'
import { Gauge } from 'prom-client'
import type { Cell, Times } from '#platform/telemetry/cells.ts'
import { requests, requestTimes } from '#platform/telemetry/metrics.ts'

const STREAM = EVENTS_PATH.replace('{teamId}', ':teamId')
const OTHER = 'other'

/** Counts from now on; returns the gauge of the live streams of this app. */
export function countRequests(app: FastifyInstance): Gauge {
  const live = new Gauge({
    name: 'wattdesk_live_streams',
    help: 'Live streams to browsers that are open',
    registers: [],
  })
  const names = new WeakMap<AnyEndpoint, string>()
  const nameOf = (endpoint: AnyEndpoint): string => {
    const name = names.get(endpoint) ?? `${endpoint.method} ${endpoint.path}`
    names.set(endpoint, name)
    return name
  }
  const cells = new Map<string, Cell>()
  const times = new Map<string, Times>()

  app.addHook('onRequest', async ({ routeOptions }, reply) => {
    if (routeOptions.url !== STREAM) return
    live.inc()
    reply.raw.once('close', () => live.dec())
  })
  app.addHook('onResponse', async ({ routeOptions }, reply) => {
    const { endpoint: served } = routeOptions.config
    const endpoint = served ? nameOf(served) : OTHER
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    const key = `${status} ${endpoint}`
    const cell = cells.get(key) ?? requests.cell({ endpoint, status })
    cells.set(key, cell)
    cell.add()
    if (!served) return
    const took = times.get(endpoint) ?? requestTimes.times({ endpoint })
    times.set(endpoint, took)
    took.add(reply.elapsedTime / 1000)
  })
  return live
}
