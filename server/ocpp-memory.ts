// What is kept of chargers that have gone, for when they are back: their last answers, so that a call repeated over a new
// connection is known (ocpp.md 14), and for a minute what they told, which may be newer than what a new one reads.
import type { RecentAnswers } from '@wattdesk/ocpp/recent-answers'
import type { StoredCharger } from '../features/chargers/charger.store.ts'
import type { Station } from '../features/chargers/station.ocpp.ts'

const MOST_REMEMBERED = 50_000
const REMEMBERED_MS = 60_000

type Left = { answers: RecentAnswers; charger: StoredCharger; connectionNo: number; atMs: number }

export class ChargerMemory {
  readonly left = new Map<number, Left>()

  keep(s: Station, at: Date): void {
    const { charger, connectionNo, session } = s
    this.left.set(charger.pk, { answers: session.recentAnswers, charger, connectionNo, atMs: at.getTime() })
    const oldest = this.left.keys().next().value
    if (this.left.size > MOST_REMEMBERED && oldest !== undefined) this.left.delete(oldest)
  }

  /** Hands over what is known; the record only when no other connection, here or on another node, came between. */
  take(pk: number, connectionNo: number, at: Date): { answers?: RecentAnswers; charger?: StoredCharger } {
    const known = this.left.get(pk)
    if (!known) return {}
    this.left.delete(pk)
    const isHeir = known.connectionNo + 1 === connectionNo && known.atMs > at.getTime() - REMEMBERED_MS
    return { answers: known.answers, ...(isHeir && { charger: known.charger }) }
  }
}
