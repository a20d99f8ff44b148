// Connections over which a request comes slowly, or never, cost their sender nothing and this node a socket each: one network
// may hold so many of them (D-GEN-18). Connections that were served and rest, live streams and charge points' sockets are none.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { networkOf } from './caller.ts'

const MOST_SLOW = 50
/** A request may take so long to come whole before its connection counts as slow. */
const GRACE_MS = 10_000
const EVERY_MS = 2000

type Connection = {
  socket: Socket
  /** Forgets the connection, with nothing left on its socket: charge points stay for days. */
  forget: () => void
  network: string
  /** The newest request, whole or not; undefined before the first. */
  request: IncomingMessage | undefined
  /**
   * The bytes read when the request was complete: more bytes are the beginning of another request. A beginning that
   * came together with the request before is left to Node, which waits a minute for the rest.
   */
  wholeBytes: number | undefined
  /** When a request was first awaited. */
  since: number | undefined
}

type Options = {
  /** Proxies, which pass on the connections of others. */
  isTrusted: (address: string) => boolean
  most?: number
  graceMs?: number
  everyMs?: number
}

/** Ends the newest slow connections of a network beyond the limit, with 408 where a request was begun. */
export function limitSlowConnections(
  app: FastifyInstance,
  { isTrusted, most = MOST_SLOW, graceMs = GRACE_MS, everyMs = EVERY_MS }: Options,
): void {
  const connections = new Map<string, Connection>()
  // The socket of TLS is another one than that of the network below, from the same address and port.
  const keyOf = (s: Socket) => `${s.remoteAddress} ${s.remotePort}`

  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isTrusted(remoteAddress)) return
    const key = keyOf(socket)
    const forget = () => {
      connections.delete(key)
      socket.off('close', forget)
    }
    connections.set(key, {
      socket,
      forget,
      network: networkOf(remoteAddress),
      request: undefined,
      wholeBytes: undefined,
      since: performance.now(),
    })
    socket.on('close', forget)
  })
  app.server.on('secureConnection', (socket: Socket) => {
    const c = connections.get(keyOf(socket))
    if (c) c.socket = socket
  })
  app.server.on('request', (request: IncomingMessage) => {
    const c = connections.get(keyOf(request.socket))
    if (c) Object.assign(c, { request, wholeBytes: undefined, since: undefined })
  })
  app.server.on('upgrade', (_request, socket: Socket) => connections.get(keyOf(socket))?.forget())

  /** True while a request is on its way over the connection, or is awaited and was never begun. */
  function isArriving(c: Connection): boolean {
    if (!c.request?.complete) return true
    c.wholeBytes ??= c.socket.bytesRead
    return c.socket.bytesRead > c.wholeBytes
  }
  const timer = setInterval(() => {
    const slow = new Map<string, number>()
    // In the order in which they came.
    for (const c of connections.values()) {
      if (!isArriving(c)) {
        c.since = undefined
        continue
      }
      c.since ??= performance.now()
      if (performance.now() - c.since < graceMs) continue
      const count = (slow.get(c.network) ?? 0) + 1
      slow.set(c.network, count)
      if (count > most) end(c)
    }
  }, everyMs).unref()
  const end = ({ socket }: Connection) => {
    const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    // Before its handshake a connection of TLS has nothing that an answer could be written to.
    const isPlain = !('setSecureContext' in app.server) || 'encrypted' in socket
    if (isPlain && socket.bytesRead > 0) app.server.emit('clientError', late, socket)
    else socket.destroy()
  }
  app.addHook('onClose', async () => clearInterval(timer))
}
