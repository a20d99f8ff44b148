// The events at one charger over the past days, as a pure function of its record and a seed: times with a connection,
// times of faults, the cars that came. No part of this file reads the database.
import { dayMs, hourMs, minuteMs } from '@wattdesk/base/time'
import type { Vehicle } from '@wattdesk/ocpp/sim/power'
import { Random } from '@wattdesk/ocpp/sim/random'
import {
  type AilmentRequest,
  awaySpans,
  type Fault,
  type Notice,
  type Span,
  type Stretch,
  storyOf,
} from './ailments.ts'
import { cardsInUse, refusedCard } from './cards.ts'
import type { DemoCharger } from './places.ts'
import { type Arrival, arrivalsOn, dayOfTimetable } from './timetable.ts'

export type Visit = {
  /** `refused` at the charger, `denied` after a start without asking, `idle` draws nothing, `lost` never stops. */
  kind: 'ordinary' | 'refused' | 'denied' | 'idle' | 'lost'
  connectorId: number
  plugInAt: number
  idTag: string
  vehicle: Vehicle
  soc: number
  maxSeconds: number
  idleSeconds: number
  reason: string | null
  asks: boolean
  seed: number
}
/**
 * `notices` and `asked` are of the story of a charger that is ill; frames are kept from `loggedFrom` on, and nothing of before
 * the days asked for is planned.
 */
export type Plan = {
  spans: Span[]
  faults: Fault[]
  visits: Visit[]
  notices: Notice[]
  asked: AilmentRequest[]
  loggedFrom: number
}

/** Enough for the cable, the card and the way back to Available after a stop. */
const AROUND_MS = 4 * minuteMs
const LEAST_STAY_MS = 10 * minuteMs
const REASONS = ['Local', 'Local', 'Local', 'EVDisconnected', 'Remote', null] as const

type Past = { from: number; to: number; timeZone: string }
/** An outage begins in the working hours and is over before midnight, at which the dashboard counts the stations. */
const byDay = (at: number, random: Random, timeZone: string): number =>
  dayOfTimetable(at, timeZone) + Math.round(random.between(7, 14) * hourMs)

/** Connections: a break of a minute every week or so, and now and then an outage of hours. */
function spansOf(c: DemoCharger, random: Random, { from, to, timeZone }: Past): Span[] {
  const spans: Span[] = []
  let at = from
  let boots = true
  while (at < to) {
    let end = Math.min(to, at + Math.round(random.between(3, 7) * dayMs))
    const days = (end - at) / dayMs
    const isOutage = random.chance(1 - (1 - c.outages) ** days)
    if (isOutage) end = Math.min(to, byDay(at + Math.round(random.next() * (end - at)) + dayMs, random, timeZone))
    const isPower = isOutage && random.chance(0.6)
    spans.push({ from: at, to: end, boots, reason: isPower ? 'Closed with 1006' : 'Closed with 1001' })
    const gap = isOutage ? random.between(40 * minuteMs, 9 * hourMs) : random.between(20_000, 120_000)
    at = end + Math.round(gap)
    boots = isPower
  }
  return spans
}

function faultsOf(c: DemoCharger, random: Random, spans: readonly Span[]): Fault[] {
  const faults: Fault[] = []
  for (const s of spans) {
    if (s.to - s.from < 2 * dayMs || !random.chance(0.1)) continue
    const from = Math.round(s.from + random.between(0.1, 0.7) * (s.to - s.from))
    const to = Math.round(Math.min(s.to - AROUND_MS, from + random.between(1, 9) * hourMs))
    const all = random.chance(0.4)
    const connectorId = all ? 0 : random.int(1, c.connectorTypes.length)
    faults.push({
      connectorId,
      from,
      to,
      errorCode: random.pick(['GroundFailure', 'OverTemperature', 'PowerMeterFailure']),
    })
  }
  return faults
}

