// Serves the payments of a team, and the provider's reports that could not be worked off.
import { fail, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { listReply } from '#platform/http/list-reply.ts'
import { listPayments } from './payment.contract.ts'
import type { DateRange } from './payment.words.ts'
import * as store from './payment-list.store.ts'
import { listGivenUp, workGivenUp } from './webhook-given-up.commands.ts'
import { listGivenUpWebhooks, workGivenUpWebhooks } from './webhook-given-up.contract.ts'

export function paymentRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  const rangeOf = (query: { dateRange: DateRange; from?: string | undefined; to?: string | undefined }) => {
    const { dateRange, from = query.to, to = query.from } = query
    if (!from || !to) return store.rangeOf(dateRange, services.now(), services.timeZone)
    const days = store.daysOf(from, to, services.timeZone)
    return days.ok ? days.value : fail(422, days.error, { to: days.error })
  }

  route(app, listPayments, async ({ query, scope }) => {
    const range = rangeOf(query)
    const [total, summary] = await Promise.all([store.count(db, scope, range, query), store.summary(db, scope, range)])
    const rows = () => store.list(db, scope, range, query)
    return { ...(await listReply(query, { total, rows, row: store.paymentOf })), summary }
  })

  route(app, listGivenUpWebhooks, async ({ params, ...caller }) => ({
    data: await listGivenUp(services, caller, params.id),
  }))

  route(app, workGivenUpWebhooks, async ({ params, ...caller }) => {
    const data = await workGivenUp(services, caller, params.id)
    return { data, message: `${data.worked} of ${data.tried} reports worked off` }
  })
}
