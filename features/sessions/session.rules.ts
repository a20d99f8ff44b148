// When a session may be billed unseen and when a person must look at it first (D-OCPP-6, D-TXN-11), and which payment
// type it has (D-TXN-7). Time is an argument.
import type { AuthorizationStatus } from '../tags/tag.rules.ts'

export type ReviewReason =
  | 'Stop matches no session'
  | 'Stop register below start'
  | 'More energy than the connector can deliver'
  | 'Implausible times'
  | 'Stop never came'
  | 'No price group'

const EARLIEST = Date.UTC(2020, 0, 1)
const AHEAD_MS = 10 * 60_000
const BEHIND_MS = 24 * 3_600_000

/** Before 2020, or ahead of its receipt by more than 10 minutes: no charger can have meant it. */
export const isImpossibleTime = (at: Date, receivedAt: Date): boolean =>
  at.getTime() < EARLIEST || at.getTime() > receivedAt.getTime() + AHEAD_MS

/** More than 24 h behind its receipt: implausible when the charger was connected all that time, else it was queued. */
export const isFarBehind = (at: Date, receivedAt: Date): boolean => at.getTime() < receivedAt.getTime() - BEHIND_MS

/** Where nothing is known of a connector's power: the most that any delivers. */
const MOST_W = 400_000

/** The most that can have come through, in Wh; a tenth and a minute of grace, for no meter and no clock is exact. */
export const energyLimitWh = (seconds: number, maxPowerW: number | null): number =>
  Math.floor(((maxPowerW ?? MOST_W) * 1.1 * (Math.max(0, seconds) + 60)) / 3600)

/** Whether this much energy can have come through. */
export const isDeliverable = (energyWh: number, seconds: number, maxPowerW: number | null): boolean =>
  energyWh <= energyLimitWh(seconds, maxPowerW)

export type Stopping = {
  startedAt: Date
  startReceivedAt: Date
  stoppedAt: Date
  stopReceivedAt: Date
  /** A time is far behind although the charger could have told it at once. */
  isLateWithoutCause: boolean
  meterStartWh: number
  meterStopWh: number
  /** Rated power of connector or charger; null = unknown. */
  maxPowerW: number | null
  hasPrice: boolean
  isFree: boolean
}

/** Why a stopped session may not be billed unseen; undefined when it may. */
export function reviewReason(s: Stopping): ReviewReason | undefined {
  if (s.meterStopWh < s.meterStartWh) return 'Stop register below start'
  if (
    s.stoppedAt < s.startedAt ||
    isImpossibleTime(s.startedAt, s.startReceivedAt) ||
    isImpossibleTime(s.stoppedAt, s.stopReceivedAt) ||
    s.isLateWithoutCause
  )
    return 'Implausible times'
  const seconds = (s.stoppedAt.getTime() - s.startedAt.getTime()) / 1000
  if (!isDeliverable(s.meterStopWh - s.meterStartWh, seconds, s.maxPowerW))
    return 'More energy than the connector can deliver'
  if (!s.hasPrice && !s.isFree && s.meterStopWh > s.meterStartWh) return 'No price group'
  return undefined
}

/** A running session, as far as a stop without a usable id can be compared with it. */
export type Candidate = {
  idTag: string
  startedAt: Date
  meterStartWh: number
  /** The last reading. */
  currentWh: number
}
/**
 * The one running session that a stop without a usable id must mean; undefined where that is not certain (D-OCPP-6).
 * A stop that names no tag is certain only where the charger has a single connector.
 */
export function certainMatch<C extends Candidate>(
  running: readonly C[],
  stop: { idTag: string | undefined; stoppedAt: Date; meterStopWh: number },
  { connectors, maxPowerW }: { connectors: number; maxPowerW: number | null },
): C | undefined {
  if (stop.idTag === undefined && connectors > 1) return undefined
  const fitting = running.filter(
    c =>
      (stop.idTag === undefined || c.idTag.toLowerCase() === stop.idTag.toLowerCase()) &&
      c.startedAt <= stop.stoppedAt &&
      c.currentWh <= stop.meterStopWh &&
      isDeliverable(
        stop.meterStopWh - c.meterStartWh,
        (stop.stoppedAt.getTime() - c.startedAt.getTime()) / 1000,
        maxPowerW,
      ),
  )
  return fitting.length === 1 ? fitting[0] : undefined
}

const QUEUE_DRAINED_MS = 15 * 60_000

/**
 * Whether a start was queued: it began before this connection, and came soon after it opened. Such a session was let in
 * by the charger itself; its tag is judged as of its start, and what runs elsewhere now is not held against it.
 */
export const wasQueued = (startedAt: Date, receivedAt: Date, connectedSince: Date): boolean =>
  startedAt.getTime() >= EARLIEST &&
  startedAt < connectedSince &&
  receivedAt.getTime() - connectedSince.getTime() < QUEUE_DRAINED_MS

/** Only a session whose tag was accepted is billed (ocpp.md 37). */
export const isBillable = (status: string): boolean => status === ('Accepted' satisfies AuthorizationStatus)

/** How a session is paid, by what started it (D-TXN-7). */
export const paymentTypeOf = (
  kind: 'rfid' | 'app' | 'prepaid' | 'session' | undefined,
): 'RFID' | 'WALLET' | 'PREPAID' | 'CARD' =>
  kind === 'app' ? 'WALLET' : kind === 'prepaid' ? 'PREPAID' : kind === 'session' ? 'CARD' : 'RFID'

/** CARD is shown as UPI when its description says so (D-TXN-7). */
export const shownPaymentType = (type: string, description: string | null): string =>
  type === 'CARD' && description !== null && (description === 'QRv2 Payment' || /upi/i.test(description)) ? 'UPI' : type
