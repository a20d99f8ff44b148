// Serves the names that the heading of the transactions page shows.
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { getScopeNames } from './transaction-scope.contract.ts'
import { chargerName, customerName, tagName } from './transaction-scope.store.ts'

export function transactionScopeRoutes(app: FastifyInstance): void {
  const { db } = app.services
  route(app, getScopeNames, async ({ query, scope }) => {
    const [charger, tag, customer] = await Promise.all([
      query.charger ? chargerName(db, scope, query.charger) : undefined,
      query.tag ? tagName(db, scope, query.tag) : undefined,
      query.id ? customerName(db, scope, query.id) : undefined,
    ])
    return {
      data: {
        charger: charger ? { chargepoint_id: charger.chargepointId, chargepoint_name: charger.chargepointName } : null,
        tag: tag ?? null,
        customer: customer ?? null,
      },
    }
  })
}
