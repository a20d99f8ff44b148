// Days, ranges and texts of time. An instant is a Date; a day belongs to a zone, which whoever asks names.

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

type Parts = { year: number; month: number; day: number; hour: number; minute: number; second: number }

const formatters = new Map<string, Intl.DateTimeFormat>()
const formatterOf = (zone: string): Intl.DateTimeFormat => {
  const known = formatters.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formatters.set(zone, made)
  return made
}

/** A time zone by a name that somebody wrote, as it is called: `asia/tokyo` is Asia/Tokyo; undefined: there is none. */
export function zoneNamed(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** Calendar and clock of an instant in a zone; throws a RangeError for an unknown zone or an invalid date. */
export const partsIn = (at: Date, zone: string): Parts => {
  const parts: Parts = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 }
  for (const { type, value } of formatterOf(zone).formatToParts(at))
    if (Object.hasOwn(parts, type)) parts[type as keyof Parts] = Number(value)
  return parts
}

/** Minutes that a zone's clocks are east of UTC at an instant: 330 for India. */
export const offsetMinutes = (at: Date, zone: string): number => {
  const { year, month, day, hour, minute, second } = partsIn(at, zone)
  return Math.round((Date.UTC(year, month - 1, day, hour, minute, second) - at.getTime()) / minuteMs)
}

/** The zone of a fixed offset: `+05:30` for 330 minutes east of UTC. */
export const zoneOfOffset = (minutesEast: number): string => {
  const [hours, minutes] = [Math.trunc(Math.abs(minutesEast) / 60), Math.abs(minutesEast) % 60]
  return `${minutesEast < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`
}

/**
 * The instant at which a calendar day begins in a zone. Days and months beyond their end roll over.
 * @param month 1 to 12
 * @param zone a name of IANA, as Asia/Kolkata
 * @example dayStart(2026, 3, 32, 'Asia/Kolkata') // 1 April, 2026-03-31T18:30:00.000Z
 */
export const dayStart = (year: number, month: number, day: number, zone: string): Date => {
  const utc = Date.UTC(year, month - 1, day)
  const near = utc - offsetMinutes(new Date(utc), zone) * minuteMs
  const start = utc - offsetMinutes(new Date(near), zone) * minuteMs
  // Where clocks jump over midnight, the day begins at the jump.
  const { hour, minute } = partsIn(new Date(start), zone)
  return new Date(hour >= 12 ? start + (dayMs - hour * hourMs - minute * minuteMs) : start)
}

