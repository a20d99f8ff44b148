// The state of a reservation (OCPP 1.6 §5.13): without the charge point's acceptance nothing is reserved (O-69).
import type { Reservation } from './reservation.contract.ts'

/** Its time was over, or the charge point could not keep it any longer. */
export type EndedAs = 'Expired' | 'Removed' | 'NoTransaction'
export type Facts = {
  taskState: string
  expiresAt: Date
  transactionId: number | null
  isCancelled: boolean
  /** The reason of the planned maintenance that cancelled it, whatever the charge point has answered. */
  maintenance: string | null
  /** As a charge point of OCPP 2.0.1 told the end. */
  endedAs: EndedAs | null
  /** After acceptance the connector had a fault or went out of service. */
  isBroken: boolean
}
export function stateOf(facts: Facts, now: Date): Reservation['state'] {
  if (facts.taskState === 'queued' || facts.taskState === 'sent') return 'asked'
  if (facts.taskState === 'failed') return 'refused'
  // A charge point whose answer was lost may have accepted all the same, which its later messages show.
  if (facts.transactionId !== null) return 'used'
  if (facts.isCancelled || facts.maintenance !== null) return 'cancelled'
  if (facts.endedAs === 'Expired') return 'expired'
  if (facts.endedAs !== null || facts.isBroken) return 'ended'
  if (facts.expiresAt <= now) return 'expired'
  return facts.taskState === 'timeout' ? 'unknown' : 'reserved'
}
