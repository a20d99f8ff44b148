// Large frames while they arrive: how large a frame may be, and how many may be under way together, so that memory
// stays bounded whatever chargers send (D-OCPP-7). A frame takes room from its second piece on until it has been
// served; a socket without room is not read until there is room.
import type { Duplex } from 'node:stream'
import type { StationSession } from '#fleet/stations/station.memory.ts'
import { type HeldSocket, pauseReading, resumeReading } from './intake.ts'

/** Before a boot is accepted, and afterwards, when a StopTransaction may bring all its samples. */
export const SMALL_FRAME_BYTES = 256 * 1024
export const LARGE_FRAME_BYTES = 4 * 1024 * 1024
/** So much comes in one piece anyhow. */
const FREE_BYTES = 64 * 1024
const ROOM_BYTES = 256 * 1024 * 1024
/** While others wait, nobody takes longer than this for one frame: a charger may be slow, but not stand in all others' way. */
const PATIENCE_MS = 300_000

export type Guarded = HeldSocket & { underWay?: { bytes: number; since: number; isServed: boolean } | undefined }
/** The receiver of ws for the arriving message; the limit of ws is fixed at the handshake, ours is not. */
type Receiving = { _receiver: { _maxPayload: number; _totalPayloadLength: number } }

export class FrameRoom {
  readonly total: number
  readonly patienceMs: number
  taken = 0
  /** Sockets that are not read until there is room, in the order they came. */
  readonly waiting = new Map<Guarded, number>()
  readonly holders = new Set<Guarded>()
  timer: NodeJS.Timeout | undefined
  /** How large a frame of a socket may be now, in bytes. */
  readonly limitOf: (ws: Guarded) => number

  constructor(limitOf: (ws: Guarded) => number, total = ROOM_BYTES, patienceMs = PATIENCE_MS) {
    this.limitOf = limitOf
    this.total = total
    this.patienceMs = patienceMs
  }

  /** Looks at every piece that comes in on the socket. */
  guard(ws: Guarded, raw: Duplex): void {
    Object.assign(raw, { guarded: ws, room: this })
    // Before ws sees the piece: a frame that begins in it is judged by the limit of now.
    raw.prependListener('data', onPiece)
  }

  /** A large frame has begun: it takes room for the largest possible frame, or waits for the room. */
  enter(ws: Guarded, bytes: number): void {
    if (ws.underWay || this.waiting.has(ws)) return
    if (this.waiting.size === 0 && this.taken + bytes <= this.total) {
      this.take(ws, bytes)
      return
    }
    pauseReading(ws)
    this.waiting.set(ws, bytes)
    this.timer ??= setInterval(() => this.cutOff(), Math.min(this.patienceMs, 10_000)).unref()
  }

  take(ws: Guarded, bytes: number): void {
    ws.underWay = { bytes, since: performance.now(), isServed: false }
    this.taken += bytes
    this.holders.add(ws)
  }

  /** A frame has come whole and was handed to the session: its room is free once it has been served. */
  async served(ws: Guarded, session: Pick<StationSession, 'isServing' | 'settled'>): Promise<void> {
    if (!ws.underWay) return
    ws.underWay.isServed = true
    pauseReading(ws)
    try {
      while (session.isServing) await session.settled
    } finally {
      resumeReading(ws)
      this.free(ws)
    }
  }

  /**
   * The socket has closed. A frame that can no longer end frees its room; a frame being served frees its room
   * afterwards.
   */
  gone(ws: Guarded): void {
    if (this.waiting.delete(ws)) resumeReading(ws)
    if (ws.underWay && !ws.underWay.isServed) this.free(ws)
  }

  free(ws: Guarded): void {
    if (!ws.underWay) return
    this.taken -= ws.underWay.bytes
    ws.underWay = undefined
    this.holders.delete(ws)
    for (const [next, bytes] of this.waiting) {
      if (this.taken + bytes > this.total) break
      this.waiting.delete(next)
      this.take(next, bytes)
      resumeReading(next)
    }
    if (this.waiting.size > 0) return
    clearInterval(this.timer)
    this.timer = undefined
  }

  /** Sets are walked in the order of entry: the first ones have had their room for the longest time. */
  cutOff(): void {
    const before = performance.now() - this.patienceMs
    for (const ws of this.holders)
      if (ws.underWay && !ws.underWay.isServed && ws.underWay.since < before) ws.terminate()
  }
}

// One function for all sockets, so that an idle charger costs no closures.
function onPiece(this: Duplex): void {
  const { guarded, room } = this as Duplex & { guarded: Guarded; room: FrameRoom }
  const { _receiver } = guarded as unknown as Receiving
  const limit = room.limitOf(guarded)
  _receiver._maxPayload = limit
  if (_receiver._totalPayloadLength > FREE_BYTES) room.enter(guarded, limit)
}
