// What happens at one charger over the past days, as a pure function of its record and a seed: when it was connected,
// when it was faulted, which cars came. Nothing here knows of the database.
import { dayMs, hourMs, minuteMs } from '@wattdesk/base/time'
import type { Vehicle } from '@wattdesk/ocpp/sim/power'
import { Random } from '@wattdesk/ocpp/sim/random'
import { cardsInUse, refusedCard } from './cards.ts'
import type { DemoCharger } from './places.ts'
import { type Arrival, arrivalsOn, dayOfTimetable } from './timetable.ts'

/** Times in ms since 1970. */
export type Span = { from: number; to: number; boots: boolean; reason: string }
/** Connector 0 means all of them; a fault that `isOpen` stands until the connection ends. */
export type Fault = { connectorId: number; from: number; to: number; errorCode: string; isOpen?: true }
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
export type Plan = { spans: Span[]; faults: Fault[]; visits: Visit[] }

/** Enough for the cable, the card and the way back to Available after a stop. */
const AROUND_MS = 4 * minuteMs
const LEAST_STAY_MS = 10 * minuteMs
const REASONS = ['Local', 'Local', 'Local', 'EVDisconnected', 'Remote', null] as const

/**
 * A station that fails again and again was away a month and a quarter ago too, days before the present from and to: the
 * number of stations away is steady over every period of the dashboard.
 */
const AWAY_DAYS = [
  [91, 88.5],
  [32, 28.5],
] as const
const FAULT_BEFORE_END_MS = 2 * hourMs

/** The connections of a station that fails: each ends with the power, some hours after a fault. */
function failingSpans(from: number, until: number, to: number): Span[] {
  const breaks = AWAY_DAYS.map(([a, b]) => ({ from: to - a * dayMs, to: to - b * dayMs }))
  const spans: Span[] = []
  let at = from
  for (const b of [...breaks, { from: until, to: until }]) {
    if (b.from > at) spans.push({ from: at, to: b.from, boots: true, reason: 'Closed with 1006' })
    at = Math.max(at, b.to)
  }
  return spans
}

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

/** Before each end of a connection the whole station is faulted, until its power goes. */
const openFaults = (spans: readonly Span[], errorCode: string): Fault[] =>
  spans.map(s => ({
    connectorId: 0,
    from: Math.max(s.from + 3 * minuteMs, s.to - FAULT_BEFORE_END_MS),
    to: s.to,
    errorCode,
    isOpen: true,
  }))

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

/** The last days of a charger up to `to`; the same arguments, the same plan. */
export function planOf(c: DemoCharger, { to, days, timeZone }: { to: number; days: number; timeZone: string }): Plan {
  const random = new Random(`demo ${c.id}`)
  const until = to - c.lastSeenHours * hourMs
  const first = to - days * dayMs
  const from = Math.min(first, until - hourMs) + random.int(0, 6) * minuteMs
  const spans =
    c.fault === undefined ? spansOf(c, random, { from, to: until, timeZone }) : failingSpans(from, until, to)
  const faults = c.fault === undefined ? faultsOf(c, random, spans) : openFaults(spans, c.fault)
  const visits: Visit[] = []
  const today = dayOfTimetable(to, timeZone)
  for (let n = -days - 1; n <= 0; n++) {
    for (const arrival of arrivalsOn(c, dayOfTimetable(to, timeZone, n))) {
      const { at, connectorId, stayMs } = arrival
      const span = spans.find(s => s.from <= at && at < s.to)
      if (!span || at < first) continue
      // The live charger brings the cars of today that stand there now: counted here too, they would count twice.
      if (c.isLive && at >= today && at + stayMs > to) continue
      const here = faults.filter(f => f.connectorId === 0 || f.connectorId === connectorId)
      if (here.some(f => f.from <= at && at < f.to)) continue
      const end = here.reduce((least, f) => (f.from > at ? Math.min(least, f.from) : least), span.to)
      const longest = end - at - AROUND_MS
      if (longest >= LEAST_STAY_MS) visits.push(visitOf(c, arrival, longest))
    }
  }
  loseOne(c, visits, to)
  return { spans, faults, visits }
}

/** At one charger the stop of a session of yesterday never came: something for a person to look at. */
function loseOne(c: DemoCharger, visits: Visit[], to: number): void {
  if (c.id !== 'AMB-BLR-03') return
  const recent = visits.filter(v => v.kind === 'ordinary' && v.plugInAt > to - 2 * dayMs)
  const lost = recent.find(v => recent.some(w => w.connectorId === v.connectorId && w.plugInAt > v.plugInAt))
  if (lost) lost.kind = 'lost'
}
