// How busy this process is, so that what can wait gives way to what chargers and people wait for.

const LOOK_EVERY_MS = 200

/**
 * Tells the share of the last fifth of a second that this thread has computed, 0 to 1. The processor's time counts, not that of
 * the clock: on a machine that others keep busy, a thread that waits for a core would seem to work.
 */
export function busyness(): () => number {
  let from = process.threadCpuUsage()
  let lookedMs = performance.now()
  let share = 0
  return () => {
    const now = performance.now()
    if (now - lookedMs < LOOK_EVERY_MS) return share
    const { user, system } = process.threadCpuUsage(from)
    share = Math.min(1, (user + system) / 1000 / (now - lookedMs))
    from = process.threadCpuUsage()
    lookedMs = now
    return share
  }
}
