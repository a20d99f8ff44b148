// The course of one whole charging session at past instants, of no protocol: when the cable goes in, the card is shown,
// current flows, the meter is read, the driver stops. Same curves as the live charger, same seed = same course.
import { advance, beginCharge, type Charge, type Flow, type Outlet, readingOf, type Vehicle } from './power.ts'
import { Random } from './random.ts'

export interface Course {
  /** When the cable is plugged in, ms since 1970. */
  plugInAt: number
  outlet: Outlet
  vehicle: Vehicle
  /** State of charge at the start, percent. */
  soc: number
  /** The connector's energy register before the session, whole Wh. */
  meterStartWh: number
  seed: number
  /** Longest time from start to stop, seconds. */
  maxSeconds: number
  /** The driver stops at this energy, Wh. */
  maxEnergyWh?: number
  /** How long a full car stays before the driver stops, seconds; default 0. */
  idleSeconds?: number
  /** Seconds between samples; default 300. */
  sampleSeconds?: number
  /** The power that profiles allow at an instant, W. */
  limitW?: (at: number) => number
  /** Why the session ends; EVDisconnected: the cable goes out. */
  reason?: string | null
}

/** An event of a session; events come in the order of their instants. */
export type Moment =
  | { what: 'plugIn' | 'card' | 'start' | 'stop' | 'unplug'; at: number }
  | { what: 'flow'; at: number; flow: Flow }
  | { what: 'sample'; at: number; charge: Charge; context: 'Transaction.Begin' | 'Sample.Periodic' | 'Transaction.End' }

/** The figures of a session. */
export interface CourseEnd {
  startedAt: number
  stoppedAt: number
  unpluggedAt: number
  meterStartWh: number
  meterStopWh: number
  energyWh: number
  startSoc: number
  stopSoc: number
}

/** Yields the moments one by one; returns the figures. The register stands at the stop of the last sample. */
export function* sessionCourse(course: Course): Generator<Moment, CourseEnd> {
  const { outlet, vehicle, seed, meterStartWh } = course
  const chance = new Random(seed)
  const limitW = course.limitW ?? (() => Number.POSITIVE_INFINITY)
  let at = course.plugInAt
  yield { what: 'plugIn', at }
  at += chance.int(3_000, 20_000)
  yield { what: 'card', at }
  at += chance.int(800, 3_000)
  const startedAt = at
  yield { what: 'start', at }
  let charge = beginCharge({ outlet, vehicle, soc: course.soc, at, seed })
  let flow: Flow = charge.flow
  yield { what: 'flow', at, flow }
  yield { what: 'sample', at, charge, context: 'Transaction.Begin' }
  const sampleMs = (course.sampleSeconds ?? 300) * 1000
  const lastAt = startedAt + course.maxSeconds * 1000
  let fullAt = flow === 'SuspendedEV' ? at : undefined
  let endAt = lastAt
  let nextSampleAt = startedAt + sampleMs
  while (charge.at < endAt) {
    const to = Math.min(endAt, nextSampleAt, charge.at + 10_000)
    charge = advance(charge, to, limitW)
    if (charge.flow !== flow) {
      flow = charge.flow
      yield { what: 'flow', at: charge.at, flow }
    }
    if (fullAt === undefined && charge.soc >= vehicle.targetSoc) fullAt = charge.at
    if (fullAt !== undefined) endAt = Math.min(endAt, Math.max(charge.at, fullAt + (course.idleSeconds ?? 0) * 1000))
    if (course.maxEnergyWh !== undefined && charge.energyWh >= course.maxEnergyWh) endAt = charge.at
    if (charge.at === nextSampleAt && charge.at < endAt) {
      yield { what: 'sample', at: charge.at, charge, context: 'Sample.Periodic' }
      nextSampleAt += sampleMs
    }
  }
  const stoppedAt = charge.at
  yield { what: 'sample', at: stoppedAt, charge, context: 'Transaction.End' }
  yield { what: 'stop', at: stoppedAt }
  const isCableOut = course.reason === 'EVDisconnected'
  const unpluggedAt = stoppedAt + (isCableOut ? 600 : chance.int(15_000, 120_000))
  yield { what: 'unplug', at: unpluggedAt }
  const meterStopWh = readingOf(charge, meterStartWh).registerWh
  const energyWh = meterStopWh - meterStartWh
  const figures = { meterStartWh, meterStopWh, energyWh, startSoc: course.soc, stopSoc: charge.soc }
  return { startedAt, stoppedAt, unpluggedAt, ...figures }
}
