// The live stream of the current team (D-GEN-14): one connection for the page, events handed out at most once a second.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { LiveEvent, LiveEventOf } from '@wattdesk/base/live-event'
import { keyOf } from '@wattdesk/wire/call'
import type { AnyEndpoint, Reply } from '@wattdesk/wire/endpoint'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { wakeLoads } from './later.ts'
import { openStream, type StreamState } from './live-stream.ts'
import { sessionOf, useSessionState } from './session.ts'

export type LiveState = {
  /** `off`: nobody is signed in or there is no team. */
  state: 'off' | StreamState
  /** After a break, until the stream is open again: when the server was last heard, so how old the data is; else null. */
  since: Date | null
}
/** Gets what arrived since the last time, oldest first, at most once a second. */
export type LiveHandler<T extends LiveEvent['type']> = (events: readonly LiveEventOf<T>[]) => void
export type LiveOptions = {
  /** chargepoint_id whose frames are wanted (type `log`): opens a stream of its own. */
  charger?: string
}

const off: LiveState = { state: 'off', since: null }
let live: LiveState = off
const watchers = new Set<() => void>()
const hearers = new Set<(e: LiveEvent) => void>()
const subscribe = (l: () => void) => {
  watchers.add(l)
  return () => watchers.delete(l)
}
const change = (next: LiveState) => {
  live = next
  for (const w of watchers) w()
}
const next = (state: StreamState, heardAt: Date | null): LiveState => ({
  state,
  // The time of the break stays the same however often the stream is tried again.
  since: state === 'open' ? null : (live.since ?? (state === 'broken' ? (heardAt ?? new Date()) : null)),
})

/** Keeps the stream of the current team open; the shell calls it once. */
export function useLiveConnection(): void {
  const state = useSessionState()
  const teamId = sessionOf(state)?.teamId ?? 0
  const { token } = state
  const cache = useQueryClient()
  useEffect(() => {
    if (!token || teamId === 0) return
    const close = openStream({
      teamId,
      onEvent: e => {
        for (const hear of hearers) hear(e)
      },
      onState: (s, heardAt) => {
        // Events were missed while the stream was broken: everything on screen is read again.
        if (s === 'open' && live.since !== null) void cache.invalidateQueries()
        // Parts of the portal that could not be loaded meanwhile are asked for at once.
        if (s === 'open') wakeLoads()
        change(next(s, heardAt))
      },
    })
    return () => {
      close()
      change(off)
    }
  }, [token, teamId, cache])
}

export const useLiveState = (): LiveState => useSyncExternalStore(subscribe, () => live)

/** Collects events and hands them on: the first at once, the rest at most every `everyMs`. */
export function batcher<E>(
  hand: (events: readonly E[]) => void,
  everyMs = 1000,
): { add: (e: E) => void; stop: () => void } {
  let waiting: E[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    if (!waiting.length) return
    const events = waiting
    waiting = []
    timer = setTimeout(flush, everyMs)
    hand(events)
  }
  return {
    add: e => {
      waiting.push(e)
      if (timer === undefined) flush()
    },
    stop: () => clearTimeout(timer),
  }
}

/** Hands the events of one type to `handler` while the caller is mounted, at most once a second. */
export function useLive<T extends LiveEvent['type']>(
  type: T,
  handler: LiveHandler<T>,
  { charger }: LiveOptions = {},
): void {
  const hand = useEffectEvent(handler)
  const teamId = sessionOf(useSessionState())?.teamId ?? 0
  useEffect(() => {
    const batch = batcher<LiveEventOf<T>>(events => hand(events))
    const hear = (e: LiveEvent) => {
      if (e.type === type) batch.add(e as LiveEventOf<T>)
    }
    const ofTeam = () => {
      hearers.add(hear)
      return () => hearers.delete(hear)
    }
    const close =
      charger !== undefined && teamId !== 0
        ? openStream({ teamId, charger, onEvent: hear, onState: () => undefined })
        : ofTeam()
    return () => {
      close()
      batch.stop()
    }
  }, [type, charger, teamId])
}

/**
 * Brings what events tell into every cached answer of an endpoint; `change` gives the same object where nothing changes.
 * An error of the last reading stays: the events say nothing of what that reading could not bring.
 */
export function patchAnswers<E extends AnyEndpoint>(
  cache: QueryClient,
  endpoint: E,
  change: (reply: Reply<E>) => Reply<E>,
): void {
  for (const q of cache.getQueryCache().findAll({ queryKey: keyOf(endpoint) })) {
    const old = q.state.data as Reply<E> | undefined
    const data = old && change(old)
    if (data !== old) q.setState({ ...q.state, data })
  }
}

/** `intervalMs` while the stream is not open, else false: the `refetchInterval` of a query that the stream keeps fresh. */
export function usePolling(intervalMs: number): number | false {
  return useLiveState().state === 'open' ? false : intervalMs
}
