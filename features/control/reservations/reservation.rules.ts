// What became of a reservation (OCPP 1.6 §5.13): nothing holds that the charge point did not accept (O-69).
import type { Reservation } from './reservation.contract.ts'

export type Facts = {
  taskState: string
  expiresAt: Date
  transactionId: number | null
  isCancelled: boolean
  /** Its connector had a fault, or was out of service, after it was accepted. */
  isBroken: boolean
}
export function stateOf(f: Facts, now: Date): Reservation['state'] {
  if (f.taskState === 'queued' || f.taskState === 'sent') return 'asked'
  if (f.taskState === 'failed') return 'refused'
  // A charge point whose answer was lost may keep it all the same; what it does shows that it did.
  if (f.transactionId !== null) return 'used'
  if (f.isCancelled) return 'cancelled'
  if (f.isBroken) return 'ended'
  if (f.expiresAt <= now) return 'expired'
  return f.taskState === 'timeout' ? 'unknown' : 'reserved'
}
