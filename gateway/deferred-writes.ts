// Deferred writes beside the messages: the log of frames (100 ms), signs of life, counts of odd values and of the day
// (1 s), the running figures in the rows of active sessions (1 min).
import { dayOf, minuteMs } from '@wattdesk/base/time'
import { blackOut, redact } from '@wattdesk/ocpp/redact'
import { bringUpActive } from '#charging/sessions/session.store.ts'
import { type Frame, NEXT_MS, saveFrames } from '#fleet/charger-logs/frame.store.ts'
import * as chargers from '#fleet/stations/charger.store.ts'
import { addDays, type ChargerDay } from '#fleet/stations/charger-day.store.ts'
import { countOddValues, type OddValue } from '#fleet/stations/charger-notice.store.ts'
import type { Station } from '#fleet/stations/station.ocpp.ts'
import type { Services } from '#office/installation/services.ts'
import { WriteQueue } from '#platform/db/batch.ts'
import { isPassing } from '#platform/db/database-away.ts'
import { isPlain } from '#platform/db/plain.ts'
import { tally } from '#platform/tally.ts'

/** Frames that wait while the database is away, in characters: memory stays bounded whatever chargers send. */
const MOST_WAITING = 64 * 1024 * 1024
/** In one statement: a busy loop turns seldom, and each turn writes one. */
const MOST_TOGETHER = 20_000
const SIGNS_EVERY_MS = 1000
const ACTIVE_EVERY_MS = 60_000
const MOST_ODD = 10_000

/** A frame up to this length is kept whole, of a longer one its two ends: nobody reads megabytes in a row of a list. */
const KEPT_WHOLE = 128 * 1024
const KEPT_BEFORE = 64 * 1024
const KEPT_BEHIND = 4 * 1024

/** How the value of a refused message begins, among those that are counted. */
export const REFUSED = 'refused: '
type Counted = 'connects' | 'boots' | 'refused' | 'odd'

const sumOf = (a: ChargerDay, b: ChargerDay | undefined): ChargerDay =>
  b
    ? {
        ...a,
        connects: a.connects + b.connects,
        boots: a.boots + b.boots,
        refused: a.refused + b.refused,
        odd: a.odd + b.odd,
      }
    : a

/** The business day of instants that come one after the other; a day begins with a minute. */
function dayBook(zone: string): (at: Date) => string {
  let minute = Number.NaN
  let day = ''
  return at => {
    const now = Math.floor(at.getTime() / minuteMs)
    if (now !== minute) day = dayOf(at, zone)
    minute = now
    return day
  }
}

/** The text as it is logged; of a long one the beginning and the end, and how much is left out between. */
function readable(text: string): string {
  if (text.length <= KEPT_WHOLE) return text
  const left = text.length - KEPT_BEFORE - KEPT_BEHIND
  return `${text.slice(0, KEPT_BEFORE)} … ${left} characters left out … ${text.slice(-KEPT_BEHIND)}`.toWellFormed()
}

/** True when a charger's next frame goes into the row of its last one. */
const takes = (last: Frame, way: 0 | 1, at: Date): boolean => {
  const ms = at.getTime() - last.at.getTime()
  return !last.next && last.direction !== way && ms >= 0 && ms <= NEXT_MS
}

/**
 * `sharesRows`: a frame and its answer go into one row of the log; the plain way gives each frame a row of its own. Sharing
 * halves the log's rows and saves 28 % of its bytes of heartbeats (113 and 158 a frame), 6 % of those of meter values, and
 * a tenth of a heartbeat's CPU (30 and 34 µs); a session's CPU is the same.
 */
