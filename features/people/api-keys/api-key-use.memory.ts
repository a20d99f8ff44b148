// Counts the calls of API keys in memory, and stores the counts every few seconds: a call waits for no write of its own.

import type { Can } from '@wattdesk/base/access'
import { dayOf } from '@wattdesk/base/time'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { NOT_AUTHORIZED } from '#platform/access/scope.ts'
import { sweep } from '#platform/jobs/sweep.ts'
import { addUse, type KeyUse, noteRefusals, type RefusedKey } from './api-key-use.store.ts'

const STORED_AFTER_MS = 2000
const IDLE_MS = 60_000
/** What the key may not do, or does too often. */
const REFUSED: readonly number[] = [401, 403, 429]

const rightsOf = ({ can }: { can: Can }): string => [can].flat().join(' or ')

export function countKeyCalls(app: FastifyInstance): void {
  const { services } = app
  const counted = new Map<string, KeyUse>()
  /** Calls whose key itself was refused, the last from each address. */
  const turnedAway = new Map<string, RefusedKey>()
  const reasons = new WeakMap<FastifyRequest, string>()
  const store = async () => {
    const uses = [...counted.values()]
    const refusals = [...turnedAway.values()]
    counted.clear()
    turnedAway.clear()
    if (uses.length > 0) await addUse(services.db, uses)
    if (refusals.length > 0) await noteRefusals(services.db, refusals)
  }
  const onError = (error: unknown) => services.log.error({ err: error }, 'The use of API keys could not be counted')
  const stored = sweep(store, { soonMs: STORED_AFTER_MS, everyMs: IDLE_MS, onError })
  app.addHook('onError', async (request, _, error) => {
    if (request.apiKeyId === null) return
    const call = request.routeOptions.config.endpoint
    // People read this where keys are kept: they see which right to tick.
    const right =
      error.message === NOT_AUTHORIZED && call ? `: ${call.method} ${call.path} needs ${rightsOf(call)}` : ''
    reasons.set(request, error.message + right)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { apiKeyId, ip, keyRefusal } = request
    if (apiKeyId === null) return
    const now = services.now()
    const day = dayOf(now, services.timeZone)
    const isRefused = REFUSED.includes(reply.statusCode)
    const before = counted.get(`${apiKeyId} ${day}`)
    counted.set(`${apiKeyId} ${day}`, {
      apiKeyId,
      day,
      calls: (before?.calls ?? 0) + 1,
      refused: (before?.refused ?? 0) + (isRefused ? 1 : 0),
      // A key that does not count is not used.
      used: keyRefusal === undefined ? { at: now, from: ip } : (before?.used ?? null),
      refusal: isRefused ? { at: now, from: ip, why: reasons.get(request) ?? 'Refused' } : (before?.refusal ?? null),
    })
    if (keyRefusal !== undefined) turnedAway.set(`${apiKeyId} ${ip}`, { apiKeyId, from: ip, at: now, why: keyRefusal })
    stored.wake()
  })
  app.addHook('onClose', async () => {
    await stored.close()
    await store().catch(onError)
  })
}
