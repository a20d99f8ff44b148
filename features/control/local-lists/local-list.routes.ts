// The local list of a charge point: read, and kept or not.
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { chargerKey } from '#fleet/chargers/charger-id.store.ts'
import type { Db } from '#platform/db/db.ts'
import { keepList } from './local-list.commands.ts'
import { getLocalList, keepLocalList, type LocalList } from './local-list.contract.ts'
import * as store from './local-list.store.ts'

async function listOf(db: Db, pk: number): Promise<LocalList> {
  const [row, isConnected] = await Promise.all([store.get(db, pk), store.isConnected(db, pk)])
  const { isKept = false, version = 0, tags = 0, leftOut = 0, problem = null, sentAt, comparedAt } = row ?? {}
  return {
    isKept,
    state: row?.state ?? 'off',
    problem,
    version,
    tags,
    leftOut,
    isConnected,
    sentAt: sentAt?.toISOString() ?? null,
    comparedAt: comparedAt?.toISOString() ?? null,
  }
}

export function localListRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, getLocalList, async ({ params, scope }) => {
    const pk = found(await chargerKey(db, scope, params.id), 'Charge point not found')
    return { data: await listOf(db, pk) }
  })

  route(app, keepLocalList, async ({ params, body, who, by, scope, ifMatch }) => {
    const pk = await keepList(services, { who, by, scope, ifMatch }, params.id, body.isKept)
    const message = body.isKept ? 'The portal keeps the local list from now on' : 'The local list is being emptied'
    return { data: await listOf(db, pk), message }
  })
}
