// Serves the list of keys that differ.
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { countWaiting } from './settings-compare.store.ts'
import { listSettingsDrift } from './settings-drift.contract.ts'
import * as store from './settings-drift.store.ts'

export function settingsDriftRoutes(app: FastifyInstance): void {
  const { db } = app.services
  route(app, listSettingsDrift, async ({ query, scope }) => {
    const [list, waiting] = await Promise.all([store.reply(db, scope, query), countWaiting(db, scope)])
    return { ...list, waiting }
  })
}
