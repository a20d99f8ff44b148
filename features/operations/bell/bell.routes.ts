// Serves the bell of the caller.
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { everywhere, type Who } from '#platform/access/scope.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/db.ts'
import { getBell, readBell } from './bell.contract.ts'
import * as store from './bell.store.ts'

const readerOf = async (db: Db, who: Who): Promise<store.Reader> => {
  const scope = await everywhere(db, who, 'Alert.view')
  return { userId: who.userId, teams: scope.kind === 'teams' ? scope.teams : [] }
}

export function bellRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, getBell, async ({ who, query }) => {
    const reader = await readerOf(db, who)
    const [counted, listed] = await Promise.all([store.countUnread(db, reader), store.listOf(db, reader, query.listed)])
    return { data: { ...counted, ...listed } }
  })
  // What a person has read is no change that the audit log keeps.
  route(app, readBell, async ({ who, by, body }) => {
    await db.transaction().execute(async trx => {
      const until = body.older_until === null ? null : new Date(body.older_until)
      await store.markRead(trx, who.userId, { ...body, until, at: services.now() })
      await audit.writeMany(trx, by, [])
    })
    // Other tabs and devices of the person count anew.
    if (services.bus.isHeard())
      services.bus.publish({
        companyId: who.companyId,
        event: { type: 'bell', at: services.now().toISOString(), userId: who.userId },
      })
    const { unread } = await store.countUnread(db, await readerOf(db, who))
    return { data: { unread } }
  })
}
