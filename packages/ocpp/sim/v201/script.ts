// One whole charging session as the messages a station of OCPP 2.0.1 would have sent, at past instants, with no socket
// and no waiting; the same course as that of a charger of 1.6 with the same seed.
import type { Request201 } from '../../src/ocpp201.ts'
import { type Course, type CourseEnd, sessionCourse } from '../course.ts'
import { usualMeasurands } from '../meter-values.ts'
import { readingOf } from '../power.ts'
import { type MeterValue, meterValue201 } from './meter-values.ts'

type Event = Request201<'TransactionEvent'>
type StoppedReason = NonNullable<Event['transactionInfo']['stoppedReason']>

export interface SessionScript201 extends Omit<Course, 'reason'> {
  evseId: number
  idToken: Event['idToken'] & object
  /** The station's own name of the transaction. */
  transactionId: string
  measurands?: readonly string[]
  /** Default Local. */
  reason?: StoppedReason
  reservationId?: number
  remoteStartId?: number
  /** Sends Authorize first; default true. */
  authorize?: boolean
}

/** The calls in the order of their sending; `at` is the instant of each, ms since 1970. */
export type ScriptedCall201 = {
  [A in 'Authorize' | 'StatusNotification' | 'TransactionEvent']: { action: A; payload: Request201<A>; at: number }
}['Authorize' | 'StatusNotification' | 'TransactionEvent']

const iso = (at: number): string => new Date(at).toISOString()

/** The trigger of a session's end by its reason. */
const endTrigger = (reason: StoppedReason): Event['triggerReason'] => {
  if (reason === 'EVDisconnected') return 'EVCommunicationLost'
  if (reason === 'Remote') return 'RemoteStop'
  return reason === 'Local' ? 'StopAuthorized' : 'AbnormalCondition'
}

/** Yields the calls one by one; returns the figures of the session. @public */
export function* sessionScript201(script: SessionScript201): Generator<ScriptedCall201, CourseEnd> {
  const {
    evseId,
    idToken,
    outlet,
    meterStartWh,
    transactionId,
    reason = 'Local',
    remoteStartId,
    reservationId,
  } = script
  const measurands = script.measurands ?? usualMeasurands(outlet.kind)
  let seqNo = 0
  let chargingState: NonNullable<Event['transactionInfo']['chargingState']> = 'EVConnected'
  const status = (connectorStatus: 'Occupied' | 'Available', at: number): ScriptedCall201 => ({
    action: 'StatusNotification',
    payload: { timestamp: iso(at), connectorStatus, evseId, connectorId: 1 },
    at,
  })
  const event = (
    at: number,
    eventType: Event['eventType'],
    triggerReason: Event['triggerReason'],
    more: Partial<Event> = {},
    info: Partial<Event['transactionInfo']> = {},
  ): ScriptedCall201 => ({
    action: 'TransactionEvent',
    payload: {
      eventType,
      timestamp: iso(at),
      triggerReason,
      seqNo: seqNo++,
      transactionInfo: { transactionId, chargingState, ...info },
      evse: { id: evseId, connectorId: 1 },
      ...more,
    },
    at,
  })
  let lastValue: MeterValue | undefined
  const course = sessionCourse(script)
  for (let next = course.next(); ; next = course.next()) {
    if (next.done) return next.value
    const moment = next.value
    const { at } = moment
    switch (moment.what) {
      case 'plugIn':
        yield status('Occupied', at)
        break
      case 'card':
        if (script.authorize ?? true) yield { action: 'Authorize', payload: { idToken }, at }
        break
      case 'start': {
        const info = remoteStartId === undefined ? {} : { remoteStartId }
        const reserved = reservationId === undefined ? {} : { reservationId }
        const trigger = remoteStartId === undefined ? 'Authorized' : 'RemoteStart'
        yield event(at, 'Started', trigger, { idToken, ...reserved }, info)
        break
      }
      case 'flow':
        chargingState = moment.flow
        yield event(at, 'Updated', 'ChargingStateChanged')
        break
      case 'sample': {
        const value = meterValue201(readingOf(moment.charge, meterStartWh), measurands, moment.context, iso(at))
        lastValue = value
        // The last reading goes with the end.
        if (moment.context !== 'Transaction.End')
          yield event(at, 'Updated', 'MeterValuePeriodic', { meterValue: [value] })
        break
      }
      case 'stop': {
        chargingState = reason === 'EVDisconnected' ? 'Idle' : 'EVConnected'
        const meterValue = lastValue && { meterValue: [lastValue] }
        const token = reason === 'Local' ? { idToken } : {}
        yield event(at, 'Ended', endTrigger(reason), { ...meterValue, ...token }, { stoppedReason: reason })
        break
      }
      case 'unplug':
        yield status('Available', at)
    }
  }
}