export function deferredWrites(services: Services, { sharesRows = !isPlain('log') } = {}) {
  const { db, log, bus } = services
  const sizeOf = (f: Frame): number => f.message.length + (f.next?.message.length ?? 0) + 100
  const waiting = tally(log, 'Frames and signs of life wait for the database')
  /** The last frame of each charger that has one waiting. */
  const last = new Map<Station, Frame>()
  const frames = new WriteQueue<Frame>(
    rows => {
      // From here on these stay as they are; what follows gets a row of its own.
      last.clear()
      return saveFrames(db, rows)
    },
    {
      max: MOST_TOGETHER,
      limit: MOST_WAITING,
      sizeOf,
      onLost: (lost, error) => {
        if (lost > 0) log.error({ err: error, lost }, 'Frames could not be logged')
        else waiting.add(error)
      },
    },
  )
  const odd = new Map<string, OddValue>()
  const alive = new Set<Station>()
  /** The counts of a charger on a day, by both. */
  const days = new Map<string, ChargerDay>()
  const today = dayBook(services.timeZone)
  let frameNo = 0

  /** Logs a frame as it passes, and shows it to all viewers of this charger's log. */
  function frame(s: Station, direction: 'in' | 'out', text: string, at: Date): void {
    // A database keeps no zero character.
    const message = readable(blackOut(redact(text), s.secrets ?? [])).replaceAll('\0', '\ufffd')
    const way = direction === 'in' ? 0 : 1
    const before = sharesRows ? last.get(s) : undefined
    if (before && takes(before, way, at)) {
      before.next = { at, message }
      frames.grown(message.length)
    } else {
      const row: Frame = { pk: s.charger.pk, at, direction: way, message, next: undefined }
      last.set(s, row)
      frames.push(row)
    }
    if (!bus.isLogWatched(s.charger.pk)) return
    bus.publish({
      companyId: s.charger.companyId,
      event: {
        type: 'log',
        at: at.toISOString(),
        teamId: s.charger.teamId,
        chargepoint_pk: s.charger.pk,
        id: `live-${services.node}-${frameNo++}`,
        messageTime: at.toISOString(),
        messageType: direction === 'in' ? 'INCOMING' : 'OUTGOING',
        message,
      },
    })
  }

  function count(pk: number, what: Counted): void {
    const day = today(services.now())
    const key = `${pk} ${day}`
    const known = days.get(key) ?? { pk, day, connects: 0, boots: 0, refused: 0, odd: 0 }
    known[what]++
    days.set(key, known)
  }

  function oddValue(pk: number, field: string, value: string): void {
    count(pk, value.startsWith(REFUSED) ? 'refused' : 'odd')
    const key = `${pk}\n${field}\n${value}`
    const known = odd.get(key)
    if (known) known.count++
    else if (odd.size < MOST_ODD)
      odd.set(key, { pk, field: field.slice(0, 200), value: value.slice(0, 200), count: 1, at: services.now() })
  }

  const failed = (text: string) => (error: unknown) => log.error({ err: error }, text)
  /** Rows that could not be stored are stored with the next ones. */
  async function flushSigns(): Promise<void> {
    const heard = [...alive]
    const counts = [...odd]
    const counted = [...days]
    alive.clear()
    odd.clear()
    days.clear()
    try {
      // A row for each charger, of its newest socket.
      const stations = [...new Map(heard.map(s => [s.charger.pk, s])).values()]
      if (stations.length > 0)
        await chargers.saveSignsOfLife(
          db,
          stations.map(s => ({
            pk: s.charger.pk,
            at: new Date(s.lastMessageAt),
            heartbeatAt: s.lastHeartbeatAt > 0 ? new Date(s.lastHeartbeatAt) : null,
            connectionNo: s.connectionNo,
            clock: s.clock,
          })),
        )
      if (counts.length > 0)
        await countOddValues(
          db,
          counts.map(([, value]) => value),
        )
      counts.length = 0
      if (counted.length > 0)
        await addDays(
          db,
          counted.map(([, d]) => d),
        )
    } catch (error) {
      for (const s of heard) alive.add(s)
      for (const [key, value] of counts) odd.set(key, { ...value, count: value.count + (odd.get(key)?.count ?? 0) })
      for (const [key, day] of counted) days.set(key, sumOf(day, days.get(key)))
      if (!isPassing(error)) throw error
      waiting.add(error)
    }
  }
  let flushing: Promise<void> | undefined
  const signs = setInterval(() => {
    flushing ??= flushSigns()
      .catch(failed('Signs of life could not be stored'))
      .finally(() => {
        flushing = undefined
      })
  }, SIGNS_EVERY_MS).unref()
  const active = setInterval(() => {
    bringUpActive(db).catch(failed('Running sessions could not be brought up'))
  }, ACTIVE_EVERY_MS).unref()

  return {
    frame,
    oddValue,
    /** A socket was opened, or a boot was told. */
    count,
    sign: (s: Station) => alive.add(s),
    forget: (s: Station) => alive.delete(s),
    /** Writes what waits and ends. */
    close: async () => {
      clearInterval(signs)
      clearInterval(active)
      await flushing
      await flushSigns().catch(failed('Signs of life could not be stored'))
      await frames.flush()
    },
  }
}
