// The view of a timeline as the address has it: a beginning and an end, or a length up to the present, which moves on;
// the lanes shown, and the chosen event. Times in milliseconds since 1970.
import { dayMs, hourMs, minuteMs, partsIn, startOfDay } from '@wattdesk/base/time'
import { LONGEST_MS, SHORTEST_MS } from './timeline.rules.ts'

export const ALL_LANES = [
  ...(['connection', 'status', 'planned', 'security', 'events', 'sessions'] as const),
  ...(['commands', 'messages', 'changes', 'alerts'] as const),
] as const
export type LaneId = (typeof ALL_LANES)[number]
export const LANE_NAMES: Readonly<Record<LaneId, string>> = {
  connection: 'Connection',
  status: 'Connector states',
  planned: 'Planned maintenance',
  security: 'Security events',
  events: 'Station events',
  sessions: 'Sessions',
  commands: 'Commands',
  messages: 'Messages',
  changes: 'Changes',
  alerts: 'Alerts',
}
/** The lengths on offer, from the widest. */
export const LENGTHS: readonly (readonly [ms: number, label: string])[] = [
  [31 * dayMs, '31 days'],
  [7 * dayMs, '7 days'],
  [dayMs, '1 day'],
  [6 * hourMs, '6 hours'],
  [hourMs, '1 hour'],
  [15 * minuteMs, '15 minutes'],
  [5 * minuteMs, '5 minutes'],
  [minuteMs, '1 minute'],
]
const USUAL_MS = hourMs

export type View = {
  from: number
  to: number
  /** The end is the present, and moves on. */
  isLive: boolean
  lanes: readonly LaneId[]
  /** '' means no event. */
  event: string
}

const timeOf = (text: string | null): number => (text === null ? Number.NaN : Date.parse(text))
const isLength = (ms: number): boolean => ms >= SHORTEST_MS && ms <= LONGEST_MS

/** Returns the view that an address asks for; the last hour where the address has no time, or none that can be read. */
export function viewOf(params: URLSearchParams, now: number): View {
  const asked = params.get('lanes')
  const lanes = asked === null ? ALL_LANES : ALL_LANES.filter(l => asked.split(',').includes(l))
  const rest = { lanes, event: params.get('event') ?? '' }
  const [from, to] = [timeOf(params.get('start')), timeOf(params.get('end'))]
  if (isLength(to - from)) return { from, to, isLive: false, ...rest }
  const span = Number(params.get('span'))
  return { from: now - (isLength(span) ? span : USUAL_MS), to: now, isLive: true, ...rest }
}

/** Writes a view into an address. `isFixed`: with its present beginning and end, even where it is live. */
export function writeView(params: URLSearchParams, view: View, { isFixed = !view.isLive } = {}): void {
  const set = (name: string, value: string | undefined) => {
    if (value) params.set(name, value)
    else params.delete(name)
  }
  set('start', isFixed ? new Date(view.from).toISOString() : undefined)
  set('end', isFixed ? new Date(view.to).toISOString() : undefined)
  set('span', isFixed || view.to - view.from === USUAL_MS ? undefined : String(view.to - view.from))
  if (view.lanes.length === ALL_LANES.length) params.delete('lanes')
  else params.set('lanes', view.lanes.join(','))
  set('event', view.event)
}

/**
 * Returns the view from one time to another, within the shortest and longest length and before now; if its end is now,
 * the view is live.
 */
export function viewBetween(view: View, from: number, to: number, now: number): View {
  const length = Math.min(Math.max(Math.round(to - from), SHORTEST_MS), LONGEST_MS)
  const middle = (from + to) / 2
  const end = Math.round(to - from === length ? to : middle + length / 2)
  return end >= now
    ? { ...view, from: now - length, to: now, isLive: true }
    : { ...view, from: end - length, to: end, isLive: false }
}
/** Returns the view with another length around a time; a live view keeps its end. */
export function resized(view: View, length: number, now: number, around = (view.from + view.to) / 2): View {
  if (view.isLive) return { ...view, from: view.to - length }
  return viewBetween(view, around - length / 2, around + length / 2, now)
}
/** Returns the next length on offer, nearer or wider; the same length at the end of the offers. */
export function nextLength(view: View, way: 'nearer' | 'wider'): number {
  const length = view.to - view.from
  const all = LENGTHS.map(([ms]) => ms)
  return (way === 'nearer' ? all.find(ms => ms < length) : all.findLast(ms => ms > length)) ?? length
}
/** Returns the view moved earlier or later by a part of its length. */
export const movedView = (view: View, part: number, now: number): View => {
  const by = (view.to - view.from) * part
  return viewBetween(view, view.from + by, view.to + by, now)
}

const second = 1000
const TICKS = [
  5 * second,
  10 * second,
  15 * second,
  30 * second,
  minuteMs,
  2 * minuteMs,
  5 * minuteMs,
  10 * minuteMs,
  15 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  3 * hourMs,
  6 * hourMs,
  12 * hourMs,
  dayMs,
  2 * dayMs,
  7 * dayMs,
]
const two = (n: number) => String(n).padStart(2, '0')
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Returns the ticks of the axis, at most `most`, at whole hours and days of the zone, each with its text. */
export function ticksOf(
  { from, to }: Pick<View, 'from' | 'to'>,
  zone: string,
  most: number,
): { at: number; text: string }[] {
  const step = TICKS.find(s => (to - from) / s <= most) ?? 7 * dayMs
  const ticks: { at: number; text: string }[] = []
  const start = startOfDay(new Date(from), zone).getTime()
  for (let n = Math.floor((from - start) / step) - 1; ; n++) {
    // Hours are counted from midnight of their own day: days have 23 or 25 hours when the clocks change.
    const days = Math.floor((n * step) / dayMs)
    const at = startOfDay(new Date(start), zone, days).getTime() + n * step - days * dayMs
    if (at > to) return ticks
    if (at < from) continue
    const p = partsIn(new Date(at), zone)
    const isMidnight = p.hour === 0 && p.minute === 0 && p.second === 0
    const clock = `${two(p.hour)}:${two(p.minute)}${step < minuteMs ? `:${two(p.second)}` : ''}`
    ticks.push({ at, text: isMidnight ? `${p.day} ${MONTHS[p.month - 1]}` : clock })
  }
}

/** Returns the text of a time in the list; the shorter the stretch, the more exact. */
export function listTime(at: number, { from, to }: Pick<View, 'from' | 'to'>, zone: string): string {
  const p = partsIn(new Date(at), zone)
  const clock = `${two(p.hour)}:${two(p.minute)}:${two(p.second)}`
  const ms = String(Math.floor(at) % 1000).padStart(3, '0')
  const sameDay = startOfDay(new Date(from), zone).getTime() === startOfDay(new Date(to), zone).getTime()
  const isIn = at >= from && at < to
  return `${sameDay && isIn ? '' : `${p.day} ${MONTHS[p.month - 1]} `}${clock}${to - from <= 15 * minuteMs ? `.${ms}` : ''}`
}
