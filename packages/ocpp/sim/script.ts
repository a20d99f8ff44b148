// One whole charging session as the messages a charger would have sent, at past instants, with no socket and no
// waiting: the history of a demonstration network is made of these. Same curves as the live charger, same seed = same text.
import { type MeterValue, meterValue, usualMeasurands } from './meter-values.ts'
import { advance, beginCharge, type Charge, type Flow, type Outlet, readingOf, type Vehicle } from './power.ts'
import { Random } from './random.ts'

export interface SessionScript {
  connectorId: number
  idTag: string
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
  /** Seconds between MeterValues; default 300. */
  sampleSeconds?: number
  measurands?: readonly string[]
  /** The power that profiles allow at an instant, W. */
  limitW?: (at: number) => number
  /** StopTransaction reason; default Local. `null` leaves the field out (the standard reads it as Local). */
  reason?: string | null
  /** Another card of the group stops the session. */
  stopIdTag?: string
  reservationId?: number
  /** Sends Authorize first; default true. */
  authorize?: boolean
  /** Used where the reply to StartTransaction is not handed back. */
  transactionId?: number
}

/** The actions in the order of their sending; `payload` is the OCPP request, `at` its instant (ms since 1970). */
export interface ScriptedCall {
  action: 'Authorize' | 'StatusNotification' | 'StartTransaction' | 'MeterValues' | 'StopTransaction'
  payload: Record<string, unknown>
  at: number
}

export interface ScriptedSession {
  transactionId: number
  startedAt: number
  stoppedAt: number
  unpluggedAt: number
  meterStartWh: number
  meterStopWh: number
  energyWh: number
  startSoc: number
  stopSoc: number
}

const iso = (at: number): string => new Date(at).toISOString()

/**
 * Yields the calls one by one. Hand the reply of StartTransaction back by `next({ transactionId })`, or give
 * `transactionId` beforehand; without either it throws. Returns the figures of the session.
 */
export function* sessionScript(
  script: SessionScript,
): Generator<ScriptedCall, ScriptedSession, { transactionId?: number } | undefined> {
  const { connectorId, idTag, outlet, vehicle, seed, meterStartWh } = script
  const chance = new Random(seed)
  const measurands = script.measurands ?? usualMeasurands(outlet.kind)
  const limitW = script.limitW ?? (() => Number.POSITIVE_INFINITY)
  const status = (name: string, at: number): ScriptedCall => ({
    action: 'StatusNotification',
    payload: { connectorId, errorCode: 'NoError', status: name, timestamp: iso(at) },
    at,
  })
  let at = script.plugInAt
  yield status('Preparing', at)
  at += chance.int(3_000, 20_000)
  if (script.authorize ?? true) yield { action: 'Authorize', payload: { idTag }, at }
  at += chance.int(800, 3_000)
  const startedAt = at
  const start: Record<string, unknown> = { connectorId, idTag, meterStart: meterStartWh, timestamp: iso(at) }
  if (script.reservationId !== undefined) start.reservationId = script.reservationId
  const reply = yield { action: 'StartTransaction', payload: start, at }
  const transactionId = reply?.transactionId ?? script.transactionId
  if (transactionId === undefined) throw new Error('the session has no transactionId')

  const sample = (charge: Charge, context: string): ScriptedCall => {
    const values: MeterValue = meterValue(readingOf(charge, meterStartWh), measurands, context, iso(charge.at))
    return { action: 'MeterValues', payload: { connectorId, transactionId, meterValue: [values] }, at: charge.at }
  }
  let charge = beginCharge({ outlet, vehicle, soc: script.soc, at, seed })
  let flow: Flow = charge.flow
  yield status(flow, at)
  yield sample(charge, 'Transaction.Begin')
  const sampleMs = (script.sampleSeconds ?? 300) * 1000
  const lastAt = startedAt + script.maxSeconds * 1000
  let fullAt = flow === 'SuspendedEV' ? at : undefined
  let endAt = lastAt
  let nextSampleAt = startedAt + sampleMs
  while (charge.at < endAt) {
    const to = Math.min(endAt, nextSampleAt, charge.at + 10_000)
    charge = advance(charge, to, limitW)
    if (charge.flow !== flow) {
      flow = charge.flow
      yield status(flow, charge.at)
    }
    if (fullAt === undefined && charge.soc >= vehicle.targetSoc) fullAt = charge.at
    if (fullAt !== undefined) endAt = Math.min(endAt, Math.max(charge.at, fullAt + (script.idleSeconds ?? 0) * 1000))
    if (script.maxEnergyWh !== undefined && charge.energyWh >= script.maxEnergyWh) endAt = charge.at
    if (charge.at === nextSampleAt && charge.at < endAt) {
      yield sample(charge, 'Sample.Periodic')
      nextSampleAt += sampleMs
    }
  }
  const stoppedAt = charge.at
  yield sample(charge, 'Transaction.End')
  const meterStopWh = readingOf(charge, meterStartWh).registerWh
  const reason = script.reason === undefined ? 'Local' : script.reason
  const stop: Record<string, unknown> = { transactionId, meterStop: meterStopWh, timestamp: iso(stoppedAt) }
  if (reason !== 'EVDisconnected') stop.idTag = script.stopIdTag ?? idTag
  if (reason !== null) stop.reason = reason
  yield { action: 'StopTransaction', payload: stop, at: stoppedAt }
  yield status('Finishing', stoppedAt)
  const unpluggedAt = stoppedAt + (reason === 'EVDisconnected' ? 600 : chance.int(15_000, 120_000))
  yield status('Available', unpluggedAt)
  const energyWh = meterStopWh - meterStartWh
  const figures = { meterStartWh, meterStopWh, energyWh, startSoc: script.soc, stopSoc: charge.soc }
  return { transactionId, startedAt, stoppedAt, unpluggedAt, ...figures }
}
