// Serves API keys.
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { recordRoutes } from '#platform/records/routes.ts'
import * as commands from './api-key.commands.ts'
import {
  createApiKey,
  getApiKey,
  getCaller,
  keepApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
} from './api-key.contract.ts'
import * as store from './api-key.store.ts'
import { countKeyCalls } from './api-key-use.memory.ts'
import { callerOf } from './caller.store.ts'

export function apiKeyRoutes(app: FastifyInstance): void {
  const { services } = app
  countKeyCalls(app)
  recordRoutes(app, 'API key', {
    list: [listApiKeys, store.reply],
    read: [getApiKey, commands.readApiKey],
    update: [updateApiKey, commands.updateApiKey],
  })
  route(app, getCaller, async ({ who }) => ({ data: await callerOf(services.db, who) }))
  route(app, createApiKey, async ({ body, ...caller }) => ({
    ...(await commands.createApiKey(services, caller, body)),
    message: 'API key created',
  }))
  route(app, rotateApiKey, async ({ params, body, ...caller }) => ({
    ...(await commands.rotateApiKey(services, caller, params.apiKeyId, body.overlap_hours)),
    message: 'The API key has a new secret',
  }))
  route(app, keepApiKey, async ({ params, ...caller }) => ({
    data: await commands.keepApiKey(services, caller, params.apiKeyId),
    message: 'You keep the API key now',
  }))
  route(app, revokeApiKey, async ({ params, ...caller }) => {
    await commands.revokeApiKey(services, caller, params.apiKeyId)
    return { data: { api_key_id: params.apiKeyId }, message: 'API key revoked' }
  })
}
