// The offset of a charger's clock from ours, learned from its live messages, and the correction of its times
// (D-OCPP-6). Clocks set to local time are common. A message that was queued while the charger was away says nothing
// about the clock.

const WINDOW = 20
/** How many messages it takes to know a clock. */
const ENOUGH = 5
const STEADY_S = 60
/** Within this offset a clock is right: messages travel, and clocks drift. */
export const BEYOND_S = 120
/** The least time between the first and the last of these messages: a queue is sent off in less. */
const SPAN_MS = 60_000
/** After this time a charger has sent off the messages queued before it connected. */
const DRAINED_MS = 15 * 60_000
/** The largest part of the last messages that may not fit: with more the clock jumps about. */
const MOST_ASTRAY = 1 / 4
/** The largest offset that a column of 32 bits holds. */
const MOST_S = 2_000_000_000

/**
 * The known facts about a charger's clock. `deltas` are the charger's time less the time of receipt, in whole seconds.
 */
export type Clock = {
  /** The deltas of the last messages that came without delay, oldest first. */
  readonly deltas: readonly number[]
  readonly sinceMs: number
  /** The deltas of messages in a row that do not fit `deltas`: the clock may have been set. */
  readonly strays: readonly number[]
  readonly strayMs: number
  /** For each of the last messages, whether it did fit. */
  readonly fits: readonly boolean[]
  /** True: a single start before its own command proved the offset. A message that contradicts the offset ends this. */
  readonly isProved: boolean
  /** False after a boot, until a message shows that the clock still runs as before. */
  readonly isConfirmed: boolean
  /** Seconds ahead of ours, negative behind; null: not known, or not steady. */
  readonly offsetSec: number | null
}

const none: Clock = {
  deltas: [],
  sinceMs: 0,
  strays: [],
  strayMs: 0,
  fits: [],
  isProved: false,
  isConfirmed: true,
  offsetSec: null,
}

/** Returns the clock of a charger whose offset was stored earlier, or an unknown clock. */
export const knownClock = (offsetSec: number | null): Clock =>
  offsetSec === null ? none : { ...agreeing(Array<number>(ENOUGH).fill(offsetSec), 0), offsetSec }

