// Serves the figures of the dashboard.
import { fail, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { getGraph, getStatistic, listStatistics, STATISTICS } from './dashboard.contract.ts'
import * as figures from './dashboard-figures.store.ts'

const OTHER_FIELD = 'Please leave field out, or name the statistic of the path'

export function dashboardRoutes(app: FastifyInstance): void {
  const { services } = app

  route(app, listStatistics, async ({ query, scope }) => ({
    data: await figures.statistics(services, scope, query, STATISTICS),
  }))

  route(app, getGraph, async ({ query, scope }) => ({ data: await figures.graph(services, scope, query) }))

  route(app, getStatistic, async ({ params: { statName }, query, scope }) => {
    if (query.field !== undefined && query.field !== statName) fail(422, OTHER_FIELD, { field: OTHER_FIELD })
    return { data: (await figures.statistics(services, scope, query, [statName]))[statName] }
  })
}
