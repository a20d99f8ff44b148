// Polls while the page is visible: less often after failures, not at all while the page is hidden.
import { CallError } from '@wattdesk/wire/call'
import { useEffect, useState } from 'react'

export type Polled<T> = { data?: T; failed?: { status: number; text: string } }
const LONGEST_MS = 30_000

/**
 * Polls `ask` every `everyMs` and returns its last answer, which stays while no new one comes. Polling stops once
 * `isOver` is true of an answer. `key` names the resource asked for.
 */
export function usePolled<T>(
  key: string,
  ask: (signal: AbortSignal) => Promise<T>,
  everyMs: number,
  isOver: (data: T) => boolean,
): Polled<T> & { again: () => void } {
  const [known, setKnown] = useState<{ key: string } & Polled<T>>({ key })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew for another key, or at once when told so
  useEffect(() => {
    const ended = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let failures = 0
    const look = async () => {
      clearTimeout(timer)
      if (document.visibilityState === 'hidden') return
      try {
        const data = await ask(ended.signal)
        if (ended.signal.aborted) return
        failures = 0
        setKnown({ key, data })
        if (!isOver(data)) timer = setTimeout(look, everyMs)
      } catch (error) {
        if (ended.signal.aborted) return
        failures++
        const { status, message: text } = error instanceof CallError ? error : { status: 0, message: String(error) }
        setKnown(k => ({ ...(k.key === key ? k : { key }), failed: { status, text } }))
        if (status !== 404) timer = setTimeout(look, Math.min(LONGEST_MS, everyMs * 2 ** failures))
      }
    }
    const seen = () => void look()
    document.addEventListener('visibilitychange', seen)
    window.addEventListener('online', seen)
    void look()
    return () => {
      ended.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', seen)
      window.removeEventListener('online', seen)
    }
  }, [key, round])
  return { ...(known.key === key ? known : {}), again: () => setRound(n => n + 1) }
}
