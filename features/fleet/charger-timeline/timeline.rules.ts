// Which times a timeline may show, and by what steps a full lane is counted.
import { err, ok, type Result } from '@wattdesk/base/result'
import { dayMs, hourMs, minuteMs, startOfDay } from '@wattdesk/base/time'
import { LANES, type Lane } from './timeline.contract.ts'

/** 31 days, with the hour by which clocks may be changed. */
export const LONGEST_MS = 31 * dayMs + hourMs
export const SHORTEST_MS = minuteMs
const WRONG_SPAN = 'Please select a time between one minute and 31 days'

const second = 1000
const STEPS = [
  second,
  5 * second,
  10 * second,
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
]
const MOST_STEPS = 160

export type Span = { from: Date; to: Date; stepMs: number; origin: Date }
/** The time asked for, with the step by which a full lane is counted and where steps begin: at midnight of the zone. */
export function spanOf(q: { from: string; to: string }, zone: string): Result<Span> {
  const [from, to] = [new Date(q.from), new Date(q.to)]
  const length = to.getTime() - from.getTime()
  if (!(length >= SHORTEST_MS && length <= LONGEST_MS)) return err(WRONG_SPAN)
  const stepMs = STEPS.find(s => length / s <= MOST_STEPS) ?? dayMs
  return ok({ from, to, stepMs, origin: startOfDay(from, zone) })
}

/** The lanes that a text names; all of them without one. */
export const lanesOf = (text: string | undefined): readonly Lane[] =>
  text === undefined ? LANES : LANES.filter(l => text.split(',').includes(l))
