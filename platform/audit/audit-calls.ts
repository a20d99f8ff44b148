// The audit log around the calls (D-GEN-15): every refused right is kept. A change writes its entry in its own transaction
// (platform/audit/act.ts); one that was answered without an entry is a fault of the product, and logged as such.
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Db } from '#platform/db/db.ts'
import * as audit from './audit-log.ts'

const featureOf = (e: AnyEndpoint): string => {
  const first = typeof e.can === 'string' ? e.can : (e.can[0] ?? '')
  return first.includes('.') ? (first.split('.')[0] ?? '') : 'Session'
}
/** The message of the product's log for a change that left no audit entry. */
export const NO_ENTRY = 'A change was answered without an audit entry'

/** The id of the record a path names: its last parameter beside the team. */
const recordOf = (params: Record<string, unknown>): string | null => {
  const [, last] = Object.entries(params).findLast(([name]) => name !== 'teamId') ?? []
  return typeof last === 'string' || typeof last === 'number' ? String(last) : null
}
const teamOf = (request: FastifyRequest): number | null => {
  const id = Number((request.params as Record<string, unknown>)?.teamId)
  return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? id : null
}

/** Writes refusals, and watches over changes. */
export function auditCalls(app: FastifyInstance, services: { db: Db; log: FastifyBaseLogger }): void {
  app.addHook('preHandler', async request => {
    if (request.by) request.by.shape = request.routeOptions.config.endpoint?.body as z.ZodType | undefined
  })
  app.addHook('onSend', async (request, reply) => {
    const e = request.routeOptions.config.endpoint
    const { by } = request
    if (!e || !by) return
    const call = `${e.method} ${e.path}`
    if (reply.statusCode === 403)
      // A caller who may not see the team at all got 404, which is not kept in the log of that team.
      await audit
        .note(services.db, by, {
          action: 'refused',
          feature: featureOf(e),
          recordId: recordOf((request.params ?? {}) as Record<string, unknown>),
          teamId: teamOf(request) ?? by.companyId,
          after: { call, asked: e.summary },
        })
        .catch((error: unknown) => services.log.error({ err: error }, 'An audit entry could not be written'))
    else if (reply.statusCode < 300 && e.method !== 'GET' && !e.reads && by.written === 0)
      services.log.error({ call }, NO_ENTRY)
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, as the audit log has it; null while nobody is known. */
    by: (audit.By & { companyId: number }) | null
  }
}
