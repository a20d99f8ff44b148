// Serves the chargers that wait to join.
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { listReply } from '#platform/http/list-reply.ts'
import { getKnock, listJoining } from './joining.contract.ts'
import * as store from './joining.store.ts'

export function joiningRoutes(app: FastifyInstance): void {
  const { db } = app.services

  route(app, listJoining, async ({ query, scope, who }) => {
    // A refused id belongs to no team, so only the platform may list all of them.
    const withRefused = who.userType === 'ROOT' && who.companyType === 'GP'
    const asked = { scope, withRefused }
    const total = await store.count(db, asked, query)
    const page = await listReply(query, { total, rows: () => store.list(db, asked, query), row: store.joiningOf })
    return { ...page, hasRefused: withRefused }
  })

  route(app, getKnock, async ({ params }) => {
    const row = await store.knock(db, params.chargepointId)
    return { data: row ? store.joiningOf(row) : null }
  })
}
