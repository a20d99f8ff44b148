// Failures that come by the thousand for the same cause, logged in one line a second with their number.

const EVERY_MS = 1000

export type Tally = { add: (error: unknown) => void; close: () => void }

/** Counts failures and warns of them with `text`, their number and the last one. */
export function tally(log: { warn: (o: { err: unknown; count: number }, text: string) => void }, text: string): Tally {
  let count = 0
  let last: unknown
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (count > 0) log.warn({ err: last, count }, text)
    count = 0
  }
  return {
    add: error => {
      count++
      last = error
      timer ??= setTimeout(flush, EVERY_MS).unref()
    },
    close: flush,
  }
}
