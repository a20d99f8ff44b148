// Counts the calls of API keys in memory, and stores the counts every few seconds: a call waits for no write of its own.
import { dayOf } from '@wattdesk/base/time'
import type { FastifyInstance } from 'fastify'
import { sweep } from '#platform/jobs/sweep.ts'
import { addUse, type KeyUse } from './api-key-use.store.ts'

const STORED_AFTER_MS = 2000
const IDLE_MS = 60_000
/** What the key may not do, or does too often. */
const REFUSED: readonly number[] = [401, 403, 429]

export function countKeyCalls(app: FastifyInstance): void {
  const { services } = app
  const counted = new Map<string, KeyUse>()
  const store = async () => {
    const uses = [...counted.values()]
    counted.clear()
    if (uses.length > 0) await addUse(services.db, uses)
  }
  const onError = (error: unknown) => services.log.error({ err: error }, 'The use of API keys could not be counted')
  const stored = sweep(store, { soonMs: STORED_AFTER_MS, everyMs: IDLE_MS, onError })
  app.addHook('onResponse', async (request, reply) => {
    const { apiKeyId } = request
    if (apiKeyId === null) return
    const now = services.now()
    const day = dayOf(now, services.timeZone)
    const use = counted.get(`${apiKeyId} ${day}`) ?? { apiKeyId, day, calls: 0, refused: 0, lastAt: now, lastFrom: '' }
    counted.set(`${apiKeyId} ${day}`, {
      ...use,
      calls: use.calls + 1,
      refused: use.refused + (REFUSED.includes(reply.statusCode) ? 1 : 0),
      lastAt: now,
      lastFrom: request.ip,
    })
    stored.wake()
  })
  app.addHook('onClose', async () => {
    await stored.close()
    await store().catch(onError)
  })
}
