// How long refunds take, in words: the median is the expected time, with the slowest beside it.
import type { RefundTime } from './refund.contract.ts'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400
const counted = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'}`
/** A length in two units; the smaller one is left out where it is 0. */
const both = (minutes: number, [large, largeUnit]: [number, string], [small, smallUnit]: [number, string]): string => {
  const whole = Math.floor((minutes * MINUTE) / large)
  const rest = Math.round((minutes * MINUTE - whole * large) / small)
  return rest === 0 ? counted(whole, largeUnit) : `${counted(whole, largeUnit)} ${counted(rest, smallUnit)}`
}

/**
 * A length of time: 'under a minute', '39 minutes', '1 hour 5 minutes', from a day on in whole hours, '1 day 2 hours'.
 * Rounded once, to the smallest unit in the text.
 */
export function lengthText(seconds: number): string {
  const minutes = Math.round(seconds / MINUTE)
  if (minutes < 1) return 'under a minute'
  if (minutes < 60) return counted(minutes, 'minute')
  if (minutes * MINUTE < DAY) return both(minutes, [HOUR, 'hour'], [MINUTE, 'minute'])
  return both(Math.round(seconds / HOUR) * 60, [DAY, 'day'], [HOUR, 'hour'])
}

/**
 * How long a driver should expect a refund by this payment method to take; undefined where no refund times are known
 * yet.
 */
export function expectationText(times: readonly RefundTime[], method: string): string | undefined {
  const t = times.find(x => x.method.toLowerCase() === method.toLowerCase())
  if (!t) return undefined
  return `Refunds by ${t.method} usually took ${lengthText(t.medianSeconds)} and at most ${lengthText(t.slowestSeconds)} in the last 30 days.`
}
