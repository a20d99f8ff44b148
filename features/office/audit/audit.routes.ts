// Serves the audit log of a team and the history of one record.
import { FEATURES, type Feature } from '@wattdesk/base/access'
import { fail, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { listReply } from '#platform/http/list-reply.ts'
import { listAudit, listRecordAudit } from './audit.contract.ts'
import * as store from './audit.store.ts'

const entryOf = (r: store.AuditRow) => ({ ...r, at: r.at.toISOString() })
const isFeature = (text: string): text is Feature => (FEATURES as readonly string[]).includes(text)

export function auditRoutes(app: FastifyInstance): void {
  const { db } = app.services

  route(app, listAudit, async ({ query, scope }) => {
    const total = await store.count(db, scope, query)
    return listReply(query, { total, rows: () => store.list(db, scope, query), row: entryOf })
  })

  route(app, listRecordAudit, async ({ params: { feature, recordId }, query, scope }) => {
    if (!isFeature(feature)) fail(404, 'Record not found')
    const { rows, total } = await store.recordHistory(db, scope, { feature, recordId, ...query })
    return { data: rows.map(entryOf), total }
  })
}
