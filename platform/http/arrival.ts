// How long the body of a request may be on its way. Node knows one time for a whole server; files from charge points on
// slow lines need more of it than everything else may have.
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** The longest that any route allows: Node ends what takes longer. */
export const LONGEST_ARRIVAL_MS = 2 * 3_600_000

/** Ends requests whose body has not come within `ms`, on all routes that do not say `mayArriveSlowly`. */
export function limitArrival(app: FastifyInstance, ms: number): void {
  app.addHook('onRequest', async ({ raw, headers, routeOptions }) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    // Requests of the product to itself (`app.inject`, as the webhooks of the sandbox) are complete at once and use no
    // connection.
    const isFromOutside = raw.socket instanceof Socket
    if (!hasBody || !isFromOutside || raw.complete || routeOptions.config.mayArriveSlowly) return
    const timer = setTimeout(() => {
      if (!raw.complete) app.server.emit('clientError', tooSlow(), raw.socket)
    }, ms).unref()
    raw.once('close', () => clearTimeout(timer))
  })
}

/** As Node says it. */
const tooSlow = () => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may take as long as Node waits. */
    mayArriveSlowly?: true
  }
}
