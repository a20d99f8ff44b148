// One whole charging session as the messages a charger would have sent, at past instants, with no socket and no
// waiting: the history of a demonstration network is made of these. Same curves as the live charger, same seed = same text.
import { type Course, type CourseEnd, sessionCourse } from './course.ts'
import { meterValue, usualMeasurands } from './meter-values.ts'
import { readingOf } from './power.ts'

export interface SessionScript extends Course {
  connectorId: number
  idTag: string
  measurands?: readonly string[]
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

export interface ScriptedSession extends CourseEnd {
  transactionId: number
}

const iso = (at: number): string => new Date(at).toISOString()

/**
 * Yields the calls one by one. Hand the reply of StartTransaction back by `next({ transactionId })`, or give
 * `transactionId` beforehand; without either it throws. Returns the figures of the session.
 */
export function* sessionScript(
  script: SessionScript,
): Generator<ScriptedCall, ScriptedSession, { transactionId?: number } | undefined> {
  const { connectorId, idTag, outlet, meterStartWh } = script
  const measurands = script.measurands ?? usualMeasurands(outlet.kind)
  const reason = script.reason === undefined ? 'Local' : script.reason
  const status = (name: string, at: number): ScriptedCall => ({
    action: 'StatusNotification',
    payload: { connectorId, errorCode: 'NoError', status: name, timestamp: iso(at) },
    at,
  })
  let { transactionId } = script
  let meterStopWh = meterStartWh
  const course = sessionCourse(script)
  for (let next = course.next(); ; next = course.next()) {
    if (next.done) {
      if (transactionId === undefined) throw new Error('the session has no transactionId')
      return { transactionId, ...next.value }
    }
    const moment = next.value
    const { at } = moment
    switch (moment.what) {
      case 'plugIn':
        yield status('Preparing', at)
        break
      case 'card':
        if (script.authorize ?? true) yield { action: 'Authorize', payload: { idTag }, at }
        break
      case 'start': {
        const start: Record<string, unknown> = { connectorId, idTag, meterStart: meterStartWh, timestamp: iso(at) }
        if (script.reservationId !== undefined) start.reservationId = script.reservationId
        const reply = yield { action: 'StartTransaction', payload: start, at }
        transactionId = reply?.transactionId ?? transactionId
        if (transactionId === undefined) throw new Error('the session has no transactionId')
        break
      }
      case 'flow':
        yield status(moment.flow, at)
        break
      case 'sample': {
        const reading = readingOf(moment.charge, meterStartWh)
        meterStopWh = reading.registerWh
        const values = meterValue(reading, measurands, moment.context, iso(at))
        yield { action: 'MeterValues', payload: { connectorId, transactionId, meterValue: [values] }, at }
        break
      }
      case 'stop': {
        const stop: Record<string, unknown> = { transactionId, meterStop: meterStopWh, timestamp: iso(at) }
        if (reason !== 'EVDisconnected') stop.idTag = script.stopIdTag ?? idTag
        if (reason !== null) stop.reason = reason
        yield { action: 'StopTransaction', payload: stop, at }
        yield status('Finishing', at)
        break
      }
      case 'unplug':
        yield status('Available', at)
    }
  }
}
