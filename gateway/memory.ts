// The memory of chargers that have disconnected: their last answers, by which a call repeated over a new connection is
// recognised (O-14), and for a minute their last figures, which may be newer than those a new connection reads from the
// database.
import type { RecentAnswers } from '@wattdesk/ocpp/recent-answers'
import type { StoredCharger } from '#fleet/stations/charger.store.ts'
import type { Station } from '#fleet/stations/station.memory.ts'

const MOST_REMEMBERED = 50_000
const REMEMBERED_MS = 60_000

/** A charger's connection of before, as far as the next one needs to know it. */
export type PriorConnection = {
  answers: RecentAnswers
  charger: StoredCharger
  /** Pending while a call of that connection is still being served. */
  settled: Promise<void>
  /**
   * True when one of the charger's messages could not be stored, so that `charger` may be ahead of the database.
   * Certain only once settled.
   */
  isUnsure: boolean
  connectionNo: number
  atMs: number
}

/** The state that a charger's connection leaves to the next one. */
export function leave(station: Station, at: Date): PriorConnection {
  const { charger, connectionNo, session, isUnsure } = station
  const settled = session.settled.then(() => {
    before.isUnsure = station.isUnsure
  })
  const before: PriorConnection = {
    answers: session.recentAnswers,
    charger,
    settled,
    isUnsure,
    connectionNo,
    atMs: at.getTime(),
  }
  return before
}

export class ChargerMemory {
  readonly left = new Map<number, PriorConnection>()

  keep(s: Station, at: Date): void {
    this.left.set(s.charger.pk, leave(s, at))
    const oldest = this.left.keys().next().value
    if (this.left.size > MOST_REMEMBERED && oldest !== undefined) this.left.delete(oldest)
  }

  /** Hands over what is known and forgets it. */
  take(pk: number): PriorConnection | undefined {
    const known = this.left.get(pk)
    this.left.delete(pk)
    return known
  }
}

/** True when the state of that connection counts: no other connection, here or on another node, came between. */
export const isHeir = (before: PriorConnection, connectionNo: number, at: Date): boolean =>
  before.connectionNo + 1 === connectionNo && before.atMs > at.getTime() - REMEMBERED_MS
