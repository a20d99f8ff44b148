// Gives processes a share of a core each, on a machine that has not a core for every one: a process that has had its part of a
// slice is stopped until the slice is over. So nodes can be compared as if each had a small machine of its own, as long as all
// shares together leave room for PostgreSQL and the load.
import { readFileSync } from 'node:fs'

const SLICE_MS = 50
const LOOK_EVERY_MS = 2

/** CPU time of the main thread in milliseconds, to the nanosecond (proc(5), schedstat). */
const cpuMs = (pid: number): number => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

/** Holds each process to `share` of a core (0 to 1), until the returned function is called. What a slice overran is taken off the next. */
export function shareOf(pids: readonly number[], share: number): () => void {
  const all = pids.map(pid => ({ pid, left: 0, seen: cpuMs(pid), isStopped: false }))
  let sliceEnds = performance.now()
  const look = () => {
    const now = performance.now()
    const isNew = now >= sliceEnds
    // Slices that a busy machine made us miss are given too, so that the share is right on average.
    const slices = isNew ? 1 + Math.floor((now - sliceEnds) / SLICE_MS) : 0
    if (isNew) sliceEnds += slices * SLICE_MS
    for (const p of all) {
      const used = cpuMs(p.pid)
      p.left = Math.min(share * SLICE_MS, p.left + slices * share * SLICE_MS) - (used - p.seen)
      p.seen = used
      const isOver = p.left <= 0
      if (isOver === p.isStopped) continue
      process.kill(p.pid, isOver ? 'SIGSTOP' : 'SIGCONT')
      p.isStopped = isOver
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  return () => {
    clearInterval(timer)
    for (const p of all) process.kill(p.pid, 'SIGCONT')
  }
}
