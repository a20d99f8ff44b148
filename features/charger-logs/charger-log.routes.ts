// The log of a charger's frames: pages of it, an interval, a search, and a request with its answer.
import { fail, found, route } from '@wattdesk/wire/route'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Scope } from '../../platform/access/scope.ts'
import { chargerKey } from '../chargers/charger-id.store.ts'
import { getExchange, listLog, listLogInterval, searchLog } from './charger-log.contract.ts'
import { intervalOf, MAX_INTERVAL_ROWS } from './charger-log.rules.ts'
import * as store from './log.store.ts'
import { exchange, search } from './log-search.store.ts'

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

  route(app, searchLog, async ({ params, query, scope, request }) => {
    const pk = await charger(scope, params.chargepointId, request)
    const { startDate, startTime, endDate, endTime, limit, before, ...wanted } = query
    const parts = { startDate, startTime, endDate, endTime }
    const isOfInterval = Object.values(parts).some(p => p !== undefined)
    const interval = isOfInterval ? intervalOf(parts) : undefined
    if (interval && !interval.ok) fail(422, interval.error)
    const stretch = interval?.ok ? interval.value : {}
    const place = before ? store.positionOf(before) : undefined
    const { entries, next, searchedTo } = await search(db, pk, {
      ...{ wanted, limit, before: place, now: now() },
      ...stretch,
    })
    return { data: entries, next, searchedTo: searchedTo.toISOString() }
  })

  route(app, getExchange, async ({ params, query: { at, messageId }, scope, request }) => {
    const pk = await charger(scope, params.chargepointId, request)
    return { data: await exchange(db, pk, { at: new Date(at), messageId, now: now() }) }
  })
}
