// Serves the payments of a team.
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { listReply } from '../../platform/http/list-reply.ts'
import { listPayments } from './payment.contract.ts'
import * as store from './payment-list.store.ts'

export function paymentRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, listPayments, async ({ query, scope }) => {
    const range = store.rangeOf(query.dateRange, services.now(), services.timeZone)
    const [total, summary] = await Promise.all([store.count(db, scope, range, query), store.summary(db, scope, range)])
    const rows = () => store.list(db, scope, range, query)
    return { ...(await listReply(query, { total, rows, row: store.paymentOf })), summary }
  })
}
