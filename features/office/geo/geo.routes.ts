// Serves address search and look-up from the geocoder of the installation.
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { lookUpPoint, readMapSource, searchPlaces } from './geo.contract.ts'

export function geoRoutes(app: FastifyInstance): void {
  const { geo } = app.services
  route(app, searchPlaces, async ({ query }) => ({ data: await geo.search(query.q) }))
  route(app, lookUpPoint, async ({ query }) => ({ data: await geo.reverse(query.lat, query.lng) }))
  route(app, readMapSource, () => ({
    data: { tilesUrl: geo.tiles?.url ?? null, attribution: geo.tiles?.attribution ?? null },
  }))
}
