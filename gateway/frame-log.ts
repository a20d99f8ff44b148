// The log of frames: written 100 ms after a frame has passed, and shown at once to all viewers of its charger's log.
import { blackOut, redact } from '@wattdesk/ocpp/redact'
import { type Frame, NEXT_MS, saveFrames } from '#fleet/charger-logs/frame.store.ts'
import type { Station } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'
import { WriteQueue } from '#platform/db/batch.ts'
import type { Tally } from '#platform/tally.ts'

/** Frames that wait while the database is away, in characters: memory stays bounded whatever chargers send. */
const MOST_WAITING = 64 * 1024 * 1024
/** In one statement: a busy loop turns seldom, and each turn writes one. */
const MOST_TOGETHER = 20_000

/** A frame up to this length is kept whole, of a longer one its two ends: nobody reads megabytes in a row of a list. */
const KEPT_WHOLE = 128 * 1024
const KEPT_BEFORE = 64 * 1024
const KEPT_BEHIND = 4 * 1024

/** `waiting` counts the frames that wait for the database; `sharesRows` as in deferred-writes.ts. */
export function frameLog(services: Services, waiting: Tally, { sharesRows }: { sharesRows: boolean }) {
  const { db, log, bus } = services
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
  let frameNo = 0

  function add(s: Station, direction: 'in' | 'out', text: string, at: Date): void {
    // A database keeps no zero character.
    const message = readable(blackOut(redact(text), s.secrets ?? [])).replaceAll('\0', '\ufffd')
    const way = direction === 'in' ? 0 : 1
    const before = sharesRows ? last.get(s) : undefined
    if (before && hasRoomFor(before, way, at)) {
      before.next = { at, message }
      frames.grown(message.length)
    } else {
      const row: Frame = { pk: s.charger.pk, at, direction: way, message, next: undefined }
      last.set(s, row)
      frames.push(row)
    }
    if (bus.isLogWatched(s.charger.pk)) show(s, direction, message, at)
  }

  function show({ charger }: Station, direction: 'in' | 'out', message: string, at: Date): void {
    bus.publish({
      companyId: charger.companyId,
      event: {
        type: 'log',
        at: at.toISOString(),
        teamId: charger.teamId,
        chargepoint_pk: charger.pk,
        id: `live-${services.node}-${frameNo++}`,
        messageTime: at.toISOString(),
        messageType: direction === 'in' ? 'INCOMING' : 'OUTGOING',
        message,
      },
    })
  }

  return { add, flush: () => frames.flush() }
}

const sizeOf = (f: Frame): number => f.message.length + (f.next?.message.length ?? 0) + 100

/** True when a charger's next frame goes into the row of its last one. */
const hasRoomFor = (last: Frame, way: 0 | 1, at: Date): boolean => {
  const ms = at.getTime() - last.at.getTime()
  return !last.next && last.direction !== way && ms >= 0 && ms <= NEXT_MS
}

/** Returns the text as it is logged: a long text with its beginning, its end, and how much is left out between. */
function readable(text: string): string {
  if (text.length <= KEPT_WHOLE) return text
  const left = text.length - KEPT_BEFORE - KEPT_BEHIND
  return `${text.slice(0, KEPT_BEFORE)} … ${left} characters left out … ${text.slice(-KEPT_BEHIND)}`.toWellFormed()
}
