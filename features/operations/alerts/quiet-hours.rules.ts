// Hours in which nothing is told: quiet hours of a rule by weekday, and the hours of a person, in the business zone.
import { dayMs, minuteMs, offsetMinutes, partsIn, startOfDay } from '@wattdesk/base/time'

/** From a time of these days, Monday is 1, until a time of the same day, or of the next one where it is no later. */
export type Quiet = { days: readonly number[]; from: string; to: string }

const DAY = 1440
const WEEK = 7 * DAY
const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const lengthOf = ({ from, to }: Pick<Quiet, 'from' | 'to'>): number =>
  (minuteOf(to) - minuteOf(from) + DAY) % DAY || DAY

/** The quiet minutes of a week, Monday 00:00 first. */
function quietMinutes(all: readonly Quiet[]): Uint8Array {
  const week = new Uint8Array(WEEK)
  for (const quiet of all)
    for (const day of quiet.days) {
      const first = (day - 1) * DAY + minuteOf(quiet.from)
      for (let n = 0; n < lengthOf(quiet); n++) week[(first + n) % WEEK] = 1
    }
  return week
}

/** Whether quiet hours leave no minute of the week. */
export const neverEnds = (all: readonly Quiet[]): boolean => quietMinutes(all).every(m => m === 1)

/** Monday is 1. */
const weekdayOf = (at: Date, zone: string): number => {
  const { year, month, day } = partsIn(at, zone)
  return ((new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7) + 1
}

/** When the quiet hours around `at` are over; undefined outside of them. Those that follow each other count as one. */
export function quietUntil(at: Date, all: readonly Quiet[], zone: string): Date | undefined {
  if (all.length === 0) return undefined
  const week = quietMinutes(all)
  const { hour, minute } = partsIn(at, zone)
  const now = (weekdayOf(at, zone) - 1) * DAY + hour * 60 + minute
  if (week[now] === 0) return undefined
  let ahead = 1
  while (ahead < WEEK && week[(now + ahead) % WEEK] === 1) ahead++
  const [days, rest] = [Math.floor((hour * 60 + minute + ahead) / DAY), (hour * 60 + minute + ahead) % DAY]
  const start = startOfDay(at, zone, days)
  const near = new Date(start.getTime() + rest * minuteMs)
  // The time of day counts, also where clocks change between midnight and then.
  return new Date(near.getTime() - (offsetMinutes(near, zone) - offsetMinutes(start, zone)) * minuteMs)
}

/** The hours in which a person is told, every day alike. The same time twice means all hours. */
export type Hours = { from: string; to: string }
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
/** When a person's hours begin again; undefined within them. */
export const hoursBegin = (at: Date, { from, to }: Hours, zone: string): Date | undefined =>
  from === to ? undefined : quietUntil(at, [{ days: EVERY_DAY, from: to, to: from }], zone)

/** The first moment from `at` on that neither the rule's quiet hours nor the person's hours forbid; at most a week ahead. */
export function mayTellAt(at: Date, quiet: readonly Quiet[], hours: Hours | undefined, zone: string): Date {
  let when = at
  const last = at.getTime() + 8 * dayMs
  while (when.getTime() < last) {
    const next = quietUntil(when, quiet, zone) ?? (hours && hoursBegin(when, hours, zone))
    if (!next || next.getTime() <= when.getTime()) return when
    when = next
  }
  // The two leave no minute together: the rule's quiet hours count alone.
  return quietUntil(at, quiet, zone) ?? at
}
