// Work in the background that is wanted soon after an event of this node, and now and then in case the event was another
// node's. Runs never overlap.

export type Sweep = {
  /** Something waits: the work runs within `soonMs`. */
  wake: () => void
  /** Resolves when no run is under way; none begins any more. */
  close: () => Promise<void>
}

/** `soonMs` after an event gathers what comes meanwhile, so that one run does it together. `onError` is told of a run that failed. */
export function sweep(
  work: () => Promise<unknown>,
  { soonMs, everyMs, onError }: { soonMs: number; everyMs: number; onError: (error: unknown) => void },
): Sweep {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isAsked = false
  let isClosed = false

  function arm(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(run, ms)
    timer.unref()
  }
  function run(): void {
    isAsked = false
    running = work()
      .then(() => undefined, onError)
      .finally(() => {
        running = undefined
        if (!isClosed) arm(isAsked ? soonMs : everyMs)
      })
  }
  arm(everyMs)
  return {
    wake() {
      if (isAsked || isClosed) return
      isAsked = true
      if (!running) arm(soonMs)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
