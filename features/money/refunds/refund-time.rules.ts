// Lengths of time in words, as of refunds.

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400
const UNITS = { day: DAY, hour: HOUR, minute: MINUTE } as const
/** So many of a unit. */
export type LengthPart = { n: number; unit: keyof typeof UNITS }

/** A length in two units; the smaller one is left out where it is 0. */
const both = (minutes: number, large: LengthPart['unit'], small: LengthPart['unit']): LengthPart[] => {
  const whole = Math.floor((minutes * MINUTE) / UNITS[large])
  const rest = Math.round((minutes * MINUTE - whole * UNITS[large]) / UNITS[small])
  return [{ n: whole, unit: large }, ...(rest === 0 ? [] : [{ n: rest, unit: small }])]
}

/**
 * A length of time in minutes, hours and minutes, or from a day on whole hours: rounded once, to the smallest unit that is
 * told. Empty: under a minute.
 */
export function lengthParts(seconds: number): LengthPart[] {
  const minutes = Math.round(seconds / MINUTE)
  if (minutes < 1) return []
  if (minutes < 60) return [{ n: minutes, unit: 'minute' }]
  if (minutes * MINUTE < DAY) return both(minutes, 'hour', 'minute')
  return both(Math.round(seconds / HOUR) * 60, 'day', 'hour')
}

/** 'under a minute', '39 minutes', '1 hour 5 minutes', '1 day 2 hours'. */
export const lengthText = (seconds: number): string =>
  lengthParts(seconds)
    .map(({ n, unit }) => `${n} ${unit}${n === 1 ? '' : 's'}`)
    .join(' ') || 'under a minute'
