// What a driver may expect of a refund, in his language: the median is the expected time, with the slowest beside it.
import type { Language } from '@wattdesk/words/language'
import { wordsOf } from '@wattdesk/words/words'
import type { RefundTime } from './refund.contract.ts'
import { type LengthPart, lengthParts } from './refund-time.rules.ts'

/** The days behind which refunds are measured. */
export const RECENT_DAYS = 30

/** undefined: no refund times are known yet for this way of paying. */
export function expectationText(times: readonly RefundTime[], method: string, language: Language): string | undefined {
  const t = times.find(x => x.method.toLowerCase() === method.toLowerCase())
  if (!t) return undefined
  const { told, pay } = wordsOf(language)
  const partText = ({ n, unit }: LengthPart) =>
    ({ day: told.days, hour: told.hours, minute: told.minutes })[unit]({ n })
  const length = (seconds: number) => lengthParts(seconds).map(partText).join(' ') || told.underMinute
  return told.refundTimes({
    method: t.method.toLowerCase() === 'card' ? pay.card : t.method,
    usual: length(t.medianSeconds),
    longest: length(t.slowestSeconds),
    days: RECENT_DAYS,
  })
}
