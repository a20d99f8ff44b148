// The power drawn by the car in every second of a session, and the idle time that follows (M-2.4): once the car has
// drawn less than the tolerance for 10 minutes without a break, although power was offered, every low draw is idle.
import type { Knot, Moment, StatusAt } from '#charging/metering/sample.rules.ts'
import { secondOf } from '#fleet/stations/session-length.rules.ts'

/** A low draw of so many seconds makes the car idle; they are free of the idle fee and of the minute fee. */
const IDLE_AFTER = 600
/** Registers, samples or states further apart, in seconds, leave a time of which nothing is known. */
const GAP = 900

/** Epoch seconds, half-open. */
export type Span = { from: number; to: number }
/** Spans by time: the idle seconds, and those that are neither idle nor charging. All others are charging. */
export type Draw = { idle: Span[]; unserved: Span[] }
export type DrawInput = {
  /** States of the connector in the order in which they came; they count in the order of the charger's times. */
  readonly statuses?: readonly StatusAt[] | undefined
  readonly toleranceWatt: number
  /** The session goes on: what later samples may still decide is neither idle nor charging yet. */
  readonly isRunning?: boolean | undefined
}

/** Seconds of `from` to `to` that lie in the spans. */
export const overlap = (spans: readonly Span[], from: number, to: number): number => {
  let sum = 0
  for (const span of spans) sum += Math.max(0, Math.min(span.to, to) - Math.max(span.from, from))
  return sum
}
const push = (spans: Span[], from: number, to: number): void => {
  const before = spans.at(-1)
  if (to <= from) return
  if (before?.to === from) before.to = to
  else spans.push({ from, to })
}

/** Idle and unserved seconds from the first to the last knot, which are the start and the stop of the session. */
export function drawOf(moments: readonly Moment[], knots: readonly Knot[], input: DrawInput): Draw {
  const draw: Draw = { idle: [], unserved: [] }
  let settled = knots[0]?.second ?? 0
  /** Since when the draw is low without a break, before the car is idle. */
  let since: number | undefined
  let isIdle = false
  for (const { from, to, known } of spansOf(moments, knots, input)) {
    if (known === 'later') break
    settled = to
    if (known === 'low') {
      if (isIdle) push(draw.idle, from, to)
      else {
        since ??= from
        if (to - since < IDLE_AFTER) continue
        isIdle = true
        push(draw.unserved, since, since + IDLE_AFTER)
        push(draw.idle, since + IDLE_AFTER, to)
      }
    } else if (known === 'withheld') push(draw.unserved, from, to)
    since = undefined
  }
  if (input.isRunning) push(draw.unserved, since ?? settled, knots.at(-1)?.second ?? 0)
  return draw
}

/**
 * The state of a span: the car draws; the car draws too little; we withhold power (SuspendedEVSE, a limit below 6 A),
 * which is no service; nothing is known, which counts as charging; or, in a running session, a later sample will tell.
 */
type Known = 'draws' | 'low' | 'withheld' | 'nothing' | 'later'

const suspensionOf = (status: string): 'EV' | 'EVSE' | undefined =>
  status === 'SuspendedEV' ? 'EV' : status === 'SuspendedEVSE' ? 'EVSE' : undefined

/** The session cut at every sample and every change of state. */
function* spansOf(
  moments: readonly Moment[],
  knots: readonly Knot[],
  { statuses = [], toleranceWatt, isRunning = false }: DrawInput,
): Generator<Span & { known: Known }> {
  const first = knots[0] as Knot
  const last = knots.at(-1) as Knot
  const lastSample = moments.at(-1)?.second ?? first.second
  const states = statuses
    .map(({ status, at }) => ({ suspension: suspensionOf(status), ms: at.getTime(), second: secondOf(at) }))
    .filter(s => s.second < last.second)
    .sort((a, b) => a.ms - b.ms)
  let [m, s, k] = [0, 0, 1]
  let sample: Moment | undefined
  /** The power of the last sample still holds: no suspension has ended since. */
  let isTold = false
  let suspension: ReturnType<typeof suspensionOf>
  let suspendedAt = 0

  /** Whether the mean between two registers is a low draw; undefined where they are too far apart to tell. */
  const meanIsLow = (a: Knot, b: Knot): boolean | undefined =>
    b.second - a.second > GAP ? undefined : (b.wh - a.wh) * 3600 < toleranceWatt * (b.second - a.second)
  const isLow = (from: number, to: number): boolean | 'later' | undefined => {
    if (suspension === 'EV') return to - from <= GAP ? true : undefined
    if (moments.length === 0) return undefined
    if (isTold && sample?.watt !== undefined)
      return (moments[m]?.second ?? last.second) - sample.second <= GAP ? sample.watt < toleranceWatt : undefined
    const [a, b] = [knots[k - 1] as Knot, knots[k] as Knot]
    return isRunning && b === last && b.second - a.second <= GAP ? 'later' : meanIsLow(a, b)
  }
  const knownOf = (from: number, to: number): Known => {
    if (isRunning && from >= lastSample) return 'later'
    // A limit set by the charger ends with the next sample; a car whose registers rise is charging, even if no status
    // said that charging went on.
    if (suspension === 'EVSE' && sample !== undefined && sample.second > suspendedAt) suspension = undefined
    const [a, b] = [knots[k - 2], knots[k - 1]]
    if (suspension === 'EV' && a && b && a.second >= suspendedAt && meanIsLow(a, b) === false) suspension = undefined
    if (suspension === 'EVSE') return 'withheld'
    const low = isLow(from, to)
    if (low === 'later') return low
    const isLimited = isTold && sample?.isLimited === true
    if (isLimited && low !== false && (moments[m]?.second ?? last.second) - (sample?.second ?? 0) <= GAP)
      return 'withheld'
    return low === undefined ? 'nothing' : low ? 'low' : 'draws'
  }

  for (let from = first.second; from < last.second; ) {
    for (let state = states[s]; state && state.second <= from; state = states[++s]) {
      if (suspension && !state.suspension) isTold = false
      suspension = state.suspension
      suspendedAt = state.second
    }
    for (let next = moments[m]; next && next.second <= from; next = moments[++m]) {
      sample = next
      isTold = true
    }
    while (k < knots.length - 1 && (knots[k]?.second ?? 0) <= from) k++
    const to = Math.min(moments[m]?.second ?? last.second, states[s]?.second ?? last.second)
    yield { from, to, known: knownOf(from, to) }
    from = to
  }
}
