// Signs of life on open sockets. Each socket is pinged once a minute, and a socket silent until the next ping is dead
// (O-7); a charger without a message for 600 s counts as not connected though its socket stands (D-OCPP-2).
import type { WebSocket } from 'ws'
import type { Station } from '#fleet/stations/station.memory.ts'
import { QUIET_MS } from '#fleet/stations/station.rules.ts'

export type PingedSocket = WebSocket & { awaitsPong?: boolean }

const PING_EVERY_MS = 60_000
const TURNS = 20

/** Begins to ping; the returned function ends it. `onQuiet` is told once for every silence. */
export function startPulse(
  sockets: ReadonlyMap<Station, PingedSocket>,
  now: () => Date,
  onQuiet: (s: Station) => void,
): () => void {
  let turn = 0
  // A twentieth of the sockets at a time, so that pings do not come in bursts.
  const timer = setInterval(() => {
    turn = (turn + 1) % TURNS
    const nowMs = now().getTime()
    for (const [s, ws] of sockets) if (s.charger.pk % TURNS === turn) pulse(s, ws, nowMs, onQuiet)
  }, PING_EVERY_MS / TURNS).unref()
  return () => clearInterval(timer)
}

/** Pings one socket, or ends the socket when the last ping got no answer. */
export function pulse(s: Station, ws: PingedSocket, nowMs: number, onQuiet: (s: Station) => void): void {
  // Not read just now, so its pong could not be heard.
  if (ws.isPaused) return
  if (ws.awaitsPong && s.lastMessageAt < nowMs - PING_EVERY_MS) {
    ws.terminate()
    return
  }
  ws.awaitsPong = true
  ws.ping()
  if (s.isQuiet || s.lastMessageAt >= nowMs - QUIET_MS) return
  s.isQuiet = true
  onQuiet(s)
}
