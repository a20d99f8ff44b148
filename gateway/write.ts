// Text frames onto the socket in one write. ws writes head and text apart, which costs a second buffer and a gathering
// system call for every answer; ours are unmasked, uncompressed, whole and mostly ASCII, so that one string is enough
// (RFC 6455 §5.2).
import type { Duplex } from 'node:stream'
import type { SessionSocket } from '@wattdesk/ocpp/session'
import type { WebSocket } from 'ws'

const FIN_TEXT = 0x81
const SHORT = 126
const MIDDLE = 65_536

/** Writes a text frame; answers false for one that is left to ws: long, or with characters that are not ASCII. */
export function writeText(socket: Duplex, text: string): boolean {
  const size = text.length
  if (size >= MIDDLE || Buffer.byteLength(text) !== size) return false
  const head =
    size < SHORT ? String.fromCharCode(FIN_TEXT, size) : String.fromCharCode(FIN_TEXT, SHORT, size >> 8, size & 0xff)
  socket.write(head + text, 'latin1')
  return true
}

/** How far a charger may be behind in reading before its link counts as dead. */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024

/** A WebSocket as the session of its charger uses it. */
export const socketOf = (ws: WebSocket, raw: Duplex): SessionSocket => ({
  send: text => {
    if (ws.bufferedAmount > MAX_UNSENT_BYTES) ws.terminate()
    else if (ws.readyState !== ws.OPEN || !writeText(raw, text)) ws.send(text)
  },
  close: (code, reason) => ws.close(code, reason),
})
