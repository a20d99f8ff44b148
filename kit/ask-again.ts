// Queries that failed because the server could not be reached are repeated: one query after a growing pause, and all
// the others as soon as any call succeeds.
import type { Query, QueryClient } from '@tanstack/react-query'
import { CallError } from '@wattdesk/wire/call'

const FIRST_MS = 2000
const LONGEST_MS = 15_000
/** The server gave no answer, or a proxy before it or a server still starting answered instead. */
const isUnreached = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || [502, 503, 504].includes(error.status))

/** Watches the readings on screen until the answer is called. */
export function askAgain(cache: QueryClient, random: () => number = Math.random): () => void {
  const queries = cache.getQueryCache()
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  const lost = (): Query[] =>
    queries
      .findAll({ type: 'active', fetchStatus: 'idle' })
      .filter(q => q.state.status === 'error' && isUnreached(q.state.error))
  const read = (q: Query) => void q.fetch().catch(() => undefined)
  const wait = () => {
    const pause = Math.min(LONGEST_MS, FIRST_MS * 2 ** tries) * (0.5 + random() / 2)
    timer ??= setTimeout(() => {
      timer = undefined
      tries++
      const [first] = lost()
      if (first) read(first)
    }, pause)
  }
  const end = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const off = queries.subscribe(e => {
    if (e.type !== 'updated') return
    if (e.action.type === 'error' && isUnreached(e.action.error)) wait()
    else if (e.action.type === 'success' && !e.action.manual) {
      tries = 0
      end()
      for (const q of lost()) read(q)
    }
  })
  return () => {
    end()
    off()
  }
}
