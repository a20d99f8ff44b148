// The bus between nodes over NATS: events and changes to everybody, commands to the node that holds the socket. While
// NATS is away this node goes on by itself, and what needs the others says so; when it is back everything works again.
import { hops } from '#platform/telemetry/metrics.ts'
import { traced, traceparent } from '#platform/telemetry/traces.ts'
import { type Bus, type Changed, type Command, type CommandOutcome, localBus, type Published } from './bus.ts'
import { LogWatches, RemoteWatches } from './log-watches.ts'
import { NatsLink } from './nats-link.ts'

const EVENTS = 'wattdesk.events'
const CHANGED = 'wattdesk.changed'
const WATCH = 'wattdesk.watch'
const COMMAND = 'wattdesk.command'
const NEWS = 'wattdesk.news'
/** News of a moment travels together: so long, and at most so many chargers in one message. */
const NEWS_TOGETHER_MS = 50
const MOST_NEWS = 10_000
/** Commands to other nodes whose end is awaited; a further one ends at once as busy. */
const MOST_COMMANDS = 20_000
/**
 * A watch is repeated while it lasts, so that later nodes learn of the watch, and the watch of a dead node is
 * forgotten.
 */
const WATCH_EVERY_MS = 5000

/**
 * Opens the bus; what this node publishes reaches its own readers without the way over the network. Resolves after the
 * first attempt to connect, whether it succeeded or not.
 */
export async function natsBus(url: string, node: string, onError: (error: unknown) => void): Promise<Bus> {
  const local = localBus(onError)
  const watchedHere = new LogWatches()
  const watchedElsewhere = new RemoteWatches(3 * WATCH_EVERY_MS)
  let servesCommands = false
  let newsHandlers = 0
  let commandsOut = 0
  /** No more than there are chargers. */
  const newsWaiting = new Set<number>()
  let newsTimer: NodeJS.Timeout | undefined

  const sendNews = () => {
    newsTimer = undefined
    const pks = [...newsWaiting]
    newsWaiting.clear()
    for (let n = 0; n < pks.length; n += MOST_NEWS) link.publish(NEWS, pks.slice(n, n + MOST_NEWS))
  }
  const sayWatched = () => {
    const pks = watchedHere.pks()
    if (pks.length > 0) link.publish(WATCH, pks)
    watchedElsewhere.endOld()
  }
  const onUp = (isFirst: boolean) => {
    // Messages of other nodes were missed meanwhile.
    if (!isFirst) local.changed({ what: 'all' })
    sayWatched()
  }
  // Others have missed something of this node: they read again what they show.
  const onGap = () => link.publish(CHANGED, { what: 'all' } satisfies Changed)
  const link = new NatsLink({ url, node, onError, onUp, onGap })
  link.onPublished<Published>(EVENTS, p => local.publish(p))
  link.onPublished<Changed>(CHANGED, c => local.changed(c))
  link.onPublished<number[]>(WATCH, pks => watchedElsewhere.heard(pks))
  const timer = setInterval(sayWatched, WATCH_EVERY_MS)
  timer.unref()
  await link.open()

  const ask = async (owner: string, c: Command): Promise<CommandOutcome> => {
    if (commandsOut >= MOST_COMMANDS) return { kind: 'busy' }
    commandsOut++
    try {
      const request = () =>
        link.request<CommandOutcome>(owner, `${COMMAND}.${owner}`, { ...c, traceparent: traceparent() })
      const reply = await traced(`bus to ${owner}`, () => ({ 'wattdesk.action': c.action }), request, {
        kind: 'client',
      })
      hops.cell({ outcome: reply.kind }).add()
      return reply.kind === 'reply' ? reply.value : reply
    } finally {
      commandsOut--
    }
  }

  return {
    publish: p => {
      local.publish(p)
      link.publish(EVENTS, p)
    },
    onEvent: local.onEvent,
    isHeard: () => true,
    changed: c => {
      local.changed(c)
      link.publish(CHANGED, c)
    },
    onChanged: local.onChanged,
    news: pks => {
      if (newsHandlers > 0) return local.news(pks)
      for (const pk of pks) newsWaiting.add(pk)
      newsTimer ??= setTimeout(sendNews, NEWS_TOGETHER_MS).unref()
    },
    onNews: handler => {
      // Each message of news reaches one of the listening nodes.
      if (newsHandlers++ === 0) link.serveInTurn<number[]>(NEWS, pks => local.news(pks))
      const off = local.onNews(handler)
      return () => {
        newsHandlers--
        off()
      }
    },
    command: (owner, c) => (owner === node ? local.command(owner, c) : ask(owner, c)),
    onCommand: handler => {
      local.onCommand(handler)
      if (servesCommands) return
      servesCommands = true
      link.serve(`${COMMAND}.${node}`, async m => {
        const c = m.json<Command>()
        const answer = () => local.command(node, c)
        const facts = () => ({ 'wattdesk.action': c.action })
        m.respond(
          JSON.stringify(
            await traced(`bus at ${node}`, facts, answer, { kind: 'server', below: { traceparent: c.traceparent } }),
          ),
        )
      })
    },
    watchLog: pk => {
      const end = watchedHere.begin(pk)
      sayWatched()
      return end
    },
    isLogWatched: pk => watchedHere.has(pk) || watchedElsewhere.has(pk),
    isConnected: () => link.isConnected,
    close: async () => {
      link.stopOpening()
      clearInterval(timer)
      clearTimeout(newsTimer)
      await local.close()
      await link.close()
    },
  }
}
