// Serves the public configuration of the installation.
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { getPublicConfig } from './installation.contract.ts'

export function installationRoutes(app: FastifyInstance): void {
  const { upiStatusKey, mode } = app.services
  route(app, getPublicConfig, () => ({ data: { upiStatusKey, mode } }))
}
