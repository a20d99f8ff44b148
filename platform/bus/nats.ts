// The bus between nodes over NATS: events and changes to everybody, commands to the node that holds the socket. While
// NATS is away this node goes on by itself, and what needs the others says so; when it is back everything works again.
import { connect, type Msg, type NatsConnection, NoRespondersError, RequestError } from '@nats-io/transport-node'
import { type Bus, type Changed, type Command, type CommandOutcome, localBus, type Published } from './bus.ts'

const EVENTS = 'wattdesk.events'
const CHANGED = 'wattdesk.changed'
const WATCH = 'wattdesk.watch'
const COMMAND = 'wattdesk.command'
/**
 * A watch is repeated while it lasts, so that later nodes learn of the watch, and the watch of a dead node is
 * forgotten.
 */
const WATCH_EVERY_MS = 5000
/** Longer than any command may take: 60 s behind others and 20 s for the answer; the owner's own timeouts answer first. */
const COMMAND_MS = 90_000
const AGAIN_MS = 1000
const DRAIN_MS = 2000

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
type Handler = (m: Msg) => void | Promise<void>

/**
 * Opens the bus; what this node publishes reaches its own readers without the way over the network. Resolves after the
 * first attempt to connect, whether it succeeded or not.
 */
export async function natsBus(url: string, node: string, onError: (error: unknown) => void): Promise<Bus> {
  const local = localBus(onError)
  const watchedElsewhere = new Map<number, number>()
  const watchedHere = new Map<number, number>()
  const subjects = new Map<string, Handler>()
  /** Ends the waiting of commands under way when the connection is lost: their answers are lost with it. */
  const underWay = new Set<() => void>()
  let nats: NatsConnection | undefined
  let isConnected = false
  let isClosing = false
  let again: NodeJS.Timeout | undefined

  const subscribe = (to: NatsConnection, subject: string, take: Handler) =>
    to.subscribe(subject, {
      callback: (error, m) => {
        if (error) return onError(error)
        // An error thrown here would end the reader of the connection.
        const taken = async () => take(m)
        taken().catch(onError)
      },
    })
  const on = (subject: string, take: Handler) => {
    subjects.set(subject, take)
    if (nats) subscribe(nats, subject, take)
  }
  const fromOthers =
    <T>(take: (value: T) => void) =>
    (m: Msg) => {
      const { from, value } = m.json<{ from: string; value: T }>()
      if (from !== node) take(value)
    }
  /** While the connection is lost nothing is said: the client would keep all of it and then throw it away. */
  const tell = (subject: string, value: unknown) => {
    if (!isConnected) return
    try {
      nats?.publish(subject, JSON.stringify({ from: node, value }))
    } catch (error) {
      onError(error)
    }
  }

  const up = (isFirst: boolean) => {
    isConnected = true
    // Messages of other nodes were missed meanwhile.
    if (!isFirst) local.changed({ what: 'all' })
    sayWatched()
  }
  const down = () => {
    isConnected = false
    for (const giveUp of underWay) giveUp()
  }
  async function follow(connection: NatsConnection): Promise<void> {
    for await (const s of connection.status()) {
      if (s.type === 'disconnect') {
        onError(new BusAway('The connection to NATS is lost'))
        down()
      } else if (s.type === 'reconnect') up(false)
      else if (s.type === 'error') onError(new BusAway('NATS tells an error', { cause: s.error }))
    }
  }
  async function open(isFirst: boolean): Promise<void> {
    try {
      const connection = await connect({ ...OPTIONS, servers: url, name: node })
      if (isClosing) return connection.close()
      nats = connection
      for (const [subject, take] of subjects) subscribe(connection, subject, take)
      follow(connection).catch(onError)
      connection.closed().then(lost, lost)
      up(isFirst)
    } catch (error) {
      onError(new BusAway('NATS cannot be reached', { cause: error }))
      later()
    }
  }
  /** The client has given the connection up for good. */
  const lost = () => {
    nats = undefined
    down()
    later()
  }
  const later = () => {
    if (!isClosing) again = setTimeout(() => void open(false), AGAIN_MS).unref()
  }

  on(
    EVENTS,
    fromOthers<Published>(p => local.publish(p)),
  )
  on(
    CHANGED,
    fromOthers<Changed>(c => local.changed(c)),
  )
  on(
    WATCH,
    fromOthers<number[]>(pks => {
      for (const pk of pks) watchedElsewhere.set(pk, Date.now() + 3 * WATCH_EVERY_MS)
    }),
  )
  const sayWatched = () => {
    if (watchedHere.size > 0) tell(WATCH, [...watchedHere.keys()])
    for (const [pk, until] of watchedElsewhere) if (until < Date.now()) watchedElsewhere.delete(pk)
  }
  const timer = setInterval(sayWatched, WATCH_EVERY_MS)
  timer.unref()
  await open(true)

  async function ask(owner: string, c: Command): Promise<CommandOutcome> {
    if (!nats || !isConnected) return { kind: 'unreachable', sent: false }
    const away = Promise.withResolvers<CommandOutcome>()
    const giveUp = () => away.resolve({ kind: 'unreachable', sent: true })
    underWay.add(giveUp)
    try {
      const answer = nats
        .request(`${COMMAND}.${owner}`, JSON.stringify(c), { timeout: COMMAND_MS })
        .then(reply => reply.json<CommandOutcome>())
      return await Promise.race([answer, away.promise])
    } catch (error) {
      onError(new BusAway(`No answer of ${owner}`, { cause: error }))
      // When nobody listens for the node, the node has ended, and its sockets with it.
      const isNobody = error instanceof NoRespondersError || (error instanceof RequestError && error.isNoResponders())
      return { kind: isConnected ? 'closed' : 'unreachable', sent: !isNobody }
    } finally {
      underWay.delete(giveUp)
    }
  }

  return {
    publish: p => {
      local.publish(p)
      tell(EVENTS, p)
    },
    onEvent: local.onEvent,
    isHeard: () => true,
    changed: c => {
      local.changed(c)
      tell(CHANGED, c)
    },
    onChanged: local.onChanged,
    command: (owner, c) => (owner === node ? local.command(owner, c) : ask(owner, c)),
    onCommand: handler => {
      local.onCommand(handler)
      const own = `${COMMAND}.${node}`
      if (!subjects.has(own))
        on(own, async m => {
          m.respond(JSON.stringify(await local.command(node, m.json<Command>())))
        })
    },
    watchLog: pk => {
      const end = local.watchLog(pk)
      watchedHere.set(pk, (watchedHere.get(pk) ?? 0) + 1)
      sayWatched()
      return () => {
        end()
        const left = (watchedHere.get(pk) ?? 1) - 1
        if (left > 0) watchedHere.set(pk, left)
        else watchedHere.delete(pk)
      }
    },
    isLogWatched: pk => local.isLogWatched(pk) || watchedElsewhere.has(pk),
    isConnected: () => isConnected,
    close: async () => {
      isClosing = true
      clearInterval(timer)
      clearTimeout(again)
      await local.close()
      // The last things are said where somebody hears them; a connection that hangs is not waited for.
      if (isConnected && nats)
        await Promise.race([nats.drain(), new Promise(ok => setTimeout(ok, DRAIN_MS).unref())]).catch(onError)
      await nats?.close()
    },
  }
}
