// How long refunds take, in words: the median is what to expect, the slowest is said beside it.
import type { RefundTime } from './refund.contract.ts'

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** A length of time in its largest unit, rounded: 'under a minute', '2 minutes', '3 hours'. */
export function lengthText(seconds: number): string {
  for (const [unit, size] of UNITS) {
    const n = Math.round(seconds / size)
    if (n >= 1) return `${n} ${unit}${n === 1 ? '' : 's'}`
  }
  return 'under a minute'
}

/** What a driver may expect of a refund by this way of paying; undefined where nothing is known yet. */
export function expectationText(times: readonly RefundTime[], method: string): string | undefined {
  const t = times.find(x => x.method.toLowerCase() === method.toLowerCase())
  if (!t) return undefined
  return `Refunds by ${t.method} took ${lengthText(t.medianSeconds)} at the median and ${lengthText(t.slowestSeconds)} at most in the last 30 days.`
}
