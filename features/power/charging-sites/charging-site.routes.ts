// Serves charging sites: the list, their names, a single site, making, changing and deleting a site; and the ids of
// chargers to choose from.
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { everywhere } from '#platform/access/scope.ts'
import { listReply } from '#platform/http/list-reply.ts'
import { recordRoutes } from '#platform/records/routes.ts'
import * as commands from './charging-site.commands.ts'
import {
  createSite,
  deleteSite,
  getSite,
  listChargerIds,
  listSiteNames,
  listSites,
  updateSite,
} from './charging-site.contract.ts'
import * as store from './charging-site.store.ts'

export function chargingSiteRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, listSites, async ({ query, scope }) => {
    const { total, summary } = await store.count(db, scope, query)
    const reply = await listReply(query, {
      total,
      rows: () => store.list(db, scope, query),
      row: store.chargingSiteRowOf,
    })
    return { ...reply, summary }
  })

  route(app, listSiteNames, async ({ query, scope, who }) =>
    store.names(db, query.chargersOf ? await everywhere(db, who, 'ChargingSite.update') : scope, query),
  )

  route(app, listChargerIds, async ({ query, scope }) => {
    const { unassignedOnly, ...asked } = query
    const { ids, total } = await store.chargerIds(db, scope, { ...asked, unassigned: unassignedOnly === 'true' })
    return { data: ids, chargerIds: ids, total }
  })

  route(app, getSite, async ({ params, scope }) => ({
    data: store.siteOf(found(await store.get(db, scope, params.zoneId), commands.MISSING)),
  }))

  recordRoutes(app, 'Zone', {
    create: [createSite, commands.createChargingSite],
    update: [updateSite, commands.updateChargingSite],
    remove: [deleteSite, commands.removeChargingSite, zoneId => ({ zoneId })],
  })
}