/** The day around an instant as 'yyyy-MM-dd'. */
export const dayOf = (at: Date, zone: string): string => {
  const { year, month, day } = partsIn(at, zone)
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

/** The first instant of the day around `at`; `days` moves it by calendar days. */
export const startOfDay = (at: Date, zone: string, days = 0): Date => {
  const { year, month, day } = partsIn(at, zone)
  return dayStart(year, month, day + days, zone)
}

/** The last millisecond of the day around `at`. */
export const endOfDay = (at: Date, zone: string): Date => new Date(startOfDay(at, zone, 1).getTime() - 1)

/**
 * The first instant of the month around `at`.
 * @param months moves the month: 0 is the beginning of this month, 1 its end, exclusive
 */
export const startOfMonth = (at: Date, zone: string, months = 0): Date => {
  const { year, month } = partsIn(at, zone)
  return dayStart(year, month + months, 1, zone)
}

const monthFormat = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** A month, 'yyyy-MM' or a day of it, as March 2026. */
export const monthText = (month: string): string => monthFormat.format(new Date(`${month.slice(0, 7)}-01T00:00:00Z`))

/** The periods that screens offer, with their keys on the wire. */
export const periods = {
  Today: { key: '1d', label: 'Today', days: 1 },
  Last7Days: { key: '7d', label: 'Last 7 Days', days: 7 },
  Last30Days: { key: '30d', label: 'Last 30 Days', days: 30 },
  Last90Days: { key: '90d', label: 'Last 90 Days', days: 90 },
} as const
export type Period = keyof typeof periods
export type PeriodKey = (typeof periods)[Period]['key']
export const defaultPeriod: Period = 'Last7Days'

/**
 * The days of a period, which ends with today.
 * @returns `from` the first instant of the first day, `to` the last millisecond of today
 */
export const rangeOf = (period: Period, now: Date, zone: string): { from: Date; to: Date } => ({
  from: startOfDay(now, zone, 1 - periods[period].days),
  to: endOfDay(now, zone),
})

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const two = (value: number): string => String(value).padStart(2, '0')

let zoneKnown = { name: '', at: Number.NaN }
/**
 * The zone this program runs in: the browser's on a screen. Asked for at most once a second, for a list asks in every cell
 * and a format is slow to make; who travels sees the new zone all the same.
 */
export function localZone(): string {
  const now = Date.now()
  if (!(Math.abs(now - zoneKnown.at) < 1000))
    zoneKnown = { name: Intl.DateTimeFormat().resolvedOptions().timeZone, at: now }
  return zoneKnown.name
}

/** Zones that browsers still call by their former names. */
const renamedZones: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Louisville': 'America/Kentucky/Louisville',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}
/** A zone by the name people know, 'Asia/Kolkata' where the browser says 'Asia/Calcutta'. To be read, not computed with. */
export const zoneName = (zone = localZone()): string => renamedZones[zone] ?? zone

/** 'dd MMM yyyy', as '05 Sep 2026'. */
export const formatDate = (at: Date, zone = localZone()): string => {
  const { year, month, day } = partsIn(at, zone)
  return `${two(day)} ${monthNames[month - 1]} ${year}`
}
/** 'dd MMM yyyy HH:mm', as '05 Jan 2026 14:30'. */
export const formatDateTime = (at: Date, zone = localZone()): string => {
  const { hour, minute } = partsIn(at, zone)
  return `${formatDate(at, zone)} ${two(hour)}:${two(minute)}`
}

/** 'yyyy-MM-dd hh:mm:ss a', as '2026-01-05 02:30:00 PM'. */
export const formatTimestamp = (at: Date, zone = localZone()): string => {
  const { year, month, day, hour, minute, second } = partsIn(at, zone)
  return `${year}-${two(month)}-${two(day)} ${two(hour % 12 || 12)}:${two(minute)}:${two(second)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** 'yyyy-MM-dd HH:mm:ss', as '2026-01-05 14:30:05': how a time stands in a file; `ms` adds the milliseconds. */
export const formatFileTime = (at: Date, { zone = localZone(), ms = false } = {}): string => {
  const { year, month, day, hour, minute, second } = partsIn(at, zone)
  const clock = `${two(hour)}:${two(minute)}:${two(second)}`
  return `${year}-${two(month)}-${two(day)} ${clock}${ms ? `.${String(at.getMilliseconds()).padStart(3, '0')}` : ''}`
}

/** How long ago: 'Just now', 'N min ago', 'N hours ago', 'N days ago'; '1 hour ago', '1 day ago'. */
export const relativeTime = (at: Date, now: Date): string => {
  const ms = now.getTime() - at.getTime()
  if (ms < minuteMs) return 'Just now'
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min ago`
  const [count, unit] = ms < dayMs ? [Math.floor(ms / hourMs), 'hour'] : [Math.floor(ms / dayMs), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}

/** Good within the last 24 hours, bad when older than 7 days, otherwise a warning: also of what was never connected (S-HEARD). */
export const lastConnected = (at: Date | null | undefined, now: Date): 'good' | 'warning' | 'bad' => {
  if (!at) return 'warning'
  const ms = now.getTime() - at.getTime()
  if (ms <= dayMs) return 'good'
  return ms > 7 * dayMs ? 'bad' : 'warning'
}

/** The notice that compares a clock `offset` minutes east of UTC with UTC; hours with at most two decimals. */
export const timezoneNotice = (offset: number): { inAccordance: boolean; text: string } => {
  if (offset === 0) return { inAccordance: true, text: 'Your current timezone is in accordance with UTC.' }
  const hours = Number((Math.abs(offset) / 60).toFixed(2))
  return { inAccordance: false, text: `Your current timezone is ${hours}hrs ${offset > 0 ? 'ahead' : 'behind'}.` }
}
