// One connection to a team's event stream: read with fetch (the token goes in a header), opened again with growing pauses.
import { address, headersFor, refusal } from '@wattdesk/wire/call'
import { EVENTS_PATH, LiveEvent } from '../../features/events/event.contract.ts'
import { eventParser } from './sse.ts'

export type StreamState = 'connecting' | 'open' | 'broken'
export type StreamOptions = {
  teamId: number
  charger?: string | undefined
  onEvent: (event: LiveEvent) => void
  onState: (state: StreamState) => void
}

const events = { method: 'GET', path: EVENTS_PATH, can: 'signed in' } as const
/** The server says at least a comment every 20 s; a minute of silence is a dead line. */
const SILENCE_MS = 60_000
const LONGEST_MS = 30_000

/** Pause before try number `tries`: 1, 2, 4 ... 30 s, each 50 to 100 % of it, so that a fleet of portals comes back spread out. */
export const pauseMs = (tries: number, random: number): number =>
  Math.min(LONGEST_MS, 1000 * 2 ** Math.min(tries - 1, 10)) * (0.5 + random / 2)

/** Reads until the stream ends; throws when it cannot be had. */
async function readOnce({ teamId, charger, onEvent, onState }: StreamOptions, stop: AbortSignal): Promise<void> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  try {
    const query = charger === undefined ? {} : { query: { charger } }
    const headers = headersFor(events)
    const r = await fetch(address(events as never, { params: { teamId }, ...query }), {
      headers: { ...headers, accept: 'text/event-stream' },
      signal: AbortSignal.any([stop, silence.signal]),
    })
    if (!r.ok || !r.body) throw await refusal(events, r, headers)
    onState('open')
    const parse = eventParser()
    const reader = r.body
      .pipeThrough(new TextDecoderStream() as never)
      .getReader() as ReadableStreamDefaultReader<string>
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
      for (const e of parse(value)) {
        const event = LiveEvent.safeParse(asJson(e.data))
        if (event.success) onEvent(event.data)
      }
    }
  } finally {
    clearTimeout(timer)
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
export function openStream(options: StreamOptions): () => void {
  const stop = new AbortController()
  const run = async () => {
    let tries = 0
    options.onState('connecting')
    const opened: StreamOptions = {
      ...options,
      onState: s => {
        tries = 0
        options.onState(s)
      },
    }
    while (!stop.signal.aborted) {
      try {
        await readOnce(opened, stop.signal)
        // The server ended it in order (a restart, changed rights): opened again at once, broken only if that fails.
        if (tries === 0 && !stop.signal.aborted) {
          tries = 1
          options.onState('connecting')
          await wait(pauseMs(1, Math.random()), stop.signal)
          continue
        }
      } catch (error) {
        // Ended by us, or by a 401 that has already led to /login; anything else is shown as broken below.
        if (stop.signal.aborted || (error as { status?: number }).status === 401) return
      }
      if (stop.signal.aborted) return
      options.onState('broken')
      tries++
      await wait(pauseMs(tries, Math.random()), stop.signal)
    }
  }
  void run()
  return () => stop.abort()
}
