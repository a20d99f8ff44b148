// Stores how the live status of a charger changes, and tells browsers.
import type { Services } from '#office/installation/services.ts'
import { Batch } from '#platform/db/batch.ts'
import * as store from './charger.store.ts'
import { announce, type Station, settle } from './station.memory.ts'

export type LiveChanges = ReturnType<typeof liveChanges>
export function liveChanges(services: Services) {
  const changes = new Batch<store.LiveChange, void>(async items => {
    await store.saveLiveChanges(services.db, items)
    return []
  })
  return {
    save: (change: store.LiveChange): Promise<void> => changes.add(change),
    /** Stores the change of live status that follows from a message, along with `stored`, then tells browsers. */
    async follow(s: Station, at: Date, reason: string | null, stored: Promise<unknown>): Promise<void> {
      const change = settle(s, at, reason)
      await (change ? Promise.all([stored, changes.add(change)]) : stored)
      announce(services, s, at)
    },
    /** Resolves when everything has been stored. */
    idle: () => changes.idle(),
  }
}
