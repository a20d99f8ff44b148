// The intake of a socket before a session sees its messages: no faster than one charger may speak.
import type { WebSocket } from 'ws'

/** No charger has more to say in a second, not even when it empties its queue; beyond, it is read later. */
const MOST_FRAMES_A_SECOND = 2000
const MOST_BYTES_A_SECOND = 4 * 1024 * 1024

/** `holds`: how many reasons there are not to read from the socket now. */
export type Intake = { second: number; frames: number; bytes: number; holds: number; isMeasured: boolean }
export const newIntake = (): Intake => ({ second: 0, frames: 0, bytes: 0, holds: 0, isMeasured: false })
export type HeldSocket = WebSocket & { intake?: Intake }

/** Reads no further from the socket until `resumeReading` was called as often as `pauseReading`. */
export function pauseReading(ws: HeldSocket): void {
  if (ws.intake && ws.intake.holds++ === 0) ws.pause()
}
export function resumeReading(ws: HeldSocket): void {
  if (ws.intake && --ws.intake.holds === 0) ws.resume()
}

/** Counts a frame. When the second's measure is full the socket is read again in the next one, so that nobody else waits. */
export function measure(ws: HeldSocket, bytes: number): void {
  const { intake } = ws
  if (!intake) return
  const now = performance.now()
  const second = Math.floor(now / 1000)
  if (intake.second !== second) {
    intake.second = second
    intake.frames = 0
    intake.bytes = 0
  }
  intake.frames++
  intake.bytes += bytes
  if ((intake.frames < MOST_FRAMES_A_SECOND && intake.bytes < MOST_BYTES_A_SECOND) || intake.isMeasured) return
  intake.isMeasured = true
  pauseReading(ws)
  setTimeout(
    () => {
      intake.isMeasured = false
      resumeReading(ws)
    },
    (second + 1) * 1000 - now,
  ).unref()
}
