// The state of a reservation (OCPP 1.6 §5.13): without the charge point's acceptance nothing is reserved (O-69).
import type { Reservation } from './reservation.contract.ts'

export type Facts = {
  taskState: string
  expiresAt: Date
  transactionId: number | null
  isCancelled: boolean
  /** After acceptance the connector had a fault or went out of service. */
  isBroken: boolean
}
export function stateOf(f: Facts, now: Date): Reservation['state'] {
  if (f.taskState === 'queued' || f.taskState === 'sent') return 'asked'
  if (f.taskState === 'failed') return 'refused'
  // A charge point whose answer was lost may have accepted all the same, which its later messages show.
  if (f.transactionId !== null) return 'used'
  if (f.isCancelled) return 'cancelled'
  if (f.isBroken) return 'ended'
  if (f.expiresAt <= now) return 'expired'
  return f.taskState === 'timeout' ? 'unknown' : 'reserved'
}