function visitOf(c: DemoCharger, { random, connectorId, at, stayMs, vehicle, soc }: Arrival, longest: number): Visit {
  const { operator, kind } = c.place
  const stay = Math.min(stayMs, longest)
  const chance = random.next()
  const fate = chance < 0.015 ? 'refused' : chance < 0.025 ? 'denied' : chance < 0.055 ? 'idle' : 'ordinary'
  const draws = fate === 'ordinary'
  return {
    kind: fate,
    connectorId,
    plugInAt: at,
    idTag:
      draws || fate === 'idle'
        ? random.pick(cardsInUse(operator, kind === 'depot'))
        : refusedCard(operator, random.chance(0.5)),
    vehicle: { ...vehicle, targetSoc: draws ? 90 : 100 },
    soc: draws ? soc : 100,
    maxSeconds: Math.round(fate === 'denied' ? 3 : fate === 'idle' ? random.int(20, 90) : stay / 1000),
    idleSeconds: random.chance(0.2) ? random.int(300, 2400) : 0,
    reason: fate === 'denied' ? 'DeAuthorized' : random.pick(REASONS),
    asks: fate === 'refused' || (fate !== 'denied' && random.chance(0.7)),
    seed: random.int(0, 2 ** 31 - 1),
  }
}

/** Frames of the last day are in the log. */
const LOGGED_MS = dayMs

/** The connections and faults of a charger, with its story where it is ill. */
function lifeOf(c: DemoCharger, random: Random, { from, to, timeZone }: Past) {
  const until = to - c.lastSeenHours * hourMs
  if (c.ailment === undefined) {
    const spans = spansOf(c, random, { from, to: until, timeZone })
    return { spans, faults: faultsOf(c, random, spans), quiet: [], notices: [], asked: [], loggedFrom: to - LOGGED_MS }
  }
  const { begins, ...story } = storyOf(c.ailment, { to, until })
  const before = c.isLive ? spansOf(c, random, { from, to: begins, timeZone }) : awaySpans(from, begins, to)
  const spans = before.filter(s => s.from < begins)
  return {
    ...story,
    spans: [...spans, ...story.spans.map(s => ({ ...s, from: Math.max(s.from, from) })).filter(s => s.from < s.to)],
    faults: [...faultsOf(c, random, spans), ...story.faults].filter(f => f.from >= from),
    notices: story.notices.filter(n => n.at >= from),
    asked: story.asked.filter(a => a.at >= from),
    loggedFrom: begins,
  }
}

/** The share of a day's cars that came already, so many days before the present: the network grows a little. */
const GROWTH_A_DAY = 0.0013
const shareAt = (daysAgo: number): number => 1 - GROWTH_A_DAY * daysAgo

/** The last days of a charger up to `to`; the same arguments, the same plan. */
export function planOf(
  charger: DemoCharger,
  { to, days, timeZone }: { to: number; days: number; timeZone: string },
): Plan {
  const random = new Random(`demo ${charger.id}`)
  const until = to - charger.lastSeenHours * hourMs
  const first = to - days * dayMs
  const from = Math.min(first, until - hourMs) + random.int(0, 6) * minuteMs
  const { quiet, ...life } = lifeOf(charger, random, { from, to, timeZone })
  const { spans, faults } = life
  const busy: (Stretch & { connectorId: number })[] = [...faults, ...quiet.map(q => ({ ...q, connectorId: 0 }))]
  const visits: Visit[] = []
  const today = dayOfTimetable(to, timeZone)
  for (let n = -days - 1; n <= 0; n++) {
    for (const arrival of arrivalsOn(charger, dayOfTimetable(to, timeZone, n))) {
      const { at, connectorId, stayMs } = arrival
      const span = spans.find(s => s.from <= at && at < s.to)
      if (!span || at < first || arrival.random.next() > shareAt(-n)) continue
      // The live charger brings the cars of today that stand there now: counted here too, they would count twice.
      if (charger.isLive && at >= today && at + stayMs > to) continue
      const here = busy.filter(f => f.connectorId === 0 || f.connectorId === connectorId)
      if (here.some(f => f.from <= at && at < f.to)) continue
      const end = here.reduce((least, f) => (f.from > at ? Math.min(least, f.from) : least), span.to)
      const longest = end - at - AROUND_MS
      if (longest >= LEAST_STAY_MS) visits.push(visitOf(charger, arrival, longest))
    }
  }
  loseOne(charger, visits, to)
  return { ...life, visits }
}

/** At one charger the stop of a session of yesterday never came: something for a person to look at. */
function loseOne(c: DemoCharger, visits: Visit[], to: number): void {
  if (c.id !== 'AMB-BLR-03') return
  const recent = visits.filter(v => v.kind === 'ordinary' && v.plugInAt > to - 2 * dayMs)
  const lost = recent.find(v => recent.some(w => w.connectorId === v.connectorId && w.plugInAt > v.plugInAt))
  if (lost) lost.kind = 'lost'
}
