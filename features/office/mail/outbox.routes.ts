// Serves the outbox in development, to programs on the same machine alone: codes and links stand in it (D-GEN-18).
import { fail, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { isOnThisMachine } from '#platform/http/caller.ts'
import * as store from './mail.store.ts'
import { listOutbox } from './outbox.contract.ts'

export function outboxRoutes(app: FastifyInstance): void {
  const { services } = app
  route(app, listOutbox, async ({ request }) => {
    if (!services.isDevelopment || !isOnThisMachine(request)) fail(404, 'Not found')
    const rows = await store.newest(services.db)
    return {
      data: rows.map(r => ({
        ...r,
        ...(r.channel === 'mail' && { body: store.mailText(r.body, services.mode) }),
        createdAt: r.createdAt.toISOString(),
        sentAt: r.sentAt?.toISOString() ?? null,
      })),
    }
  })
}
