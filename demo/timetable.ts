// The cars of a charger by the day: each has its regulars, who come at about the same time every day. The written past and
// the live chargers follow the same timetable, so that the figures of today stay close to those of the days before.
import { dayMs, hourMs, minuteMs, startOfDay } from '@wattdesk/base/time'
import type { Vehicle } from '@wattdesk/ocpp/sim/power'
import { Random } from '@wattdesk/ocpp/sim/random'
import { vehiclesFor } from '@wattdesk/ocpp/sim/vehicles'
import { type DemoCharger, demoChargers } from './places.ts'
import { occupancyAt, stayMinutes } from './rhythm.ts'

/** A regular of a charger; `minute` is of the local day. */
type Slot = { connectorId: number; minute: number; stayMinutes: number; vehicle: Vehicle; soc: number }
/** A car of a day: when it comes and how long it stays, in ms; `random` decides everything else about the visit. */
export type Arrival = { connectorId: number; at: number; stayMs: number; vehicle: Vehicle; soc: number; random: Random }

const DAY_MINUTES = dayMs / minuteMs
/** Minutes by which a regular comes earlier or later than usual. */
const JITTER_MINUTES = 4
/** Minutes between two cars at a connector: time for the cable, the card and the jitter of both. */
const BETWEEN_MINUTES = 4 + 2 * JITTER_MINUTES
const LEAST_STAY_MINUTES = 12

/** The minute of the day before which a share of a day's cars have come, by how busy the hours are. */
function minuteAtShare({ place }: DemoCharger, share: number): number {
  const weights = Array.from({ length: 24 }, (_, hour) => occupancyAt(place.kind, hour))
  let left = share * weights.reduce((sum, w) => sum + w, 0)
  for (const [hour, weight] of weights.entries()) {
    if (left < weight) return (hour + left / weight) * (hourMs / minuteMs)
    left -= weight
  }
  return DAY_MINUTES - 1
}

/** Timetables by charger: each is asked for once a day of the past. */
const made = new WeakMap<DemoCharger, readonly Slot[]>()
/** The regulars of a charger, in the order of the day. */
function timetableOf(c: DemoCharger): readonly Slot[] {
  const known = made.get(c) ?? makeTimetable(c)
  made.set(c, known)
  return known
}

const GOLDEN = (Math.sqrt(5) - 1) / 2
/** With this beginning, at least two cars come in every hour of a day. */
const PHASE = 6.72
/** Moves the regulars of each charger of a kind, 0 to 1 of the time between two: together they leave no hour out. */
const offsetOf = (c: DemoCharger): number =>
  ((demoChargers.filter(d => d.place.kind === c.place.kind).indexOf(c) + PHASE) * GOLDEN) % 1

/** Regulars at the chargers of a full site, which come in shifts. */
const AT_FULL_SITE = 12
const SHIFT_MINUTES = [330, 440] as const
const countOf = ({ place, connectorTypes }: DemoCharger): number =>
  place.isFull ? AT_FULL_SITE : connectorTypes.length === 1 ? 4 : 5

function makeTimetable(c: DemoCharger): Slot[] {
  const random = new Random(`timetable ${c.id}`)
  const connectors = c.connectorTypes.length
  const count = countOf(c)
  const [least, most] = c.place.isFull ? SHIFT_MINUTES : stayMinutes(c.place.kind, c.type)
  const minutes = Array.from({ length: count }, (_, n) =>
    c.place.isFull ? ((n + 0.75) / count) * DAY_MINUTES : minuteAtShare(c, (n + offsetOf(c)) / count),
  )
  const slots = minutes.map((minute, n) => ({
    connectorId: (n % connectors) + 1,
    minute,
    stayMinutes: random.between(least, most),
    vehicle: random.pick(vehiclesFor(c.type)),
    soc: random.int(10, 55),
  }))
  return slots.flatMap((slot, n) => {
    const later = slots.slice(n + 1).find(s => s.connectorId === slot.connectorId)
    const first = slots.find(s => s.connectorId === slot.connectorId) ?? slot
    const next = later ? later.minute : first.minute + DAY_MINUTES
    const stay = Math.min(slot.stayMinutes, next - slot.minute - BETWEEN_MINUTES)
    return stay < LEAST_STAY_MINUTES ? [] : [{ ...slot, stayMinutes: stay }]
  })
}

/** The cars that come within the local day that begins at `day`, in order; the same arguments, the same cars. */
export function arrivalsOn(charger: DemoCharger, day: number): Arrival[] {
  return timetableOf(charger)
    .map((slot, n): Arrival => {
      const random = new Random(`arrival ${charger.id} ${day} ${n}`)
      const minute = slot.minute + random.between(-JITTER_MINUTES, JITTER_MINUTES)
      return {
        connectorId: slot.connectorId,
        at: Math.round(day + Math.min(DAY_MINUTES - 1, Math.max(0, minute)) * minuteMs),
        stayMs: Math.round(slot.stayMinutes * random.between(0.9, 1) * minuteMs),
        vehicle: slot.vehicle,
        soc: slot.soc + random.int(-3, 3),
        random,
      }
    })
    .sort((a, b) => a.at - b.at)
}

/** The beginning of the local day of `at`, moved by days; ms since 1970. */
export const dayOfTimetable = (at: number, timeZone: string, days = 0): number =>
  startOfDay(new Date(at), timeZone, days).getTime()

/** The car of today that would stand at a connector now. */
export const carHere = (
  charger: DemoCharger,
  connectorId: number,
  now: number,
  timeZone: string,
): Arrival | undefined =>
  arrivalsOn(charger, dayOfTimetable(now, timeZone)).find(
    a => a.connectorId === connectorId && a.at <= now && now < a.at + a.stayMs,
  )

/** The next car at a connector after `now`; undefined where none comes until tomorrow's end. */
export const nextCar = (
  charger: DemoCharger,
  connectorId: number,
  now: number,
  timeZone: string,
): Arrival | undefined =>
  [0, 1]
    .flatMap(days => arrivalsOn(charger, dayOfTimetable(now, timeZone, days)))
    .find(a => a.connectorId === connectorId && a.at > now)
