// When a session began and ended (D-OCPP-6): the charger's own times, put right by its clock. If one of the two is
// impossible, that time alone is replaced. Price, commission and duration all follow these times.
import { byClock } from '#fleet/stations/clock.rules.ts'
import type { TimeFrom } from './session-times.contract.ts'

/**
 * The source of a stored time: told by the charger, told by a clock that is put right (`clock`), or a replacement for
 * an impossible time: the receipt of the message (`receipt`), start plus the length that the samples show (`samples`),
 * the last reading of a session whose stop never came (`reading`), the word of a person (`person`).
 */
export type TimeSource = TimeFrom
export type CertainTime = { at: Date; from: TimeSource }

const EARLIEST = Date.UTC(2020, 0, 1)
const AHEAD_MS = 10 * 60_000
/** By then a charger has sent all messages that were queued before the connection. */
const DRAINED_MS = 15 * 60_000
/** Chargers and the server read their clocks in whole seconds apart. */
const SAME_MS = 1000
/** As near as this a time agrees with its receipt. */
const NEAR_MS = 2 * 60_000
/** Samples further apart leave a time of which nothing is known (M-2.4). */
const GAP_MS = 15 * 60_000
/** No session lasts longer; samples that say so come from a clock that was set meanwhile. */
const LONGEST_MS = 7 * 24 * 3_600_000

/** Before 2020, or ahead of its receipt by more than 10 minutes: no charger can have meant it. */
export const isImpossibleTime = (at: Date, receivedAt: Date): boolean =>
  at.getTime() < EARLIEST || at.getTime() > receivedAt.getTime() + AHEAD_MS

/**
 * Whether a start was queued: it began before this connection, and came soon after it opened. Such a session was let in
 * by the charger itself; its tag is judged as of its start, and what runs elsewhere now is not held against it.
 */
export const wasQueued = (startedAt: Date, receivedAt: Date, connectedSince: Date): boolean =>
  startedAt.getTime() >= EARLIEST &&
  startedAt < connectedSince &&
  receivedAt.getTime() - connectedSince.getTime() < DRAINED_MS

/** A time as it was told and when it came. `offsetSec`: how far the charger's clock is ahead of ours, 0 when right. */
export type ReportedTimes = {
  toldAt: Date
  receivedAt: Date
  offsetSec: number
  /** The told time is far behind its receipt although the charger was connected and could have sent it at once. */
  isLateWithoutCause: boolean
}

/** How long a session has lasted at a sample, both by the charger's own clock; undefined where that cannot be. */
export const shownBy = (startToldAt: Date, sampleToldAt: Date): number | undefined => {
  const ms = sampleToldAt.getTime() - startToldAt.getTime()
  return ms > 0 && ms <= LONGEST_MS ? ms : undefined
}

/** The charger's time by our clock. */
const told = ({ toldAt, receivedAt, offsetSec }: ReportedTimes): CertainTime => {
  const at = byClock(toldAt, receivedAt, offsetSec)
  return { at, from: at === toldAt ? 'charger' : 'clock' }
}

/** When a session began: as told, or where that cannot be, when it was heard. */
export function certainStart(times: ReportedTimes): CertainTime {
  const start = told(times)
  return isImpossibleTime(start.at, times.receivedAt) || times.isLateWithoutCause
    ? { at: times.receivedAt, from: 'receipt' }
    : start
}

/**
 * A moment before which a session cannot have begun: the remote start that the charger answers, or the payment for this
 * session. `isSure`: the tag was made for this one session; any other tag may have been presented earlier, too.
 */
export type StartCause = { at: Date; isSure: boolean }
export type CertainStart = CertainTime & {
  /** By how much the charger's clock is ahead, where the start is corrected by that. */
  clockOffsetSec: number | null
  /** By the charger's clock the start lies before its cause, or after its receipt: the clock is wrong, the message not queued. */
  provesClock: boolean
}

/** The offsets that a column of 32 bits holds. */
const MOST_OFFSET_S = 2_000_000_000

