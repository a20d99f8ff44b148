// What trails behind the messages: the log of frames (100 ms), signs of life and counts of odd values (1 s), the
// running figures in the rows of active sessions (1 min).
import { redact } from '@wattdesk/ocpp/redact'
import { type Frame, saveFrames } from '../features/charger-logs/frame.store.ts'
import * as chargers from '../features/chargers/charger.store.ts'
import { countOddValues, type OddValue } from '../features/chargers/charger-notice.store.ts'
import type { Station } from '../features/chargers/station.ocpp.ts'
import { bringUpActive } from '../features/sessions/session.store.ts'
import { Trail } from './batch.ts'
import type { House } from './house.ts'

/** Frames that wait while the database is away, in characters: memory stays bounded whatever chargers send. */
const MOST_WAITING = 64 * 1024 * 1024
/** In one statement: a busy loop turns seldom, and each turn writes one. */
const MOST_TOGETHER = 20_000
const SIGNS_EVERY_MS = 1000
const ACTIVE_EVERY_MS = 60_000
const MOST_ODD = 10_000

export function ocppTrails(house: House) {
  const { db, log, bus } = house
  const frames = new Trail<Frame>(rows => saveFrames(db, rows), {
    max: MOST_TOGETHER,
    limit: MOST_WAITING,
    sizeOf: f => f.message.length + 100,
    onLost: (lost, error) => log.error({ err: error, lost }, 'Frames could not be logged'),
  })
  const odd = new Map<string, OddValue>()
  const alive = new Set<Station>()
  let frameNo = 0

  /** Logs a frame as it passes, and shows it to whoever watches this charger's log. */
  function frame(s: Station, direction: 'in' | 'out', text: string, at: Date): void {
    // A database keeps no zero character.
    const message = redact(text).replaceAll('\0', '\ufffd')
    frames.push({ pk: s.charger.pk, at, direction: direction === 'in' ? 0 : 1, message })
    if (!bus.isLogWatched(s.charger.pk)) return
    bus.publish({
      companyId: s.charger.companyId,
      event: {
        type: 'log',
        at: at.toISOString(),
        teamId: s.charger.teamId,
        chargepoint_pk: s.charger.pk,
        id: `live-${house.node}-${frameNo++}`,
        messageTime: at.toISOString(),
        messageType: direction === 'in' ? 'INCOMING' : 'OUTGOING',
        message,
      },
    })
  }

  function oddValue(pk: number, field: string, value: string): void {
    const key = `${pk}\n${field}\n${value}`
    const known = odd.get(key)
    if (known) known.count++
    else if (odd.size < MOST_ODD)
      odd.set(key, { pk, field: field.slice(0, 200), value: value.slice(0, 200), count: 1, at: house.now() })
  }

  const failed = (text: string) => (error: unknown) => log.error({ err: error }, text)
  async function flushSigns(): Promise<void> {
    // One row a charger, of its newest socket.
    const stations = [...new Map([...alive].map(s => [s.charger.pk, s])).values()]
    const counts = [...odd.values()]
    alive.clear()
    odd.clear()
    if (stations.length > 0)
      await chargers.saveSignsOfLife(
        db,
        stations.map(s => ({
          pk: s.charger.pk,
          at: new Date(s.lastMessageAt),
          heartbeatAt: s.lastHeartbeatAt > 0 ? new Date(s.lastHeartbeatAt) : null,
        })),
      )
    if (counts.length > 0) await countOddValues(db, counts)
  }
  const signs = setInterval(() => {
    flushSigns().catch(failed('Signs of life could not be stored'))
  }, SIGNS_EVERY_MS).unref()
  const active = setInterval(() => {
    bringUpActive(db).catch(failed('Running sessions could not be brought up'))
  }, ACTIVE_EVERY_MS).unref()

  return {
    frame,
    oddValue,
    sign: (s: Station) => alive.add(s),
    forget: (s: Station) => alive.delete(s),
    /** Writes what waits and ends. */
    close: async () => {
      clearInterval(signs)
      clearInterval(active)
      await flushSigns().catch(failed('Signs of life could not be stored'))
      await frames.flush()
    },
  }
}
