// Deferred writes beside the messages: the log of frames (100 ms), signs of life, counts of odd values and of the day
// (1 s), the running figures in the rows of active sessions (1 min).
import { bringUpActive } from '#charging/sessions/session.store.ts'
import type { Services } from '#office/installation/services.ts'
import { isPlain } from '#platform/db/plain.ts'
import { tally } from '#platform/tally.ts'
import { chargerCounts } from './charger-counts.ts'
import { frameLog } from './frame-log.ts'

const SIGNS_EVERY_MS = 1000
const ACTIVE_EVERY_MS = 60_000

/**
 * `sharesRows`: a frame and its answer go into one row of the log; the plain way gives each frame a row of its own. Sharing
 * halves the log's rows and saves 28 % of its bytes of heartbeats (113 and 158 a frame), 6 % of those of meter values, and
 * a tenth of a heartbeat's CPU (30 and 34 µs); a session's CPU is the same.
 */
export function deferredWrites(services: Services, { sharesRows = !isPlain('log') } = {}) {
  const { db, log } = services
  const waiting = tally(log, 'Frames and signs of life wait for the database')
  const frames = frameLog(services, waiting, { sharesRows })
  const { countConnection, countBoot, oddValue, sign, forget, write: writeCounts } = chargerCounts(services, waiting)

  const failed = (text: string) => (error: unknown) => log.error({ err: error }, text)
  let flushing: Promise<void> | undefined
  const signs = setInterval(() => {
    flushing ??= writeCounts()
      .catch(failed('Signs of life could not be stored'))
      .finally(() => {
        flushing = undefined
      })
  }, SIGNS_EVERY_MS).unref()
  const active = setInterval(() => {
    bringUpActive(db).catch(failed('Running sessions could not be brought up'))
  }, ACTIVE_EVERY_MS).unref()

  return {
    frame: frames.add,
    oddValue,
    countConnection,
    countBoot,
    sign,
    forget,
    /** Writes what waits and ends. */
    close: async () => {
      clearInterval(signs)
      clearInterval(active)
      await flushing
      await writeCounts().catch(failed('Signs of life could not be stored'))
      await frames.flush()
    },
  }
}
