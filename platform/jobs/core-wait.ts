// How long the main thread of this process, which answers chargers and people, waits for a core: what can wait gives way then.
import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 200
/** A thread with less to do than this share of the time is not slowed down by waiting, however busy others keep the machine. */
const BUSY = 0.5
/** The main thread’s time on a core, and its time of waiting for a core, in ns (proc(5), schedstat). */
const FILE = `/proc/self/task/${process.pid}/schedstat`

type Spent = { ranMs: number; waitedMs: number; atMs: number }
function spent(): Spent {
  const atMs = performance.now()
  try {
    const [ran, waited] = readFileSync(FILE, 'utf8').split(' ')
    return { ranMs: Number(ran) / 1e6, waitedMs: Number(waited) / 1e6, atMs }
  } catch {
    // Another system than Linux, or one that does not count.
    return { ranMs: 0, waitedMs: 0, atMs }
  }
}

/**
 * Tells, in any thread, the share of the last fifth of a second that the main thread has waited for a core, 0 to 1; 0 while it has
 * little to do, and where nobody counts.
 */
export function coreWait(): () => number {
  let from = spent()
  let share = 0
  return () => {
    if (performance.now() - from.atMs < LOOK_EVERY_MS) return share
    const to = spent()
    const ms = to.atMs - from.atMs
    const waited = (to.waitedMs - from.waitedMs) / ms
    share = waited + (to.ranMs - from.ranMs) / ms < BUSY ? 0 : Math.min(1, waited)
    from = to
    return share
  }
}
