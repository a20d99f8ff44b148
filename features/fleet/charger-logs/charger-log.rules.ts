// The rules of the log: the intervals that may be asked for (D-LOG-2), the words for a frame in a row, how live rows
// and pages become one list (D-LOG-3), and the file (D-LOG-5).
import { err, ok, type Result } from '@wattdesk/base/result'
import { neutralised } from '@wattdesk/base/text'
import { formatFileTime, zoneName } from '@wattdesk/base/time'
import { INVALID_INTERVAL } from './charger-log.contract.ts'

export const INTERVAL_TOO_LONG = 'Please select a valid time interval of at most 31 days'
export const MAX_INTERVAL_ROWS = 5000
const MAX_INTERVAL_MS = 31 * 86_400_000
const PREVIEW_LENGTH = 100

export type IntervalQuery = { startDate: string; startTime: string; endDate: string; endTime: string }

const instantOf = (day = '', clock = ''): Date | undefined => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !/^\d{2}:\d{2}:\d{2}$/.test(clock)) return undefined
  const at = new Date(`${day}T${clock}Z`)
  // The 31st of February is no day.
  return at.getTime() > 0 && at.toISOString().startsWith(`${day}T${clock}`) ? at : undefined
}

/** Returns the first instant and the instant after the last second; a text where the query is no interval. */
export function intervalOf(
  q: { [K in keyof IntervalQuery]?: string | undefined },
): Result<{ from: Date; until: Date }> {
  const from = instantOf(q.startDate, q.startTime)
  const to = instantOf(q.endDate, q.endTime)
  if (!from || !to || to <= from) return err(INVALID_INTERVAL)
  if (to.getTime() - from.getTime() > MAX_INTERVAL_MS) return err(INTERVAL_TOO_LONG)
  return ok({ from, until: new Date(to.getTime() + 1000) })
}

/** Returns the query for an interval between two instants, to the second. */
export const intervalQuery = (from: Date, to: Date): IntervalQuery => {
  const [start, end] = [from.toISOString(), to.toISOString()]
  return {
    startDate: start.slice(0, 10),
    startTime: start.slice(11, 19),
    endDate: end.slice(0, 10),
    endTime: end.slice(11, 19),
  }
}

export const preview = (message: string): string =>
  message.length > PREVIEW_LENGTH ? `${message.slice(0, PREVIEW_LENGTH)}…` : message

/**
 * Returns the name of a frame: the action of a call; 'Answer' or 'Error' for replies; '' for a text that is no frame.
 */
export function frameName(message: string): string {
  const call = /^\s*\[\s*2\s*,\s*"(?:[^"\\]|\\.)*"\s*,\s*"([^"\\]{1,50})"/.exec(message)
  if (call?.[1]) return call[1]
  if (/^\s*\[\s*3\s*,/.test(message)) return 'Answer'
  const error = /^\s*\[\s*4\s*,\s*"(?:[^"\\]|\\.)*"\s*,\s*"([^"\\]{1,50})"/.exec(message)
  return error?.[1] ? `Error ${error[1]}` : ''
}

/** Returns the id by which a call and its answer belong together. */
export const frameId = (message: string): string | undefined =>
  /^\s*\[\s*[234]\s*,\s*"((?:[^"\\]|\\.)*)"/.exec(message)?.[1]

/** Returns a function that names messages; an answer is named after its call where that call is among `known`. */
export function namesOf(known: readonly { message: string }[]): (message: string) => string {
  const calls = new Map<string, string>()
  for (const { message } of known) {
    const id = frameId(message)
    const name = frameName(message)
    if (id !== undefined && name !== '' && /^\s*\[\s*2/.test(message)) calls.set(id, name)
  }
  return message => {
    const name = frameName(message)
    const call = calls.get(frameId(message) ?? '')
    return call === undefined || call === name ? name || 'Message' : `${call} ${name.toLowerCase()}`
  }
}

/** Returns the message over several lines; unchanged where it is no JSON. */
export function pretty(message: string): string {
  try {
    return JSON.stringify(JSON.parse(message), null, 2)
  } catch {
    return message
  }
}

export type LogRow = { id: number | string; messageTime: string; messageType: 'INCOMING' | 'OUTGOING'; message: string }
const keyOf = (r: LogRow): string => `${r.messageTime}\n${r.messageType}\n${r.message}`

/**
 * Returns `rows` with the frames of `newer` that they lack on top, newest first. A frame that came live and again with
 * a page is one row. `joins` is false when `newer` does not reach down to `rows`: frames between them may be missing.
 */
export function joined(rows: readonly LogRow[], newer: readonly LogRow[]): { rows: LogRow[]; joins: boolean } {
  // Only the newest rows can overlap: each page is far shorter than this.
  const known = new Set(rows.slice(0, 2000).map(keyOf))
  const fresh = newer.filter(r => !known.has(keyOf(r)))
  const joins = rows.length === 0 || fresh.length < newer.length
  // Times of one charger only rise; a stable sort keeps the order of frames at the same instant.
  const top = fresh.toSorted((a, b) => (a.messageTime < b.messageTime ? 1 : a.messageTime > b.messageTime ? -1 : 0))
  const newest = rows[0]?.messageTime ?? ''
  const all = [...top, ...rows]
  if (top.every(r => r.messageTime >= newest)) return { rows: all, joins }
  return {
    rows: all.toSorted((a, b) => (a.messageTime < b.messageTime ? 1 : a.messageTime > b.messageTime ? -1 : 0)),
    joins,
  }
}

/** Returns `rows` with an older page below; rows that are there already are not repeated. */
export function extended(rows: readonly LogRow[], older: readonly LogRow[]): LogRow[] {
  const known = new Set(rows.slice(-2000).map(keyOf))
  return [...rows, ...older.filter(r => !known.has(keyOf(r)))]
}

const quoted = (value: string): string => `"${neutralised(value).replaceAll('"', '""')}"`

const line = (values: readonly string[]) => values.map(quoted).join(';')
/**
 * Returns the header line of `Logs.csv`; times are in the time zone of this program, which the header names (D-EXP-1).
 */
export const logsHead = (): string => line([`Time (${zoneName()})`, 'Type', 'Message'])

/**
 * Returns rows of `Logs.csv` after `before` earlier rows: semicolons, every value quoted, a blank line between pages of
 * `size` (D-LOG-5); times to the millisecond.
 */
export const logsText = (rows: readonly LogRow[], { before, size }: { before: number; size: number }): string =>
  rows
    .map((r, i) => {
      const isNewPage = before + i > 0 && (before + i) % size === 0
      const time = formatFileTime(new Date(r.messageTime), { ms: true })
      return `${isNewPage ? '\r\n\r\n' : '\r\n'}${line([time, r.messageType, r.message])}`
    })
    .join('')
