// The limits of a node on handshakes: in a second, and under way at a time. Further handshakes are refused before any
// question to the database. The time at which a charger may try again is drawn at random, so that a fleet does not return
// in one moment.
import { tally } from '#platform/tally.ts'
import type { Reply } from './gate.ts'

const ACCEPTS_PER_SECOND = 2000
/** A handshake takes some statements; so many wait for the database at a time. */
const MOST_UNDER_WAY = 10_000
const LONGEST_WAIT_S = 10

/** A refusal for now: the charger is to come back in one to ten seconds. */
export const later = (text: string): Reply => ({
  status: 503,
  text,
  retryAfterSec: 1 + Math.floor(Math.random() * LONGEST_WAIT_S),
})

export type Accepts = {
  /** Takes a handshake while `underWay` others are under way; undefined: it may go on, else why not now. */
  take: (underWay: number) => Reply | undefined
  close: () => void
}

/** A bucket that holds the handshakes of one second and fills evenly. */
export function accepts(
  log: Parameters<typeof tally>[0],
  { perSecond = ACCEPTS_PER_SECOND, mostUnderWay = MOST_UNDER_WAY, now = () => performance.now() } = {},
): Accepts {
  const beyond = tally(log, 'Chargers are asked to come back: more connect at once than this node takes')
  let left = perSecond
  let filledMs = now()
  return {
    take: underWay => {
      const at = now()
      left = Math.min(perSecond, left + ((at - filledMs) * perSecond) / 1000)
      filledMs = at
      if (left >= 1 && underWay < mostUnderWay) {
        left--
        return undefined
      }
      beyond.add(undefined)
      return later('Too many charge points connect at once. Try again later')
    },
    close: beyond.close,
  }
}
