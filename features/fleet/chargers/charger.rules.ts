// The portal's words about a charger: its status word, visibility, address line, connector status; and its identity.
import type { LiveEventOf } from '@wattdesk/base/live-event'
import type { LiveStatus } from '#fleet/stations/station.rules.ts'
import { type Charger, type ChargerRow, STATUS_WORDS, type StatusCode, type StatusText } from './charger.contract.ts'

/** The word of a status code; A is Active, NA stays, all else is Inactive (D-CHARGER-2). */
export const statusText = (code: string): StatusText =>
  code === 'A' || code === 'Active' ? STATUS_WORDS.A : code === 'NA' ? STATUS_WORDS.NA : STATUS_WORDS.I

/** 1 reads Public, anything else Private (D-CHARGER-3). */
export const visibilityText = (visibility: number): 'Public' | 'Private' => (visibility === 1 ? 'Public' : 'Private')

/** A charge point out of service as a whole makes all its connectors Unavailable (D-CHARGER-2). */
export const shownConnectorStatus = <S extends string | null>(code: StatusCode, status: S): S | 'Unavailable' =>
  code === 'NA' ? 'Unavailable' : status

/**
 * True for an identity that looks exactly as it is written: no invisible characters, only single spaces between words,
 * no characters with a twin of another width. A charger that registers itself needs such an identity.
 */
export const isPlainIdentity = (id: string): boolean =>
  /^[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]+(?: [^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]+)*$/u.test(id) &&
  id.normalize('NFKC') === id

/** Returns the state of a connector that may be shown: nothing is known about a charge point that is not heard. */
export const knownStatus = (n: { status: string | null; unknownSince: string | null }): string | null =>
  n.unknownSince === null ? n.status : null

/** Returns the live status as it is shown: an offline charger whose server is lost may be charging all the same. */
export const shownLiveStatus = (status: LiveStatus, unknownSince: string | null): LiveStatus | 'unknown' =>
  status === 'offline' && unknownSince !== null ? 'unknown' : status

/** Returns a row with the news from a station event. */
export const rowWith = (row: ChargerRow, e: LiveEventOf<'station'>): ChargerRow => ({
  ...row,
  status: statusText(e.statusCode),
  statusCode: e.statusCode,
  live_status: e.status,
  lastHeartbeatTimestamp: e.lastHeartbeatTimestamp ?? row.lastHeartbeatTimestamp,
  ...(e.connected && { lastMessageAt: e.at, unknownSince: null }),
})

type Address = {
  street: string | null
  houseNumber?: string | null
  zipcode?: string | null
  city: string | null
  state?: string | null
}
/** One line: street with number, city with PIN, state; '' when nothing is known. */
export function addressLine({ street, houseNumber, zipcode, city, state }: Address): string {
  const words = (...parts: (string | null | undefined)[]) => parts.filter(p => p?.trim()).join(' ')
  return [words(houseNumber, street), words(city, zipcode), words(state)].filter(p => p !== '').join(', ')
}

const texts = {
  closed: 'Not connected',
  unknown: 'Unknown: the server that held the connection ended, and the charge point has not come back yet',
  waiting: 'Socket open, boot not accepted yet',
  quiet: 'Socket open, but no message for 10 minutes',
  usable: 'Connected and usable',
} as const

/** The three states of a connection in words (D-OCPP-8), and that of a charger whose server is lost. */
export function connectionText(charger: Charger['connection']): (typeof texts)[keyof typeof texts] {
  if (!charger.socketOpen) return charger.unknownSince === null ? texts.closed : texts.unknown
  if (!charger.heard) return texts.quiet
  return charger.usable ? texts.usable : texts.waiting
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const FORMS = [
  /^(?<day>\d{1,2}) (?<name>[a-z]{3})(?: (?<year>\d{4})(?: (?<hour>\d{2})(?::(?<minute>\d{2}))?)?)?$/i,
  /^(?<name>[a-z]{3}) (?<year>\d{4})$/i,
  /^(?<year>\d{4})-(?<month>\d{2})(?:-(?<day>\d{2})(?:[ T](?<hour>\d{2})(?::(?<minute>\d{2}))?)?)?$/,
]
/**
 * Returns the time that a search text names, in the forms in which times are shown: '28 Feb', '28 Feb 2026', '28 Feb
 * 2026 01:30', 'Feb 2026', '2026-02-28'; from `from` until just before `to`, by clocks `tz` minutes east of UTC. A day
 * without a year is the last such day that has come. Undefined for any other text.
 */
export function writtenTime(text: string, tz: number, now: Date): { from: Date; to: Date } | undefined {
  const parts = FORMS.map(f => f.exec(text.trim())?.groups).find(g => g !== undefined)
  if (!parts) return undefined
  const month = parts.name === undefined ? Number(parts.month) - 1 : MONTHS.indexOf(parts.name.toLowerCase())
  const [day, hour, minute] = [parts.day, parts.hour, parts.minute].map(v => (v === undefined ? undefined : Number(v)))
  if (month < 0 || month > 11 || (day ?? 1) > 31 || day === 0 || (hour ?? 0) > 23 || (minute ?? 0) > 59)
    return undefined
  const at = (y: number, m: number, d: number, h: number, i: number) => new Date(Date.UTC(y, m, d, h, i) - tz * 60_000)
  let year = Number(parts.year ?? new Date(now.getTime() + tz * 60_000).getUTCFullYear())
  if (parts.year === undefined && at(year, month, day ?? 1, 0, 0) > now) year--
  const from = at(year, month, day ?? 1, hour ?? 0, minute ?? 0)
  if (day === undefined) return { from, to: at(year, month + 1, 1, 0, 0) }
  if (hour === undefined) return { from, to: at(year, month, day + 1, 0, 0) }
  return { from, to: minute === undefined ? at(year, month, day, hour + 1, 0) : at(year, month, day, hour, minute + 1) }
}
