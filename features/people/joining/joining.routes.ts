// Serves who waits to join.
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { listReply } from '#platform/http/list-reply.ts'
import { getKnock, listJoining } from './joining.contract.ts'
import * as store from './joining.store.ts'

export function joiningRoutes(app: FastifyInstance): void {
  const { db } = app.services

  route(app, listJoining, async ({ query, scope, who }) => {
    // An id that nobody made belongs to no team: whose it is, only the platform may see.
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
