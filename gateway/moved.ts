// Lets the chargers of a company go that has moved to another installation. The release is a command beside the running
// product, so that nothing but the database tells of it.
import type { WebSocket } from 'ws'
import { movedCompanies } from '#fleet/stations/charger.store.ts'
import type { Station } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'
import { MOVED } from './gate.ts'

const LOOK_EVERY_MS = 5000

/** Begins to look; the returned function ends it. */
export function watchMoved(
  { db, log }: Pick<Services, 'db' | 'log'>,
  sockets: ReadonlyMap<Station, WebSocket>,
  everyMs = LOOK_EVERY_MS,
): () => void {
  let isLooking = false
  async function look(): Promise<void> {
    if (isLooking || sockets.size === 0) return
    isLooking = true
    try {
      const moved = new Set(await movedCompanies(db))
      if (moved.size === 0) return
      for (const [s, ws] of sockets) if (moved.has(s.charger.companyId)) ws.close(1008, MOVED)
    } catch (error) {
      log.warn({ err: error }, 'Companies that have moved could not be read')
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(() => void look(), everyMs).unref()
  return () => clearInterval(timer)
}
