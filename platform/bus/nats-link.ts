// The connection of this node to NATS, opened again for as long as the node runs. While it is lost nothing is sent, and
// requests under way end; subscriptions are made anew with each connection.
import { connect, type Msg, type NatsConnection, NoRespondersError, RequestError } from '@nats-io/transport-node'

/** Longer than any command may take: 60 s behind others and 20 s for the answer; the owner's own timeouts answer first. */
const REQUEST_MS = 90_000
const AGAIN_MS = 1000
const DRAIN_MS = 2000
/** The most characters that the server has not confirmed; further messages are dropped. A part of them calls for a confirmation. */
const MOST_UNCONFIRMED_CHARS = 32 * 1024 * 1024
const CONFIRMED_PARTS = 32

const OPTIONS = {
  maxReconnectAttempts: -1,
  reconnectTimeWait: AGAIN_MS,
  // A wrong password may be put right while we wait.
  ignoreAuthErrorAbort: true,
  timeout: 5000,
  // A dead link is noticed within half a minute.
  pingInterval: 10_000,
  maxPingOut: 2,
}

/** The connection to NATS is the trouble; anything else that is told is a fault of ours. */
export class BusAway extends Error {
  override readonly name = 'BusAway'
}

export type MessageHandler = (m: Msg) => void | Promise<void>
/** A reply, or why there is none: the other node has ended, or could not be reached. `sent`: the request may have arrived. */
export type Reply<T> = { kind: 'reply'; value: T } | { kind: 'closed' | 'unreachable'; sent: boolean }

export type LinkOptions = {
  url: string
  node: string
  onError: (error: unknown) => void
  /** Called with each connection; messages of other nodes were missed before all but the first. */
  onUp: (isFirst: boolean) => void
  /** Called when messages can be sent again after some were dropped: the connection was lost, or the server too slow. */
  onGap: () => void
  /** Characters that may be unconfirmed. */
  mostUnconfirmed?: number
}

export class NatsLink {
  readonly #options: LinkOptions
  readonly #handlers = new Map<string, { handler: MessageHandler; queue: string | undefined }>()
  /** Ends the waiting of requests under way when the connection is lost: their answers are lost with it. */
  readonly #underWay = new Set<() => void>()
  #nats: NatsConnection | undefined
  #isConnected = false
  #isClosing = false
  #again: NodeJS.Timeout | undefined
  /** Characters that were handed to the client, and may still wait in its memory. */
  #unconfirmed = 0
  readonly #mostUnconfirmed: number
  #isConfirming = false
  /** Messages that the server would have taken too late, and those while there was no connection. */
  #dropped = 0
  #unsent = 0

  constructor(options: LinkOptions) {
    this.#options = options
    this.#mostUnconfirmed = options.mostUnconfirmed ?? MOST_UNCONFIRMED_CHARS
  }

  get isConnected(): boolean {
    return this.#isConnected
  }

  /** Resolves after the first attempt to connect, whether it succeeded or not. */
  open(): Promise<void> {
    return this.#connect(true)
  }

