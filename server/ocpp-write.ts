// Text frames onto the socket in one write. ws writes head and text apart, which costs a second buffer and a gathering
// system call for every answer; ours are unmasked, uncompressed, whole and mostly ASCII, so that one string is enough
// (RFC 6455 §5.2).
import type { Duplex } from 'node:stream'

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
