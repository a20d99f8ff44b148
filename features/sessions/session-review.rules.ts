// What is certain of a session that may not be billed unseen (D-TXN-11): from when to when it lasted, and up to which
// register. What nobody decides is billed by it.
import { isDeliverable, isImpossibleTime, type ReviewReason } from './session.rules.ts'

/** A session that has ended and waits. Registers in Wh. */
export type Doubtful = {
  reason: string
  startedAt: Date
  startReceivedAt: Date
  stoppedAt: Date
  stopReceivedAt: Date
  meterStartWh: number
  meterStopWh: number
  /** The last reading that came while it ran; null = none. */
  lastWh: number | null
  /** Rated power of connector or charger; null = no check. */
  maxPowerW: number | null
}
export type Certain = { startedAt: Date; stoppedAt: Date; meterStopWh: number }

/** A person has so long; then what is certain is billed. */
export const DECIDE_MS = 48 * 3_600_000

/** The charger's own times, or where they cannot be, those at which the messages came. */
export function certainTimes(s: Omit<Doubtful, 'reason' | 'lastWh'>): { startedAt: Date; stoppedAt: Date } {
  const { startedAt, startReceivedAt, stoppedAt, stopReceivedAt } = s
  const isPossible =
    stoppedAt >= startedAt &&
    !isImpossibleTime(startedAt, startReceivedAt) &&
    !isImpossibleTime(stoppedAt, stopReceivedAt)
  return isPossible ? { startedAt, stoppedAt } : { startedAt: startReceivedAt, stoppedAt: stopReceivedAt }
}

/** The register of the stop where only something else was in doubt, else the last reading, else the start. */
export function certainEnd(s: Doubtful): Certain {
  const times = certainTimes(s)
  const seconds = (times.stoppedAt.getTime() - times.startedAt.getTime()) / 1000
  const isSure = (['Stop never came', 'No price group'] satisfies ReviewReason[] as string[]).includes(s.reason)
  const wh = isSure ? s.meterStopWh : (s.lastWh ?? s.meterStartWh)
  const holds = wh >= s.meterStartWh && (isSure || isDeliverable(wh - s.meterStartWh, seconds, s.maxPowerW))
  return { ...times, meterStopWh: holds ? wh : s.meterStartWh }
}
