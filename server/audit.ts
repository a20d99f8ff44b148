// The audit log around the calls (D-GEN-15): who asks is known before the handler; a change that its handler did not
// write down itself is written as it was asked for; every refused right is.
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as audit from '../features/audit/audit.store.ts'

const WORDS = { POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete', GET: 'read' } as const

const featureOf = (e: AnyEndpoint): string => {
  const first = typeof e.can === 'string' ? e.can : (e.can[0] ?? '')
  return first.includes('.') ? (first.split('.')[0] ?? '') : 'Session'
}
/** The id of the record a path names: its last parameter beside the team. */
const recordOf = (params: Record<string, unknown>): string | null => {
  const [, last] = Object.entries(params).findLast(([name]) => name !== 'teamId') ?? []
  return typeof last === 'string' || typeof last === 'number' ? String(last) : null
}
const bodyOf = (request: FastifyRequest): Record<string, unknown> | null =>
  request.body !== null && typeof request.body === 'object' ? (request.body as Record<string, unknown>) : null
const teamOf = (request: FastifyRequest): number | null => {
  const id = Number((request.params as Record<string, unknown>)?.teamId)
  return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? id : null
}

/** Writes what handlers leave unwritten, and refusals. */
export function auditCalls(app: FastifyInstance): void {
  const { house } = app
  const failed = (error: unknown) => house.log.error({ err: error }, 'An audit entry could not be written')

  app.addHook('onSend', async (request, reply) => {
    const e = request.routeOptions.config.endpoint
    const { by } = request
    if (!e || !by) return
    const params = (request.params ?? {}) as Record<string, unknown>
    const feature = featureOf(e)
    if (reply.statusCode === 403)
      // Whoever may not see the team at all is told 404 and is none of its business.
      await audit
        .write(house.db, by, {
          action: 'refused',
          feature,
          recordId: recordOf(params),
          teamId: teamOf(request) ?? by.companyId,
          after: { call: `${e.method} ${e.path}` },
        })
        .catch(failed)
    else if (reply.statusCode < 300 && e.method !== 'GET' && !e.reads && by.written === 0)
      await audit
        .write(house.db, by, {
          action: WORDS[e.method],
          feature,
          recordId: recordOf(params),
          teamId: teamOf(request) ?? request.context?.scope?.teamId ?? by.companyId,
          after: bodyOf(request),
        })
        .catch(failed)
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, as the audit log has it; null while nobody is known. */
    by: (audit.By & { companyId: number }) | null
  }
}
