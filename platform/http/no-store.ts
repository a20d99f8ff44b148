// Replies of the API hold personal data: no browser, proxy or disk keeps one, unless its route says how long it may be kept.
import type { FastifyInstance } from 'fastify'

/** Marks every reply to an address of the API that says nothing of caches. */
export function forbidCaching(app: FastifyInstance, isApi: (url: string) => boolean): void {
  app.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('cache-control') && isApi(request.url)) reply.header('cache-control', 'no-store')
  })
}
