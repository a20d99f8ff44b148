// The log of a charger's frames: pages of it, an interval, a search, and a request with its answer.
import { fail, found, route } from '@wattdesk/wire/route'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { chargerKey } from '#fleet/chargers/charger-id.store.ts'
import { withinSince } from '#fleet/stations/charger-since.store.ts'
import type { Scope } from '#platform/access/scope.ts'
import { listReply } from '#platform/http/list-reply.ts'
import { getExchange, listLog, listLogInterval, searchLog } from './charger-log.contract.ts'
import { intervalOf, MAX_INTERVAL_ROWS } from './charger-log.rules.ts'
import * as store from './log.store.ts'
import { exchange, search } from './log-search.store.ts'
import { listSecurityEvents } from './security-event.contract.ts'
import * as events from './security-event.store.ts'

export function chargerLogRoutes(app: FastifyInstance): void {
  const { db, now } = app.services
  const source = app.services
  const count = store.frameCounter(source)

  /** The charger, and since when its frames may be read. */
  const charger = async (scope: Scope, text: string, request: FastifyRequest) => {
    const first = request.routeOptions.url?.endsWith('/logs') ? 'key' : 'id'
    const pk = found(await chargerKey(db, scope, text, { first }), 'Charge point not found')
    return { pk, since: await withinSince(db, scope, pk) }
  }
  const later = (a: Date | undefined, b: Date): Date => (a && a > b ? a : b)

  route(app, listLog, async ({ params, query: { page, limit, before }, scope, request }) => {
    const { pk, since } = await charger(scope, params.chargepointId, request)
    const at = now()
    const [{ entries, next }, total] = await Promise.all([
      store.listPage(source, pk, {
        page,
        limit,
        before: before ? store.positionOf(before) : undefined,
        since,
        now: at,
      }),
      count(pk, at, since),
    ])
    return { data: entries, page, limit, total, next }
  })

  route(app, listLogInterval, async ({ params, query, scope, request }) => {
    const { pk, since } = await charger(scope, params.chargepointId, request)
    const interval = intervalOf(query)
    if (!interval.ok) fail(422, interval.error)
    const { from, until } = interval.value
    const asked = { from: later(from, since), until, limit: MAX_INTERVAL_ROWS + 1, now: now() }
    const entries = await store.listInterval(source, pk, asked)
    const data = entries.slice(0, MAX_INTERVAL_ROWS)
    return { data, total: data.length, isCut: entries.length > MAX_INTERVAL_ROWS }
  })

  route(app, searchLog, async ({ params, query, scope, request }) => {
    const { pk, since } = await charger(scope, params.chargepointId, request)
    const { startDate, startTime, endDate, endTime, limit, before, ...wanted } = query
    const parts = { startDate, startTime, endDate, endTime }
    const isOfInterval = Object.values(parts).some(p => p !== undefined)
    const interval = isOfInterval ? intervalOf(parts) : undefined
    if (interval && !interval.ok) fail(422, interval.error)
    const stretch: { from?: Date; until?: Date } = interval?.ok ? interval.value : {}
    const place = before ? store.positionOf(before) : undefined
    const { entries, next, searchedTo } = await search(source, pk, {
      wanted,
      limit,
      before: place,
      now: now(),
      ...stretch,
      from: later(stretch.from, since),
    })
    return { data: entries, next, searchedTo: searchedTo.toISOString() }
  })

  route(app, listSecurityEvents, async ({ params, query, scope, request }) => {
    const of = await charger(scope, params.chargepointId, request)
    const total = await events.count(db, of, query)
    return listReply(query, { total, rows: () => events.list(db, of, query), row: events.securityEventOf })
  })

  route(app, getExchange, async ({ params, query: { at, messageId }, scope, request }) => {
    const { pk, since } = await charger(scope, params.chargepointId, request)
    return { data: await exchange(source, pk, { at: new Date(at), messageId, since, now: now() }) }
  })
}
