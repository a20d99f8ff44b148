// Serves the outbox in development, to callers on the same machine.
import { fail, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import * as store from './mail.store.ts'
import { listOutbox } from './outbox.contract.ts'

const isLocal = (address: string): boolean => /^(127\.|::1$|::ffff:127\.)/.test(address)

export function outboxRoutes(app: FastifyInstance): void {
  const { house } = app
  route(app, listOutbox, async ({ request }) => {
    if (!house.isDevelopment || !isLocal(request.ip)) fail(404, 'Not found')
    const rows = await store.newest(house.db)
    return {
      data: rows.map(r => ({
        ...r,
        createdAt: r.createdAt.toISOString(),
        sentAt: r.sentAt?.toISOString() ?? null,
      })),
    }
  })
}
