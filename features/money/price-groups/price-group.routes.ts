// Serves price groups: as a list and as choices, one, its versions, create, change, delete.
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { scopeIfHeld } from '#platform/access/scope.ts'
import { listReply, pagedAlone } from '#platform/http/list-reply.ts'
import { MISSING } from './price.words.ts'
import * as commands from './price-group.commands.ts'
import * as contract from './price-group.contract.ts'
import { choices } from './price-group.store.ts'
import * as records from './price-group-record.store.ts'

export function priceGroupRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, contract.listPriceGroups, async ({ query, scope, who }) => {
    const viewed = query.choice ? undefined : await scopeIfHeld(db, who, scope.teamId, 'PriceGroup.view')
    if (viewed) {
      const now = services.now()
      const total = await records.count(db, viewed, query, now)
      return listReply(query, { total, rows: () => records.list(db, viewed, query, now), row: records.priceGroupOf })
    }
    return { ...(await choices(db, scope.teamId, query)), ...pagedAlone(query) }
  })

  route(app, contract.getPriceGroup, async ({ params, scope }) => ({
    data: records.priceGroupOf(found(await records.get(db, scope, params.priceGroupId, services.now()), MISSING)),
  }))

  route(app, contract.listPriceVersions, async ({ params, scope }) => {
    const now = services.now()
    found(await records.get(db, scope, params.priceGroupId, now), MISSING)
    return { data: records.versionsOf(await records.versions(db, params.priceGroupId, now)) }
  })

  route(app, contract.createPriceGroup, async ({ body, who, by, scope }) => ({
    data: await commands.createPriceGroup(services, { who, by }, scope.teamId, body),
    message: commands.MESSAGES.created,
  }))

  route(app, contract.updatePriceGroup, async ({ params, body, ...caller }) => ({
    data: await commands.changePriceGroup(services, caller, params.priceGroupId, body),
    message: commands.MESSAGES.updated,
  }))

  route(app, contract.deletePriceGroup, async ({ params, ...caller }) => {
    await commands.removePriceGroup(services, caller, params.priceGroupId)
    return { data: { priceGroupId: params.priceGroupId }, message: commands.MESSAGES.deleted }
  })
}
