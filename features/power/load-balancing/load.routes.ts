// Serves how the load of a site stands.
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { evsesOf } from '#fleet/stations/evse.store.ts'
import { getSiteLoad } from './load.contract.ts'
import * as store from './load.store.ts'
import { pointsSince } from './load-history.store.ts'
import { viewOf } from './load-view.rules.ts'

const HOUR_MS = 3_600_000

export function loadRoutes(app: FastifyInstance): void {
  const { db, now } = app.services
  route(app, getSiteLoad, async ({ params: { zoneId }, scope }) => {
    const at = now()
    const site = found(await store.siteFor(db, scope, zoneId), 'Charging site not found')
    const members = (await store.membersOf(db, [zoneId])).get(zoneId) ?? []
    const points = site.isOn ? await pointsSince(db, zoneId, new Date(at.getTime() - HOUR_MS)) : []
    const evseOf = await evsesOf(
      db,
      members.map(m => m.facts.pk),
    )
    return { data: viewOf({ ...site, members, points, now: at, evseOf }) }
  })
}
