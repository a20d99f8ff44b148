// How long the main thread of this process, which answers chargers and people, waits for a core: what can wait gives way then.
import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 200
/** Of the main thread (proc(5), schedstat): time on a core, time it was ready and waited for one, in ns. */
const FILE = `/proc/self/task/${process.pid}/schedstat`

function waitedMs(): number {
  try {
    return Number(readFileSync(FILE, 'utf8').split(' ')[1]) / 1e6
  } catch {
    // Another system than Linux, or one that does not count.
    return 0
  }
}

/** Tells, in any thread, the share of the last fifth of a second that the main thread has waited for a core, 0 to 1; 0 where nobody counts. */
export function coreWait(): () => number {
  let waited = waitedMs()
  let lookedMs = performance.now()
  let share = 0
  return () => {
    const now = performance.now()
    if (now - lookedMs < LOOK_EVERY_MS) return share
    const to = waitedMs()
    share = Math.min(1, (to - waited) / (now - lookedMs))
    waited = to
    lookedMs = now
    return share
  }
}
