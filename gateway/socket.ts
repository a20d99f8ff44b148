// A WebSocket as the session of its charger uses it.
import type { SessionSocket } from '@wattdesk/ocpp/session'
import type { WebSocket } from 'ws'

/** How far a charger may be behind in reading before its link counts as dead. */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024

export const socketOf = (ws: WebSocket): SessionSocket => ({
  send: text => {
    if (ws.bufferedAmount > MAX_UNSENT_BYTES) ws.terminate()
    else ws.send(text)
  },
  close: (code, reason) => ws.close(code, reason),
})
