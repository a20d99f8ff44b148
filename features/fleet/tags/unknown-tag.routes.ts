// Serves the tags that chargers asked about and that nobody has made.
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { listReply } from '#platform/http/list-reply.ts'
import { listUnknownTags } from './unknown-tag.contract.ts'
import * as store from './unknown-tag.store.ts'

export function unknownTagRoutes(app: FastifyInstance): void {
  const { db } = app.services
  route(app, listUnknownTags, async ({ query, scope }) => {
    const total = await store.count(db, scope, query)
    return listReply(query, { total, rows: () => store.list(db, scope, query), row: store.unknownOf })
  })
}
