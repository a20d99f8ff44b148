// When and from where each browser called last, to the minute: noted in memory and stored beside the calls, so that none waits
// for it.
import type { FastifyInstance } from 'fastify'
import { sweep } from '#platform/jobs/sweep.ts'
import { addUse, type BrowserUse } from './browser.store.ts'

const STORED_AFTER_MS = 2000
const IDLE_MS = 60_000
/** A browser is noted once within so long; its sign-in counts as use. */
const NOTED_EVERY_MS = 60_000

export function noteBrowserUse(app: FastifyInstance): void {
  const { services } = app
  const noted = new Map<number, BrowserUse>()
  const latest = new Map<number, number>()
  const forgetIdle = (now: number) => {
    for (const [id, at] of latest) if (now - at >= NOTED_EVERY_MS) latest.delete(id)
  }
  const store = async () => {
    const uses = [...noted.values()]
    noted.clear()
    forgetIdle(services.now().getTime())
    if (uses.length > 0) await addUse(services.db, uses)
  }
  const onError = (error: unknown) => services.log.error({ err: error }, 'The use of browsers could not be noted')
  const stored = sweep(store, { soonMs: STORED_AFTER_MS, everyMs: IDLE_MS, onError })
  app.addHook('onResponse', async request => {
    const { browser } = request
    if (!browser) return
    const at = services.now()
    if (at.getTime() - (latest.get(browser.browserId) ?? browser.signedInMs) < NOTED_EVERY_MS) return
    latest.set(browser.browserId, at.getTime())
    noted.set(browser.browserId, { browserId: browser.browserId, at, from: request.ip })
    stored.wake()
  })
  app.addHook('onClose', async () => {
    await stored.close()
    await store().catch(onError)
  })
}
