// Serves the map of chargers. Users who may open the list see the chargers of the list on the map, so that both counts
// agree.
import { choiceKeys } from '@wattdesk/base/paging'
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { chargerRowOf, mapRowOf } from '#fleet/chargers/charger.reply.ts'
import { viewedScope } from '#fleet/chargers/charger-id.store.ts'
import * as list from '#fleet/chargers/charger-list.store.ts'
import { listChargerPlaces, listChargersOfMap } from './charger-map.contract.ts'
import * as store from './charger-map.store.ts'

/** Portion by portion, so that writing a long reply holds up nobody. */
async function* oneByOne<P>(portions: readonly P[]): AsyncGenerator<P[]> {
  for (const portion of portions) yield [portion]
}

export function chargerMapRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, listChargerPlaces, async ({ params, who, scope }) => {
    const viewed = await viewedScope(db, who, params.teamId)
    return { data: oneByOne(await store.places(db, viewed ?? scope, services.now())) }
  })

  route(app, listChargersOfMap, async ({ params, query, who, scope }) => {
    const viewed = await viewedScope(db, who, params.teamId)
    const at = { now: services.now(), zone: services.timeZone }
    const rows = await list.byKeys(db, viewed ?? scope, choiceKeys(query) ?? [], at)
    return { data: rows.map(viewed ? chargerRowOf : mapRowOf) }
  })
}
