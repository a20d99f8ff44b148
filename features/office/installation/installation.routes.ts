// Serves the public configuration of the installation.
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { isOnThisMachine } from '#platform/http/caller.ts'
import { getPublicConfig, OUTBOX } from './installation.contract.ts'

export function installationRoutes(app: FastifyInstance): void {
  const { services } = app
  const { upiStatusKey, mode } = services
  route(app, getPublicConfig, ({ request }) => {
    const outbox = services.keepsMails && services.isDevelopment && isOnThisMachine(request) ? OUTBOX : null
    return { data: { upiStatusKey, mode, outbox } }
  })
}
