// The rows of the log as they are read: pages downwards as the reader scrolls, and upwards what arrives on the live
// stream, or every 5 seconds from page 1 while the stream is broken (D-LOG-3). Loaded older pages stay.

import type { LiveEventOf } from '@wattdesk/base/live-event'
import { call } from '@wattdesk/wire/call'
import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react'
import { batcher } from '#kit/live.ts'
import { openStream, type StreamState } from '#kit/live-stream.ts'
import { type LogEntry, listLog } from './charger-log.contract.ts'
import { extended, joined, type LogRow } from './charger-log.rules.ts'

export const PAGE = 50
const POLL_MS = 5000
/** Pages read to close a gap after the stream was away; beyond, the list starts again. */
const MOST_PAGES = 20

export type Feed = {
  rows: readonly LogRow[]
  /** Frames kept of this charger; undefined until the first page has come. */
  total: number | undefined
  isLoading: boolean
  isLoadingOlder: boolean
  hasOlder: boolean
  error: unknown
  stream: StreamState
  loadOlder: () => void
  refresh: () => void
}
type Loaded = { rows: readonly LogRow[]; next: string | null; total: number }

function withEvents(was: Loaded, events: readonly LiveEventOf<'log'>[]): Loaded {
  const { rows } = joined(was.rows, events.toReversed())
  return { ...was, rows, total: was.total + rows.length - was.rows.length }
}

/** Reads the log of `charger` (chargepoint_id) while `active`. */
export function useLogFeed(teamId: number, charger: string, active: boolean): Feed {
  const [loaded, setLoaded] = useState<Loaded>()
  const [error, setError] = useState<unknown>()
  const [stream, setStream] = useState<StreamState>('connecting')
  const restart = useRef(() => {})
  const now = useRef(loaded)
  now.current = loaded

  const page = usePages(teamId, charger)

  // The feed starts with page 1, then listens; page 1 is read again when the stream opens, for frames that passed in
  // between.
  useEffect(() => {
    if (!active) return
    const stop = new AbortController()
    const { signal } = stop
    const failed = (e: unknown) => {
      if (!signal.aborted) setError(e)
    }
    const start = async () => {
      const first = await page(null, signal)
      setLoaded({ rows: first.data, next: first.next, total: first.total })
      setError(undefined)
    }
    /** The newest pages, down to what is known. */
    const catchUp = async () => {
      const newer: LogEntry[] = []
      let before: string | null = null
      for (let i = 0; i < MOST_PAGES; i++) {
        const p = await page(before, signal)
        newer.push(...p.data)
        const all = joined(now.current?.rows ?? [], newer)
        if (all.joins || p.next === null) {
          setLoaded(was => ({
            rows: joined(was?.rows ?? [], newer).rows,
            next: was ? was.next : p.next,
            total: p.total,
          }))
          return setError(undefined)
        }
        before = p.next
      }
      await start()
    }
    const live = batcher<LiveEventOf<'log'>>(events => setLoaded(was => was && withEvents(was, events)))
    let state: StreamState = 'connecting'
    let close = () => {}
    const poll = setInterval(() => {
      if (state !== 'open') catchUp().catch(failed)
    }, POLL_MS)
    restart.current = () => {
      setError(undefined)
      start().catch(failed)
    }
    start()
      .catch(failed)
      .finally(() => {
        if (signal.aborted) return
        close = openStream({
          teamId,
          charger,
          onEvent: e => {
            if (e.type === 'log') live.add(e)
          },
          onState: s => {
            state = s
            setStream(s)
            if (s === 'open') catchUp().catch(failed)
          },
        })
      })
    return () => {
      stop.abort()
      close()
      live.stop()
      clearInterval(poll)
    }
  }, [active, page, teamId, charger])

  const { isLoadingOlder, loadOlder } = useOlder(page, now, setLoaded, setError)

  return {
    rows: loaded?.rows ?? [],
    total: loaded?.total,
    isLoading: active && loaded === undefined && error === undefined,
    isLoadingOlder,
    hasOlder: loaded?.next != null,
    error,
    stream,
    loadOlder,
    refresh: useCallback(() => {
      setLoaded(undefined)
      restart.current()
    }, []),
  }
}

function usePages(teamId: number, chargepointId: string) {
  return useCallback(
    (before: string | null, signal?: AbortSignal) =>
      call(
        listLog,
        { params: { teamId, chargepointId }, query: { limit: PAGE, ...(before !== null && { before }) } },
        { signal },
      ),
    [teamId, chargepointId],
  )
}

type ReadPage = ReturnType<typeof usePages>
/** The pages below, one at a time. */
function useOlder(
  page: ReadPage,
  now: { readonly current: Loaded | undefined },
  setLoaded: Dispatch<SetStateAction<Loaded | undefined>>,
  setError: (error: unknown) => void,
) {
  const [isLoadingOlder, setLoadingOlder] = useState(false)
  const older = useRef(false)
  const loadOlder = useCallback(() => {
    const next = now.current?.next
    if (older.current || !next) return
    older.current = true
    setLoadingOlder(true)
    page(next)
      .then(
        p =>
          setLoaded(
            was => was && { rows: extended(was.rows, p.data), next: p.next, total: Math.max(was.total, p.total) },
          ),
        setError,
      )
      .finally(() => {
        older.current = false
        setLoadingOlder(false)
      })
  }, [page, now, setLoaded, setError])
  return { isLoadingOlder, loadOlder }
}
