// Date-times as OCPP 1.6 writes them (§3.15): ISO 8601 with any offset and any number of fractional digits up to nine.
// A text without an offset names no instant; some chargers send it all the same, and it is read as UTC.

const DASH = 45
const COLON = 58

/** The number that `count` digits at `at` spell, or -1. */
const digits = (text: string, at: number, count: number): number => {
  let value = 0
  for (let i = at; i < at + count; i++) {
    const digit = text.charCodeAt(i) - 48
    if (!(digit >= 0 && digit <= 9)) return -1
    value = value * 10 + digit
  }
  return value
}

const daysInMonth = (year: number, month: number): number =>
  month === 2
    ? year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      ? 29
      : 28
    : [4, 6, 9, 11].includes(month)
      ? 30
      : 31

/** Where the fraction that may begin at `at` ends, or -1 when it is a point without 1 to 9 digits. */
const fractionEnd = (text: string, at: number): number => {
  const point = text[at]
  if (point !== '.' && point !== ',') return at
  let end = at + 1
  while (digits(text, end, 1) >= 0) end++
  return end === at + 1 || end > at + 10 ? -1 : end
}

/** Minutes east of UTC that the rest of the text from `at` says: Z, ±hh:mm, ±hhmm, ±hh or nothing. NaN when wrong. */
const offsetMinutes = (text: string, at: number): number => {
  const sign = text[at]
  const left = text.length - at
  if (left === 0 || (left === 1 && (sign === 'Z' || sign === 'z'))) return 0
  if (sign !== '+' && sign !== '-') return Number.NaN
  const hours = digits(text, at + 1, 2)
  const colon = text.charCodeAt(at + 3) === COLON ? 1 : 0
  const minutes = left === 3 ? 0 : left === 5 + colon ? digits(text, at + 3 + colon, 2) : -1
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return Number.NaN
  return (sign === '-' ? -1 : 1) * (hours * 60 + minutes)
}

/**
 * The instant that a date-time names. A text without an offset is read as UTC.
 * @returns milliseconds since 1970, finer fractions cut; undefined where the text is no date-time, where its date does not
 * exist, and outside the years 1 to 9999, also after the offset has been taken off
 * @example instantOf('2026-03-01T15:30:00.5+05:30') // Date.UTC(2026, 2, 1, 10, 0, 0, 500)
 */
export const instantOf = (text: string): number | undefined => {
  if (text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return undefined
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return undefined
  if (text[10] !== 'T' && text[10] !== 't') return undefined
  const year = digits(text, 0, 4)
  const month = digits(text, 5, 2)
  const day = digits(text, 8, 2)
  const hour = digits(text, 11, 2)
  const minute = digits(text, 14, 2)
  const second = digits(text, 17, 2)
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return undefined
  const zoneAt = fractionEnd(text, 19)
  if (zoneAt < 0) return undefined
  const offset = offsetMinutes(text, zoneAt)
  if (Number.isNaN(offset)) return undefined
  const millis = zoneAt === 19 ? 0 : digits(`${text.slice(20, Math.min(zoneAt, 23))}00`, 0, 3)
  const instant = utc(year, month, day, hour, minute, second, millis) - offset * 60_000
  return instant >= FIRST && instant <= LAST ? instant : undefined
}

/** Date.UTC reads the years 0 to 99 as 1900 to 1999; the calendar repeats every 400 years. */
const utc = (year: number, month: number, day: number, hour: number, minute: number, second: number, millis: number) =>
  Date.UTC(year + 400, month - 1, day, hour, minute, second, millis) - FOUR_CENTURIES

const FOUR_CENTURIES = 146_097 * 86_400_000
const FIRST = utc(1, 1, 1, 0, 0, 0, 0)
const LAST = utc(9999, 12, 31, 23, 59, 59, 999)

/** Whether the text says how far from UTC it is. */
export const hasOffset = (text: string): boolean => {
  const zone = text.charCodeAt(text.length - 1) | 32
  return zone === 122 || text.includes('+', 19) || text.includes('-', 19)
}
