// When a delivery that has failed is tried again, how a receiver that fails is spared (HOOK-02), and how sending gives way (HOOK-04).
import { hourMs } from '@wattdesk/base/time'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** The pauses after the tries of a delivery; the last one repeats. */
export const PAUSES = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, hourMs, 2 * hourMs]
/** A delivery is tried for so long since its first try. */
export const TRIED_MS = 24 * hourMs
/** A receiver that has failed for so long is switched off. */
export const SWITCHED_OFF_MS = 72 * hourMs

/** When a delivery comes again after its `tries` tries; undefined: it is given up. */
export function nextTry(tries: number, firstAt: Date, now: Date): Date | undefined {
  const last = firstAt.getTime() + TRIED_MS
  if (now.getTime() >= last) return undefined
  const pause = PAUSES[Math.min(tries, PAUSES.length) - 1] ?? SECOND
  return new Date(Math.min(now.getTime() + pause, last))
}

/** Failures without a success between from which on the whole receiver is left alone, and for how long at most. */
export const IN_A_ROW = 10
export const LONGEST_REST = 5 * MINUTE
/** Until when nothing is sent to a receiver after so many failures in a row; null: it is not spared. */
export const restUntil = (failures: number, now: Date): Date | null =>
  failures < IN_A_ROW
    ? null
    : new Date(now.getTime() + Math.min(LONGEST_REST, 5 * SECOND * 2 ** Math.min(10, failures - IN_A_ROW)))

/** Where chargers wait for a core for more than this share of the time, less is sent the longer they wait: events wait, chargers do not. */
const FREE = 0.1
/** From here on as little as may be is sent. */
const FULL = 0.4
const LEAST_A_LOOK = 4
/** How many calls to a receiver, of which `atOnce` are under way at most, may begin from one look to the next. */
export const mostALook = (wait: number, atOnce: number): number =>
  wait <= FREE
    ? Number.POSITIVE_INFINITY
    : Math.max(LEAST_A_LOOK, Math.round((10 * atOnce * (FULL - wait)) / (FULL - FREE)))
