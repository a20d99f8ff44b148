// Serves the items of the panel "Needs attention".
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { listAttention } from './attention.contract.ts'
import { attention } from './attention-shape.store.ts'

export function attentionRoutes(app: FastifyInstance): void {
  route(app, listAttention, ({ params, who }) => attention(app.services, who, params.teamId))
}
