// Serves the lanes of a timeline, each to callers with the right to read the list behind it.
import { fail, found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { chargerKey } from '#fleet/chargers/charger-id.store.ts'
import type { Scope } from '#platform/access/scope.ts'
import { getTimeline, getTimelineChanges, getTimelineSessions } from './timeline.contract.ts'
import { lanesOf, type Span, spanOf } from './timeline.rules.ts'
import * as store from './timeline.store.ts'

export function chargerTimelineRoutes(app: FastifyInstance): void {
  const { db, now, timeZone } = app.services
  const charger = async (scope: Scope, text: string): Promise<number> =>
    found(await chargerKey(db, scope, text, { first: 'id' }), 'Charge point not found')
  const span = (query: { from: string; to: string }): Span => {
    const judged = spanOf(query, timeZone)
    if (!judged.ok) fail(422, judged.error)
    return judged.value
  }

  route(app, getTimeline, async ({ params, query, scope }) => {
    const pk = await charger(scope, params.chargepointId)
    const of = span(query)
    const lanes = new Set(lanesOf(query.lanes))
    const [connection, status, planned, security, events, commands, messages] = await Promise.all([
      lanes.has('connection') ? store.connection(db, scope, pk, of) : undefined,
      lanes.has('status') ? store.status(db, scope, pk, of) : undefined,
      lanes.has('planned') ? store.planned(db, scope, pk, of) : undefined,
      lanes.has('security') ? store.security(db, scope, pk, of) : undefined,
      lanes.has('events') ? store.events(db, scope, pk, of) : undefined,
      lanes.has('commands') ? store.commands(db, scope, pk, of) : undefined,
      lanes.has('messages') ? store.messages(app.services, scope, pk, of, now()) : undefined,
    ])
    return { data: { connection, status, planned, security, events, commands, messages } }
  })

  route(app, getTimelineSessions, async ({ params, query, scope }) => {
    const pk = await charger(scope, params.chargepointId)
    return { data: await store.sessions(db, scope, pk, span(query)) }
  })

  route(app, getTimelineChanges, async ({ params, query, scope }) => {
    const pk = await charger(scope, params.chargepointId)
    return { data: await store.changes(db, scope, pk, span(query)) }
  })
}
