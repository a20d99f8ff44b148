// Messages between the parts of the product and between its nodes: events after their commit, and commands to the node
// that holds a charger's socket. In one process by default; over NATS when there are several (nats.ts).

import type { LiveEvent } from '@wattdesk/base/live-event'
import type { CallOutcome } from '@wattdesk/ocpp/own-calls'
import { LogWatches } from './log-watches.ts'

/** An event and the company it belongs to, by which readers are chosen; of a record also the way to its team from the top. */
export type Published = { companyId: number; path?: readonly number[]; event: LiveEvent }
/**
 * A message for one charger's socket. `taskId` lets the owner mark the task as sent; with `connectionNo` it goes out over
 * that connection of the charger or not at all.
 */
export type Command = {
  chargepointPk: number
  action: string
  payload: unknown
  taskId: string | undefined
  timeoutMs: number | undefined
  connectionNo?: number
  /** The request is in the words of OCPP 2, and goes to a charger that speaks them; else in those of OCPP 1.6. */
  family?: 'ocpp2'
  /** Values in the request that may stand in no log. */
  secrets?: readonly string[]
  /** The span that sends it, where traces are on (W3C Trace Context). */
  traceparent?: string | undefined
}
/** Something configured changed, and whoever keeps a copy reads it again. */
export type Changed =
  | { what: 'charger'; chargepointPk: number }
  | { what: 'price-group'; priceGroupId: number }
  /** A charger has a newer socket on `node`: every other node closes its older socket (D-OCPP-8). */
  | { what: 'connection'; chargepointPk: number; connectionNo: number; node: string }
  /** A test of a charger has ended, has a newer socket, or asks something of its charger. */
  | { what: 'charger-test'; chargerTestId: number }
  /** The bus was away: any of it may have happened unheard. Told by a node to itself. */
  | { what: 'all' }

/** How a command ended: as the charger's session tells it, or the node that holds the socket could not be asked. */
export type CommandOutcome = CallOutcome | { readonly kind: 'unreachable'; readonly sent: boolean }

export type Bus = {
  publish: (p: Published) => void
  onEvent: (handler: (p: Published) => void) => () => void
  /** False while nobody, here or on another node, can hear events: then they need not even be made. */
  isHeard: () => boolean
  changed: (c: Changed) => void
  onChanged: (handler: (c: Changed) => void) => () => void
  /**
   * Tells load balancing that something has changed at these chargers. A node that listens takes its own news; all
   * other news goes to one of the nodes that listen.
   */
  news: (chargepointPks: readonly number[]) => void
  onNews: (handler: (chargepointPk: number) => void) => () => void
  /** Hands a command to `node`; 'closed' when nobody there holds the socket. Never rejects for want of the bus. */
  command: (node: string, c: Command) => Promise<CommandOutcome>
  onCommand: (handler: (c: Command) => Promise<CallOutcome>) => void
  /** False while the other nodes cannot be reached. */
  isConnected: () => boolean
  /** Somebody reads this charger's log live; the returned function ends it. */
  watchLog: (chargepointPk: number) => () => void
  isLogWatched: (chargepointPk: number) => boolean
  close: () => Promise<void>
}

/** The bus of a product that is one process. */
export function localBus(onError: (error: unknown) => void): Bus {
  const events = new Set<(p: Published) => void>()
  const changes = new Set<(c: Changed) => void>()
  const news = new Set<(chargepointPk: number) => void>()
  const watched = new LogWatches()
  let commands: ((c: Command) => Promise<CallOutcome>) | undefined
  const each = <T>(handlers: Set<(t: T) => void>, value: T) => {
    for (const h of handlers)
      try {
        h(value)
      } catch (error) {
        onError(error)
      }
  }
  const adder =
    <T>(handlers: Set<(t: T) => void>) =>
    (h: (t: T) => void) => {
      handlers.add(h)
      return () => {
        handlers.delete(h)
      }
    }
  return {
    publish: p => each(events, p),
    onEvent: adder(events),
    isHeard: () => events.size > 0,
    changed: c => each(changes, c),
    onChanged: adder(changes),
    news: pks => {
      for (const pk of pks) each(news, pk)
    },
    onNews: adder(news),
    command: async (_node, c) => (commands ? commands(c) : { kind: 'closed', sent: false }),
    onCommand: h => {
      commands = h
    },
    watchLog: pk => watched.begin(pk),
    isLogWatched: pk => watched.has(pk),
    isConnected: () => true,
    close: async () => undefined,
  }
}