  /** Handles the messages of a subject, over this connection and all later ones. */
  serve(subject: string, handler: MessageHandler, queue?: string): void {
    this.#handlers.set(subject, { handler, queue })
    if (this.#nats) this.#subscribe(this.#nats, subject)
  }

  /** Handles the values that other nodes publish under a subject. Each value goes to one of the nodes that handle them. */
  serveInTurn<T>(subject: string, handler: (value: T) => void): void {
    this.serve(subject, m => handler(m.json<{ value: T }>().value), 'nodes')
  }

  /** Handles the values that other nodes publish under a subject. */
  onPublished<T>(subject: string, handler: (value: T) => void): void {
    this.serve(subject, m => {
      const { from, value } = m.json<{ from: string; value: T }>()
      if (from !== this.#options.node) handler(value)
    })
  }

  /** While the connection is lost nothing is said: the client would keep all of it and then throw it away. */
  publish(subject: string, value: unknown): void {
    const { node, onError } = this.#options
    if (!this.#isConnected || !this.#nats) {
      this.#unsent++
      return
    }
    if (this.#unconfirmed > this.#mostUnconfirmed) {
      if (this.#dropped++ === 0) onError(new BusAway('NATS takes messages too slowly: some are dropped'))
      return
    }
    try {
      const text = JSON.stringify({ from: node, value })
      this.#nats.publish(subject, text)
      this.#unconfirmed += text.length
      if (this.#unconfirmed > this.#mostUnconfirmed / CONFIRMED_PARTS) void this.#confirm(this.#nats)
    } catch (error) {
      onError(error)
    }
  }

  /** Asks the server to answer behind all that was sent, until little is left. Never rejects. */
  async #confirm(connection: NatsConnection): Promise<void> {
    if (this.#isConfirming) return
    this.#isConfirming = true
    while (this.#unconfirmed > this.#mostUnconfirmed / CONFIRMED_PARTS) {
      const sent = this.#unconfirmed
      try {
        await connection.flush()
        this.#unconfirmed -= sent
      } catch {
        // The connection is gone, and what it had to send.
        this.#unconfirmed = 0
      }
    }
    this.#isConfirming = false
    if (this.#dropped === 0) return
    this.#dropped = 0
    this.#options.onGap()
  }

  /** Asks the node `owner`, which serves `subject`. Never rejects for want of the connection. */
  async request<T>(owner: string, subject: string, value: unknown): Promise<Reply<T>> {
    if (!this.#nats || !this.#isConnected) return { kind: 'unreachable', sent: false }
    const away = Promise.withResolvers<Reply<T>>()
    const giveUp = () => away.resolve({ kind: 'unreachable', sent: true })
    this.#underWay.add(giveUp)
    try {
      const answer = this.#nats
        .request(subject, JSON.stringify(value), { timeout: REQUEST_MS })
        .then((reply): Reply<T> => ({ kind: 'reply', value: reply.json<T>() }))
      return await Promise.race([answer, away.promise])
    } catch (error) {
      this.#options.onError(new BusAway(`No answer of ${owner}`, { cause: error }))
      // When nobody listens for the node, the node has ended, and its sockets with it.
      const isNobody = error instanceof NoRespondersError || (error instanceof RequestError && error.isNoResponders())
      return { kind: this.#isConnected ? 'closed' : 'unreachable', sent: !isNobody }
    } finally {
      this.#underWay.delete(giveUp)
    }
  }

  /** From now on no connection is opened. Call before `close`, so that what is done in between stays quiet. */
  stopOpening(): void {
    this.#isClosing = true
    clearTimeout(this.#again)
  }

  async close(): Promise<void> {
    this.stopOpening()
    // The last things are said where somebody hears them; a connection that hangs is not waited for.
    if (this.#isConnected && this.#nats)
      await Promise.race([this.#nats.drain(), new Promise(ok => setTimeout(ok, DRAIN_MS).unref())]).catch(
        this.#options.onError,
      )
    await this.#nats?.close()
  }

  async #connect(isFirst: boolean): Promise<void> {
    const { url, node, onError } = this.#options
    try {
      const connection = await connect({ ...OPTIONS, servers: url, name: node })
      if (this.#isClosing) return connection.close()
      this.#nats = connection
      for (const subject of this.#handlers.keys()) this.#subscribe(connection, subject)
      this.#follow(connection).catch(onError)
      const lost = () => this.#lost()
      connection.closed().then(lost, lost)
      this.#up(isFirst)
    } catch (error) {
      onError(new BusAway('NATS cannot be reached', { cause: error }))
      this.#connectLater()
    }
  }

  #connectLater(): void {
    if (!this.#isClosing) this.#again = setTimeout(() => void this.#connect(false), AGAIN_MS).unref()
  }

  #subscribe(connection: NatsConnection, subject: string): void {
    const { onError } = this.#options
    const { handler, queue } = this.#handlers.get(subject) ?? {}
    if (!handler) return
    connection.subscribe(subject, {
      ...(queue !== undefined && { queue }),
      callback: (error, m) => {
        if (error) return onError(error)
        // An error thrown here would end the reader of the connection.
        const handled = async () => handler(m)
        handled().catch(onError)
      },
    })
  }

  async #follow(connection: NatsConnection): Promise<void> {
    const { onError } = this.#options
    for await (const s of connection.status()) {
      if (s.type === 'disconnect') {
        onError(new BusAway('The connection to NATS is lost'))
        this.#down()
      } else if (s.type === 'reconnect') this.#up(false)
      else if (s.type === 'error') onError(new BusAway('NATS tells an error', { cause: s.error }))
    }
  }

  #up(isFirst: boolean): void {
    this.#isConnected = true
    this.#options.onUp(isFirst)
    if (this.#unsent === 0) return
    this.#unsent = 0
    this.#options.onGap()
  }

  #down(): void {
    this.#isConnected = false
    for (const giveUp of this.#underWay) giveUp()
  }

  /** The client has given the connection up for good. */
  #lost(): void {
    this.#nats = undefined
    this.#down()
    this.#connectLater()
  }
}
