// One connection to a team's event stream: read with fetch (the token goes in a header), opened again with growing pauses.

import { EVENTS_PATH, type LiveEvent, readLiveEvent } from '@wattdesk/base/live-event'
import { address, CallError, headersFor, refusal } from '@wattdesk/wire/call'
import { eventParser } from './sse.ts'

export type StreamState = 'connecting' | 'open' | 'broken'
export type StreamOptions = {
  teamId: number
  charger?: string | undefined
  onEvent: (event: LiveEvent) => void
  /** `heardAt`: when the server was heard last; null before the first time. */
  onState: (state: StreamState, heardAt: Date | null) => void
}

const events = { method: 'GET', path: EVENTS_PATH, can: 'signed in' } as const
/** The server says something every 5 s, a comment where nothing happened; two of them missing is a dead line. */
const SILENCE_MS = 12_000
const LONGEST_MS = 30_000

/** Pause before try number `tries`: 1, 2, 4 ... 30 s, each 50 to 100 % of it, so that a fleet of portals comes back spread out. */
export const pauseMs = (tries: number, random: number): number =>
  Math.min(LONGEST_MS, 1000 * 2 ** Math.min(tries - 1, 10)) * (0.5 + random / 2)

type Reading = Pick<StreamOptions, 'teamId' | 'charger' | 'onEvent'> & { onOpen: () => void; onHeard: () => void }
/** Reads until the stream ends; throws when it cannot be had, falls silent, or the device goes offline. */
async function readOnce({ teamId, charger, onEvent, onOpen, onHeard }: Reading, stop: AbortSignal): Promise<void> {
  const lost = new AbortController()
  const lose = () => lost.abort()
  let timer = setTimeout(lose, SILENCE_MS)
  globalThis.addEventListener?.('offline', lose)
  try {
    const query = charger === undefined ? {} : { query: { charger } }
    const headers = headersFor(events)
    const r = await fetch(address(events as never, { params: { teamId }, ...query }), {
      headers: { ...headers, accept: 'text/event-stream' },
      signal: AbortSignal.any([stop, lost.signal]),
    })
    if (!r.ok || !r.body) throw await refusal(events, r, headers)
    onHeard()
    onOpen()
    const parse = eventParser()
    const reader = r.body
      .pipeThrough(new TextDecoderStream() as never)
      .getReader() as ReadableStreamDefaultReader<string>
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onHeard()
      clearTimeout(timer)
      timer = setTimeout(lose, SILENCE_MS)
      for (const e of parse(value)) {
        const event = readLiveEvent(asJson(e.data))
        if (event) onEvent(event)
      }
    }
  } finally {
    clearTimeout(timer)
    globalThis.removeEventListener?.('offline', lose)
  }
}

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Not an event of ours; the next one may be.
    return undefined
  }
}

const wait = (ms: number, stop: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    stop.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
    // Back from no network: at once.
    globalThis.addEventListener?.('online', () => resolve(), { once: true, signal: stop })
  })

/** Opens the stream and keeps it open until the function returned is called. */
export function openStream({ onState, ...options }: StreamOptions): () => void {
  const stop = new AbortController()
  let heardAt: Date | null = null
  const run = async () => {
    let tries = 0
    onState('connecting', heardAt)
    const reading: Reading = {
      ...options,
      onHeard: () => {
        heardAt = new Date()
      },
      onOpen: () => {
        tries = 0
        onState('open', heardAt)
      },
    }
    while (!stop.signal.aborted) {
      try {
        await readOnce(reading, stop.signal)
        // The server ended it in order (a restart, changed rights): opened again at once, broken only if that fails.
        if (tries === 0 && !stop.signal.aborted) {
          tries = 1
          onState('connecting', heardAt)
          await wait(pauseMs(1, Math.random()), stop.signal)
          continue
        }
      } catch (error) {
        // Ended by us, or with the session, which has already led to /login; anything else is shown as broken below.
        if (stop.signal.aborted || (error instanceof CallError && error.endsSession)) return
      }
      if (stop.signal.aborted) return
      onState('broken', heardAt)
      tries++
      await wait(pauseMs(tries, Math.random()), stop.signal)
    }
  }
  void run()
  return () => stop.abort()
}
