// What happens at one charger over the past days, as a pure function of its record and a seed: when it was connected,
// when it was faulted, which cars came. Nothing here knows of the database.
import { dayMs, hourMs, minuteMs, offsetMinutes } from '@wattdesk/base/time'
import type { Vehicle } from '@wattdesk/ocpp/sim/power'
import { Random } from '@wattdesk/ocpp/sim/random'
import { vehiclesFor } from '@wattdesk/ocpp/sim/vehicles'
import { cardsInUse, refusedCard } from './cards.ts'
import type { DemoCharger } from './places.ts'
import { occupancyAt, stayMinutes } from './rhythm.ts'

/** Times in ms since 1970. */
export type Span = { from: number; to: number; boots: boolean; reason: string }
/** Connector 0 means all of them. */
export type Fault = { connectorId: number; from: number; to: number; errorCode: string }
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

/** Connections: a break of a minute every week or so, and now and then an outage of hours. */
function spansOf(c: DemoCharger, random: Random, from: number, to: number): Span[] {
  const spans: Span[] = []
  let at = from
  let boots = true
  while (at < to) {
    let end = Math.min(to, at + Math.round(random.between(3, 7) * dayMs))
    const days = (end - at) / dayMs
    const isOutage = random.chance(1 - (1 - c.outages) ** days)
    if (isOutage) end = Math.min(to, at + Math.round(random.next() * (end - at)) + 6 * hourMs)
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

/** The local hours of a day as an urn, by how busy they are. */
function pickHour(c: DemoCharger, random: Random): number {
  const weights = Array.from({ length: 24 }, (_, hour) => occupancyAt(c.place.kind, hour))
  let left = random.next() * weights.reduce((sum, w) => sum + w, 0)
  for (const [hour, weight] of weights.entries()) {
    left -= weight
    if (left < 0) return hour
  }
  return 23
}

function visitOf(c: DemoCharger, random: Random, connectorId: number, plugInAt: number, longest: number): Visit {
  const { operator, kind } = c.place
  const [least, most] = stayMinutes(kind, c.type)
  const stay = Math.min(random.between(least, most) * minuteMs, longest)
  const chance = random.next()
  const fate = chance < 0.015 ? 'refused' : chance < 0.025 ? 'denied' : chance < 0.055 ? 'idle' : 'ordinary'
  const draws = fate === 'ordinary'
  return {
    kind: fate,
    connectorId,
    plugInAt,
    idTag:
      draws || fate === 'idle'
        ? random.pick(cardsInUse(operator, kind === 'depot'))
        : refusedCard(operator, random.chance(0.5)),
    vehicle: { ...random.pick(vehiclesFor(c.type)), targetSoc: draws && random.chance(0.6) ? random.int(80, 95) : 100 },
    soc: draws ? random.int(8, 60) : 100,
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
  const from = Math.min(to - Math.min(days, c.days) * dayMs, until - hourMs) + random.int(0, 6) * minuteMs
  const spans = spansOf(c, random, from, until)
  const faults = faultsOf(c, random, spans)
  const count = c.connectorTypes.length
  const freeAt = new Array<number>(count + 1).fill(0)
  const visits: Visit[] = []
  const firstDay = Math.floor(from / dayMs) * dayMs - offsetMinutes(new Date(from), timeZone) * minuteMs
  for (let day = firstDay; day < until; day += dayMs) {
    const arrivals = Array.from({ length: random.int(3, 5) }, () =>
      Math.round(day + pickHour(c, random) * hourMs + random.between(0, hourMs)),
    ).sort((a, b) => a - b)
    for (const at of arrivals) {
      const span = spans.find(s => s.from <= at && at < s.to)
      const frees = freeAt.flatMap((f, id) => (id > 0 && f <= at ? [id] : []))
      if (!span || frees.length === 0) continue
      const free = random.pick(frees)
      const here = faults.filter(f => f.connectorId === 0 || f.connectorId === free)
      if (here.some(f => f.from <= at && at < f.to)) continue
      const end = here.reduce((least, f) => (f.from > at ? Math.min(least, f.from) : least), span.to)
      const longest = end - at - AROUND_MS
      if (longest < LEAST_STAY_MS) continue
      const visit = visitOf(c, random, free, at, longest)
      visits.push(visit)
      freeAt[free] = at + visit.maxSeconds * 1000 + AROUND_MS
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
