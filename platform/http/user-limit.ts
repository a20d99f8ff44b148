// How often a user may do something that costs others, as mailing. Each node counts by itself.
import { tooOften } from '@wattdesk/wire/route'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Counts calls by their user. @returns a function that refuses with 429 beyond the limit */
export function limitByUser(
  app: FastifyInstance,
  { max, timeWindow }: { max: number; timeWindow: number },
): (request: FastifyRequest) => Promise<void> {
  const count = app.createRateLimit({ max, timeWindow, keyGenerator: r => r.context.who.userId })
  return async request => {
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded) tooOften(counted.ttlInSeconds)
  }
}