const median = (list: readonly number[]): number => {
  const sorted = list.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? (sorted[middle] ?? 0) : Math.round(((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2)
}
const isSteady = (list: readonly number[]): boolean => Math.max(...list) - Math.min(...list) < STEADY_S

type Unsettled = Omit<Clock, 'offsetSec'>
/** A clock whose differences agree, from a time on, without any that do not fit. */
const agreeing = (deltas: readonly number[], sinceMs: number): Unsettled => ({
  ...none,
  deltas,
  sinceMs,
  fits: deltas.map(() => true),
})
const settled = (c: Unsettled, nowMs: number, wasKnown: boolean): Clock => {
  const astray = c.fits.filter(fits => !fits).length
  const isKnown =
    (c.isProved || (c.deltas.length >= ENOUGH && (wasKnown || nowMs - c.sinceMs >= SPAN_MS))) &&
    astray <= c.fits.length * MOST_ASTRAY &&
    isSteady(c.deltas)
  return { ...c, offsetSec: isKnown ? median(c.deltas) : null }
}

/** When a message was made by its charger's clock, when it came, and since when its connection stands. */
export type MessageTimes = { toldAt: Date; receivedAt: Date; connectedSince: Date }

/**
 * Returns the clock after one more message. A message may be delayed, never early: a message with a later time than the
 * others is proof; a message with an earlier time may have been queued, unless its connection has stood long enough.
 */
export function clockAfterMessage(clock: Clock, { toldAt, receivedAt, connectedSince }: MessageTimes): Clock {
  const delta = Math.round((toldAt.getTime() - receivedAt.getTime()) / 1000)
  if (!(Math.abs(delta) <= MOST_S)) return clock
  const nowMs = receivedAt.getTime()
  const mayBeQueued = nowMs - connectedSince.getTime() < DRAINED_MS
  const begun = agreeing([delta], nowMs)
  if (clock.deltas.length === 0) return delta < -BEYOND_S && mayBeQueued ? clock : settled(begun, nowMs, false)
  const usual = clock.offsetSec ?? median(clock.deltas)
  const wasKnown = clock.offsetSec !== null && clock.deltas.length >= ENOUGH
  const fits = (isOne: boolean) => [...clock.fits.slice(1 - WINDOW), isOne]
  if (Math.abs(delta - usual) <= STEADY_S) {
    const deltas = [...clock.deltas.slice(1 - WINDOW), delta]
    const { sinceMs, isProved } = clock
    return settled({ ...none, deltas, sinceMs, isProved, fits: fits(true) }, nowMs, wasKnown)
  }
  if (delta < usual && mayBeQueued) return clock
  // Nothing was certain yet, and a clock that is further ahead shows that the other messages were delayed.
  if (delta > usual && !wasKnown) return settled(begun, nowMs, false)
  return astray({ ...clock, fits: fits(false) }, delta, nowMs, wasKnown)
}

/**
 * Returns the clock after a start that lies before the command or payment it answers: the clock is behind, and the
 * message was not queued. Where nothing is known yet, this single message gives the offset.
 */
export function proved(clock: Clock, h: MessageTimes): Clock {
  if (clock.isConfirmed && clock.offsetSec !== null)
    return clockAfterMessage(clock, { ...h, connectedSince: new Date(0) })
  const receivedMs = h.receivedAt.getTime()
  const offsetSec = Math.round((h.toldAt.getTime() - receivedMs) / 1000)
  return Math.abs(offsetSec) <= MOST_S ? { ...agreeing([offsetSec], receivedMs), isProved: true, offsetSec } : clock
}

/** Returns the clock after a message that does not fit: when enough of them in a row agree, the clock has been set. */
function astray(c: Clock, delta: number, nowMs: number, wasKnown: boolean): Clock {
  const agrees = c.strays.length > 0 && Math.abs(delta - median(c.strays)) <= STEADY_S
  const strays = agrees ? [...c.strays, delta] : [delta]
  const strayMs = agrees ? c.strayMs : nowMs
  if (strays.length >= ENOUGH && nowMs - strayMs >= SPAN_MS)
    return settled(agreeing(strays.slice(-WINDOW), strayMs), nowMs, false)
  return settled({ ...c, strays, strayMs }, nowMs, wasKnown)
}

/** The clock of a charger that boots may have been set: until a message shows otherwise nothing is corrected. */
export const booted = (clock: Clock): Clock => ({ ...clock, isConfirmed: false })

/** Returns the seconds by which the charger's times are corrected; 0 where its clock is right or not known. */
export const correctionOf = (clock: Clock): number =>
  clock.isConfirmed && clock.offsetSec !== null && isClockWrong(clock.offsetSec) ? clock.offsetSec : 0

/**
 * A time of a charger whose clock runs `offsetSec` ahead of ours, by our clock. A time that agrees with its receipt
 * uncorrected, or would lie after the receipt when corrected, shows that the clock has been set right meanwhile: the
 * time stays. An offset within two minutes is corrected in two cases only: a clock that is behind moves a time before its
 * receipt forward, up to the receipt at most, and a clock that is ahead moves a time after its receipt back.
 */
export function byClock(toldAt: Date, receivedAt: Date, offsetSec: number): Date {
  const [told, received] = [toldAt.getTime(), receivedAt.getTime()]
  const at = told - offsetSec * 1000
  if (offsetSec < 0 && offsetSec >= -BEYOND_S) return told < received ? new Date(Math.min(at, received)) : toldAt
  if (offsetSec > 0 && offsetSec <= BEYOND_S) return told > received ? new Date(at) : toldAt
  if (Math.abs(offsetSec) <= BEYOND_S || Math.abs(told - received) <= BEYOND_S * 1000) return toldAt
  return at > received + BEYOND_S * 1000 ? toldAt : new Date(at)
}

const FAR_MS = 24 * 3_600_000
/**
 * More than 24 h behind its receipt: implausible when the charger was connected all that time, else a queued message.
 */
export const isFarBehind = (at: Date, receivedAt: Date): boolean => at.getTime() < receivedAt.getTime() - FAR_MS

/** Returns whether a clock is so far off that its times are corrected. */
export const isClockWrong = (offsetSec: number | null): boolean => offsetSec !== null && Math.abs(offsetSec) > BEYOND_S

/** Returns the offset of a clock in words: 'clock 5 h 30 min ahead'; undefined where nothing is known. */
export function clockText(offsetSec: number | null): string | undefined {
  if (offsetSec === null) return undefined
  const size = Math.abs(offsetSec)
  if (size <= BEYOND_S) return `clock correct, less than ${BEYOND_S / 60} min off`
  const minutes = Math.round(size / 60)
  const parts: [number, string][] = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ]
  const first = parts.findIndex(([n]) => n > 0)
  const shown = parts.slice(first, first + 2).filter(([n]) => n > 0)
  return `clock ${shown.map(([n, unit]) => `${n.toLocaleString('en-IN')} ${unit}`).join(' ')} ${offsetSec > 0 ? 'ahead' : 'behind'}`
}

const EARLIEST_MS = Date.UTC(2020, 0, 1)
/**
 * Returns when a status was true, by our clock. A missing time, a time before 2020 or a time ahead of ours is replaced
 * by the time of receipt: else a wrong clock would hold back the statuses that follow (O-56).
 */
export function statusTime(toldAt: Date | undefined, receivedAt: Date, correctionSec: number): Date {
  if (!toldAt) return receivedAt
  const at = byClock(toldAt, receivedAt, correctionSec)
  return at.getTime() < EARLIEST_MS || at > receivedAt ? receivedAt : at
}
