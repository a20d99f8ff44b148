// The log of a charger's frames: pages of it, and an interval.
import { fail, found, route } from '@wattdesk/wire/route'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Scope } from '../../platform/access/scope.ts'
import { chargerKey } from '../chargers/charger-id.store.ts'
import { listLog, listLogInterval } from './charger-log.contract.ts'
import { intervalOf, MAX_INTERVAL_ROWS } from './charger-log.rules.ts'
import * as store from './log.store.ts'

export function chargerLogRoutes(app: FastifyInstance): void {
  const { db, now } = app.services
  const count = store.frameCounter(db)

  const charger = async (scope: Scope, text: string, request: FastifyRequest): Promise<number> => {
    const first = request.routeOptions.url?.endsWith('/logs') ? 'key' : 'id'
    return found(await chargerKey(db, scope, text, { first }), 'Charge point not found')
  }

  route(app, listLog, async ({ params, query: { page, limit, before }, scope, request }) => {
    const pk = await charger(scope, params.chargepointId, request)
    const at = now()
    const [{ entries, next }, total] = await Promise.all([
      store.listPage(db, pk, { page, limit, before: before ? store.positionOf(before) : undefined, now: at }),
      count(pk, at),
    ])
    return { data: entries, page, limit, total, next }
  })

  route(app, listLogInterval, async ({ params, query, scope, request }) => {
    const pk = await charger(scope, params.chargepointId, request)
    const interval = intervalOf(query)
    if (!interval.ok) fail(422, interval.error)
    const entries = await store.listInterval(db, pk, { ...interval.value, limit: MAX_INTERVAL_ROWS + 1, now: now() })
    const data = entries.slice(0, MAX_INTERVAL_ROWS)
    return { data, total: data.length, isCut: entries.length > MAX_INTERVAL_ROWS }
  })
}
