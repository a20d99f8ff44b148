// How a charger's answer to ChangeAvailability counts, and when the charger is told again (D-LIVE-3).
import { type Closing, closingAt } from '#fleet/maintenance/closing.words.ts'

/** Errors of a charger that failed on the way, and may have changed its availability all the same. */
const ON_THE_WAY = ['InternalError', 'GenericError']

type Answer = { kind: string; payload?: unknown; code?: string }
/**
 * Returns taken; refused, with the charger's own word; or undefined where no answer came or the answer does not say, so
 * that the charger is told again.
 */
export function availabilityFate(o: Answer): { is: 'taken' } | { is: 'refused'; word: string } | undefined {
  if (o.kind === 'error')
    return o.code === undefined || ON_THE_WAY.includes(o.code) ? undefined : { is: 'refused', word: o.code }
  if (o.kind !== 'result') return undefined
  const { status } = o.payload as { status?: unknown }
  if (typeof status !== 'string') return undefined
  return status === 'Accepted' || status === 'Scheduled' ? { is: 'taken' } : { is: 'refused', word: status }
}

/** By then the first message has ended, answered or not: 60 s behind other operations and 20 s for the answer. */
export const FIRST_PAUSE_MS = 120_000
/** A charger that does not answer is told again after 2, 4, 8, 16 minutes and from then on every 30 minutes. */
export const LONGEST_PAUSE_MIN = 30

type Closed = { byHand: boolean; maintenanceChangedAt: Date | null; closings: readonly Closing[] | null }
/**
 * True when a person has taken the station out of service, or planned maintenance runs, and no session may begin at that
 * moment (D-LIVE-3).
 */
export const isClosedAt = (c: Closed, at: Date): boolean =>
  (c.byHand && (c.maintenanceChangedAt === null || at >= c.maintenanceChangedAt)) ||
  (c.closings !== null && closingAt(c.closings, at) !== undefined)
