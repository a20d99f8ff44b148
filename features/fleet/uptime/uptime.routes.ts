// Serves uptime: the stations of a team, one of them, outages of whole sites.
import { fail, found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { withinSince } from '#fleet/stations/charger-since.store.ts'
import { getStationUptime, listSiteOutages, listUptime } from './uptime.contract.ts'
import { find } from './uptime.store.ts'
import { daysRefused, detail, outages, uptimeList } from './uptime-shape.store.ts'

const MISSING = 'Station not found'

export function uptimeRoutes(app: FastifyInstance): void {
  const { services } = app

  route(app, listUptime, ({ query, scope }) => {
    const refused = daysRefused(services, query)
    if (refused) fail(422, refused.text, { [refused.field]: refused.text })
    return uptimeList(services, scope, query)
  })

  route(app, listSiteOutages, async ({ query, scope }) => ({ data: await outages(services, scope, query.timeRange) }))

  route(app, getStationUptime, async ({ params, query, scope }) => {
    const station = found(await find(services.db, scope, params.stationId), MISSING)
    const since = await withinSince(services.db, scope, station.pk)
    return { data: await detail(services, station, query.timeRange, since) }
  })
}
