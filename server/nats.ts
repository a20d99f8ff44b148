// The bus between nodes over NATS: events and changes to everybody, commands to the node that holds the socket.
import { connect, type Msg, NoRespondersError, RequestError } from '@nats-io/transport-node'
import type { CallOutcome } from '@wattdesk/ocpp/own-calls'
import { type Bus, type Changed, type Command, localBus, type Published } from './bus.ts'

const EVENTS = 'wattdesk.events'
const CHANGED = 'wattdesk.changed'
const WATCH = 'wattdesk.watch'
const COMMAND = 'wattdesk.command'
/** A watch is repeated while it lasts, so that a node that starts later learns of it, and one that dies is forgotten. */
const WATCH_EVERY_MS = 5000
/** Longer than any command may take; the owner's own timeout answers first. */
const COMMAND_MS = 300_000

/** Connects to NATS; what this node publishes reaches its own readers without the way over the network. */
export async function natsBus(url: string, node: string, onError: (error: unknown) => void): Promise<Bus> {
  const nats = await connect({ servers: url, name: node, maxReconnectAttempts: -1 })
  const local = localBus(onError)
  const watchedElsewhere = new Map<number, number>()
  const watchedHere = new Map<number, number>()

  const on = (subject: string, take: (m: Msg) => void | Promise<void>) =>
    nats.subscribe(subject, {
      callback: (error, m) => {
        if (error) return onError(error)
        Promise.resolve(take(m)).catch(onError)
      },
    })
  const fromOthers =
    <T>(take: (value: T) => void) =>
    (m: Msg) => {
      const { from, value } = m.json<{ from: string; value: T }>()
      if (from !== node) take(value)
    }
  const tell = (subject: string, value: unknown) => nats.publish(subject, JSON.stringify({ from: node, value }))

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
    command: async (owner, c) => {
      if (owner === node) return local.command(owner, c)
      try {
        const reply = await nats.request(`${COMMAND}.${owner}`, JSON.stringify(c), { timeout: COMMAND_MS })
        return reply.json<CallOutcome>()
      } catch (error) {
        onError(error)
        const isNobody = error instanceof NoRespondersError || (error instanceof RequestError && error.isNoResponders())
        return { kind: 'closed', sent: !isNobody }
      }
    },
    onCommand: handler => {
      local.onCommand(handler)
      on(`${COMMAND}.${node}`, async m => {
        m.respond(JSON.stringify(await handler(m.json<Command>())))
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
    close: async () => {
      clearInterval(timer)
      await local.close()
      await nats.drain()
    },
  }
}
