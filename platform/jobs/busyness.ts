// How busy this process is, so that what can wait gives way to what chargers and people wait for.
import { performance } from 'node:perf_hooks'

const LOOK_EVERY_MS = 200

/** Tells the share of the last fifth of a second that this process has worked, 0 to 1. */
export function busyness(): () => number {
  let from = performance.eventLoopUtilization()
  let lookedMs = performance.now()
  let share = 0
  return () => {
    const now = performance.now()
    if (now - lookedMs < LOOK_EVERY_MS) return share
    const until = performance.eventLoopUtilization()
    share = performance.eventLoopUtilization(until, from).utilization
    from = until
    lookedMs = now
    return share
  }
}