/**
 * When a session began that answers a command or payment: as `certainStart` says, but never before its cause and never a
 * second after its receipt. A clock that says otherwise is wrong, and the time of receipt counts (D-OCPP-6). Where the clock has been learned, a start of a tag that is not sure may have been queued before the
 * connection opened: then it answers no command, and keeps its time.
 */
export function startAfter(
  times: ReportedTimes,
  cause: StartCause | undefined,
  { isClockKnown, connectedSince }: { isClockKnown: boolean; connectedSince: Date },
): CertainStart {
  const start = certainStart(times)
  const asTold = { ...start, clockOffsetSec: start.from === 'clock' ? times.offsetSec : null, provesClock: false }
  const { at } = told(times)
  const aheadMs = at.getTime() - times.receivedAt.getTime()
  if (!cause || (at >= cause.at && aheadMs < SAME_MS)) return asTold
  // The spread of a clock that is corrected already.
  if (aheadMs > 0 && aheadMs < NEAR_MS && times.offsetSec !== 0) return { ...asTold, at: times.receivedAt }
  const isFar = cause.at.getTime() - at.getTime() > NEAR_MS
  if (!cause.isSure && isClockKnown && isFar && wasQueued(at, times.receivedAt, connectedSince)) return asTold
  const offsetSec = Math.round((times.toldAt.getTime() - times.receivedAt.getTime()) / 1000)
  if (Math.abs(offsetSec) > MOST_OFFSET_S)
    return { ...asTold, at: times.receivedAt, from: 'receipt', clockOffsetSec: null }
  return { at: times.receivedAt, from: 'clock', clockOffsetSec: offsetSec, provesClock: true }
}

/** Whether a session whose times are not corrected yet began by a clock that is so far ahead: its start then agrees with its receipt. */
export const beganByClock = (
  s: { startToldAt: Date; startReceivedAt: Date; clockOffsetSec: number | null },
  offsetSec: number,
): boolean =>
  offsetSec !== 0 &&
  s.clockOffsetSec === null &&
  Math.abs(s.startToldAt.getTime() - s.startReceivedAt.getTime() - offsetSec * 1000) <= NEAR_MS

export type Ending = ReportedTimes & {
  startedAt: Date
  /** How long the samples show the session to have lasted, by the charger's own clock; undefined: they show nothing. */
  shownMs: number | undefined
}

/**
 * When a session ended: as told, or where that cannot be, when it was heard, if the samples go on until then or there are
 * none; else as long after its start as the samples show. Never before its start.
 */
export function certainStop(s: Ending): CertainTime {
  const stop = told(s)
  const { startedAt, receivedAt, shownMs } = s
  if (!isImpossibleTime(stop.at, receivedAt) && !s.isLateWithoutCause && stop.at >= startedAt) return stop
  const heardMs = receivedAt.getTime() - startedAt.getTime()
  const goesOn = shownMs !== undefined && heardMs >= shownMs - NEAR_MS && heardMs <= shownMs + GAP_MS
  if (shownMs === undefined || goesOn) return { at: laterOf(receivedAt, startedAt), from: 'receipt' }
  return { at: new Date(startedAt.getTime() + shownMs), from: 'samples' }
}
const laterOf = (a: Date, b: Date): Date => (a > b ? a : b)

/**
 * A stop of a clock that runs ahead whose time agrees with its receipt, soon after a connection opened: the clock has been
 * set right, or the stop was queued for just as long as the clock is ahead. Nobody can tell which. By a clock that is behind,
 * a queued stop would be told earlier still: the clock has been set.
 */
export const isAmbiguous = (
  { toldAt, receivedAt, offsetSec }: Omit<ReportedTimes, 'isLateWithoutCause'>,
  connectedSince: Date,
): boolean =>
  offsetSec * 1000 > NEAR_MS &&
  Math.abs(toldAt.getTime() - receivedAt.getTime()) <= NEAR_MS &&
  receivedAt.getTime() - connectedSince.getTime() < DRAINED_MS

/** Whether a time is one that the charger told, and nobody put in its place. */
export const isChargersTime = (from: TimeSource): boolean => from === 'charger' || from === 'clock'
