// The live status of connected chargers: worked out from the facts, stored with its history, told to readers. A status
// that cannot be stored while the database is away is stored when it is back.
import type { LiveChange } from '#fleet/stations/charger.store.ts'
import { announce, liveNow, type Station, settle } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'
import { Again } from '#platform/db/again.ts'

export function liveBook(services: Services, save: (c: LiveChange) => Promise<void>) {
  const { log } = services
  const kept = new Again<number, LiveChange>(save, (c, error) =>
    log.error({ err: error, chargepointPk: c.pk }, 'Live status could not be stored'),
  )
  return {
    /** Brings the live status up to the facts; `always` stores it even where this process sees no change. Never rejects. */
    change: async (s: Station, reason: string, always = false): Promise<void> => {
      const at = services.now()
      try {
        const c = settle(s, at, reason) ?? (always ? liveNow(s, at, reason) : undefined)
        if (c) await kept.add(c.pk, c)
        announce(services, s, at)
      } catch (error) {
        log.error({ err: error, chargepoint: s.charger.id }, 'Live status could not be told')
      }
    },
    close: () => kept.close(),
  }
}
