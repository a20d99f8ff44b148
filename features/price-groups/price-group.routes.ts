// Serves price groups as choices.
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { listPriceGroups } from './price-group.contract.ts'
import * as store from './price-group.store.ts'

export function priceGroupRoutes(app: FastifyInstance): void {
  const { db } = app.services

  route(app, listPriceGroups, async ({ scope }) => {
    const data = await store.choices(db, scope.teamId)
    return { data, total: data.length }
  })
}
