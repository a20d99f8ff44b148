// The server's memory of a connected charger: its record, the session of its socket, its live status. One object for
// each open socket.

import type { LiveEvent } from '@wattdesk/base/live-event'
import { instantOf } from '@wattdesk/ocpp/date-time'
import type { CentralSystemAction, Messages16, Request } from '@wattdesk/ocpp/messages'
import type { CentralSystemActionOf, ConfirmationOf, Messages, RequestOf } from '@wattdesk/ocpp/messages/message'
import type { CsmsAction, Messages201, Request201, Response201 } from '@wattdesk/ocpp/ocpp201'
import type { CallOptions, CallOutcome, Outcome } from '@wattdesk/ocpp/own-calls'
import { ChargePointSession, type SessionOptions } from '@wattdesk/ocpp/session'
import type { Services } from '#office/installation/services.ts'
import type { LiveChange, StoredCharger } from './charger.store.ts'
import { booted, type Clock, clockAfterMessage, correctionOf, knownClock, proved } from './clock.rules.ts'
import { isActiveConnector, type LiveStatus, liveStatus, statusCode } from './station.rules.ts'
import type { StationTransaction } from './station-transaction.rules.ts'

export type Station = {
  charger: StoredCharger
  /** Rises with every connection of this charger (D-OCPP-8). */
  connectionNo: number
  connectedSince: Date
  isOpen: boolean
  /** Epoch milliseconds. */
  lastMessageAt: number
  lastHeartbeatAt: number
  /** No message for 600 s: no longer connected in the sense of D-OCPP-2, though the socket stands. */
  isQuiet: boolean
  session: StationSession
  /** Keys and passwords recently sent to the charger, which may echo them; they are removed from its frames. */
  secrets?: readonly string[]
  /** A message of the charger could not be stored, so the database may lack its content. */
  isUnsure: boolean
  /** Last Power.Active.Import in W per connector, of running sessions. */
  powerW: Map<number, number> | undefined
  /** The power in kW from which a rise is news to load balancing: the lowest since the last such news. */
  knownPowerKw: number
  /** Running sessions by connector. */
  active: Map<number, number> | undefined
  /** Transactions by the station's own names, of those that run (2.0.1). */
  transactions: Map<string, StationTransaction> | undefined
  /** The charger's clock; undefined until a message of this connection tells its time. */
  clock: Clock | undefined
  /** By connector, the charger's own time of its last meter values outside any session over this connection, in ms. */
  looseMeterMs: Map<number, number> | undefined
}

const MOST_SECRETS = 5
/** Has the newest secrets sent to a charger removed from its frames. */
export function keepSecret(s: Station, secrets: readonly string[]): void {
  if (secrets.length > 0) s.secrets = [...secrets, ...(s.secrets ?? [])].slice(0, MOST_SECRETS)
}

/**
 * The session of a charger's socket in the protocol that was negotiated. Features ask every charger in one form, that of
 * OCPP 1.6 (`ask`); a session of 2.0.1 or 2.1 says it in its own words and gives the answer back in that form.
 */
abstract class SessionOfStation<M extends Messages> extends ChargePointSession<M> {
  station!: Station
  /** The session that the message now served names, for the log of errors; messages of a charger are served singly. */
  transactionId: number | string | undefined
  /** Our calls that have no answer yet. */
  asked = 0
  /** The charger is about to be sent to another node, and is asked nothing more by people. */
  isLeaving = false

  override async call<A extends CentralSystemActionOf<M>>(
    action: A,
    payload: RequestOf<M, A>,
    options?: CallOptions,
  ): Promise<Outcome<ConfirmationOf<M, A>>> {
    this.asked++
    try {
      return await super.call(action, payload, options)
    } finally {
      this.asked--
    }
  }
}

/** `taskId`: the task that asks, by whose number a station of 2.0.1 can name it later (task-number.rules.ts). */
export type AskOptions = CallOptions & { taskId?: string | undefined }

export class StationSession16 extends SessionOfStation<Messages16> {
  /** Protocols of one family have the same messages, served by the same handlers and asked by the same calls. */
  get family(): 'ocpp1.6' {
    return 'ocpp1.6'
  }

  ask<A extends CentralSystemAction>(action: A, payload: Request<A>, options?: AskOptions): Promise<CallOutcome<A>> {
    return this.call(action, payload, options)
  }
}

/** Says a call of 1.6 to a charger of 2.0.1. */
export type Translate = <A extends CentralSystemAction>(
  session: StationSession201,
  action: A,
  payload: Request<A>,
  options?: AskOptions,
) => Promise<CallOutcome<A>>

/** The session of a station of 2.0.1, or of 2.1, which has the same messages. */
export class StationSession201 extends SessionOfStation<Messages201> {
  readonly #translate: Translate
  /** Messages that a pending station was asked for and may send once, though it has not been accepted (B02). */
  readonly triggered = new Set<string>()

  constructor(options: SessionOptions<Messages201>, translate: Translate) {
    super(options)
    this.#translate = translate
  }

  get family(): 'ocpp2' {
    return 'ocpp2'
  }

  override async call<A extends CsmsAction>(
    action: A,
    payload: Request201<A>,
    options?: CallOptions,
  ): Promise<Outcome<Response201<A>>> {
    if (action === 'TriggerMessage' && this.station.charger.registration === 'Pending')
      this.triggered.add(messageOf((payload as Request201<'TriggerMessage'>).requestedMessage))
    return super.call(action, payload, options)
  }

  ask<A extends CentralSystemAction>(action: A, payload: Request<A>, options?: AskOptions): Promise<CallOutcome<A>> {
    return this.#translate(this, action, payload, options)
  }
}

/** The message that a trigger of 2.0.1 asks for. */
const messageOf = (trigger: string): string => (trigger.startsWith('Sign') ? 'SignCertificate' : trigger)

export type StationSession = StationSession16 | StationSession201

/** Returns a time of a message that has passed its validator. */
export const timeOf = (text: string): Date => new Date(instantOf(text) ?? Number.NaN)

const clockOf = (s: Station): Clock => s.clock ?? knownClock(s.charger.clockOffsetSec)

/** Learns about the charger's clock from the time of a message. */
export function hearClock(station: Station, toldAt: Date, receivedAt: Date): void {
  station.clock = clockAfterMessage(clockOf(station), { toldAt, receivedAt, connectedSince: station.connectedSince })
  // For the charger's next connection; the database gets it with the signs of life (gateway/charger-counts.ts).
  station.charger.clockOffsetSec = station.clock.offsetSec
}

/** Learns about the clock from a start that lies before the command or payment it answers. */
export function hearProof(station: Station, toldAt: Date, receivedAt: Date): void {
  station.clock = proved(clockOf(station), { toldAt, receivedAt, connectedSince: station.connectedSince })
  station.charger.clockOffsetSec = station.clock.offsetSec
}

/** Returns whether the offset of the charger's clock is known, and a message since its boot has confirmed it. */
export const isClockKnown = (station: Station): boolean => {
  const { isConfirmed, offsetSec } = clockOf(station)
  return isConfirmed && offsetSec !== null
}

/** Returns the seconds by which the charger's times are to be corrected. */
export const clockCorrection = (station: Station): number => correctionOf(clockOf(station))

/** A boot may have set the clock. */
export function doubtClock(station: Station): void {
  station.clock = booted(clockOf(station))
}

let lastMs = Number.NaN
let lastText = ''
/** Returns the instant as text, which is asked for many times in the same millisecond. */
export function textOf(at: Date): string {
  const ms = at.getTime()
  if (ms !== lastMs) {
    lastText = at.toISOString()
    lastMs = ms
  }
  return lastText
}

/** The most connectors that a charger may report without a description; beyond, only the histories keep them. */
const MOST_UNCONFIGURED = 64
const HIGHEST_CONNECTOR = 255

/**
 * Returns whether a connector is in the record, may be taken into it, or is beyond the limits. 0 is the charger itself.
 */
export function placeOf(charger: StoredCharger, connectorId: number): 'known' | 'new' | 'too high' | 'too many' {
  if (connectorId === 0 || charger.connectors.some(n => n.connectorId === connectorId)) return 'known'
  if (connectorId < 0 || connectorId > HIGHEST_CONNECTOR) return 'too high'
  return charger.connectors.filter(n => !n.isConfigured).length < MOST_UNCONFIGURED ? 'new' : 'too many'
}

/** Takes a connector that nobody described into the record (D-OCPP-6), where there is room for it. */
export function noteConnector(charger: StoredCharger, connectorId: number): ReturnType<typeof placeOf> {
  const place = placeOf(charger, connectorId)
  const unknown = {
    status: null,
    errorCode: null,
    statusAt: null,
    priceGroupId: null,
    kw: null,
    isConfigured: false,
    evse: null,
  }
  if (place === 'new') charger.connectors.push({ connectorId, ...unknown })
  return place
}

/**
 * Returns why the connector in a message is beyond the limits, for the count of odd values; undefined where it is not.
 */
export function oddConnector(charger: StoredCharger, payload: object): string | undefined {
  const { connectorId } = payload as { connectorId?: number }
  const place = connectorId === undefined ? 'known' : placeOf(charger, connectorId)
  if (place === 'too high') return `above ${HIGHEST_CONNECTOR}`
  return place === 'too many' ? `beyond ${MOST_UNCONFIGURED} that nobody configured` : undefined
}

/** Returns the live status from the present facts of the station. */
export const liveStatusOf = (station: Station): LiveStatus =>
  liveStatus({
    byHand: station.charger.byHand,
    isConnected: station.isOpen && !station.isQuiet,
    isAccepted: station.charger.registration === 'Accepted',
    wholeStatus: station.charger.wholeStatus,
    connectorStatuses: station.charger.connectors.map(c => c.status),
  })

/** Power of the running sessions in kW; null when not connected (D-LIVE-2). */
function powerKwOf(s: Station): number | null {
  if (!s.isOpen || s.isQuiet) return null
  let sum = 0
  for (const w of s.powerW?.values() ?? []) sum += w
  return sum / 1000
}

/** A rise by less says nothing new of what a charger draws. */
const RISE_KW = 0.5
const RISE_SHARE = 0.1
/** Whether the power of a charger has risen so much since this was last true, or since it was lowest, that plans may be wrong. */
export function hasPowerRisen(station: Station): boolean {
  const kw = powerKwOf(station) ?? 0
  const hasRisen = kw > station.knownPowerKw * (1 + RISE_SHARE) + RISE_KW
  if (hasRisen || kw < station.knownPowerKw) station.knownPowerKw = kw
  return hasRisen
}

const stationEvent = (s: Station, at: Date): LiveEvent => ({
  type: 'station',
  at: textOf(at),
  teamId: s.charger.teamId,
  chargepoint_pk: s.charger.pk,
  chargepoint_id: s.charger.id,
  status: s.charger.liveStatus,
  connected: s.isOpen && !s.isQuiet,
  statusCode: statusCode({
    isActive: s.charger.isActive,
    isAccepted: s.charger.registration === 'Accepted',
    isConnected: s.isOpen && !s.isQuiet,
    wholeStatus: s.charger.wholeStatus,
  }),
  lastHeartbeatTimestamp: s.lastHeartbeatAt > 0 ? new Date(s.lastHeartbeatAt).toISOString() : null,
  activeConnectors: s.charger.connectors.filter(c => isActiveConnector(c.status)).length,
  powerKw: powerKwOf(s),
})

export const connectorEvent = (station: Station, connectorId: number, at: Date): LiveEvent => {
  const c = station.charger.connectors.find(n => n.connectorId === connectorId)
  const w = station.powerW?.get(connectorId)
  return {
    type: 'connector',
    at: textOf(at),
    teamId: station.charger.teamId,
    chargepoint_pk: station.charger.pk,
    connectorId,
    status: (connectorId === 0 ? station.charger.wholeStatus : c?.status) ?? 'Unknown',
    errorCode: (connectorId === 0 ? station.charger.wholeErrorCode : c?.errorCode) ?? 'NoError',
    transactionId: station.active?.get(connectorId) ?? null,
    powerKw: w === undefined ? null : w / 1000,
  }
}

/** Updates the live status from the facts; returns the change for the history, if there is one. */
export function settle(station: Station, at: Date, reason: string | null): LiveChange | undefined {
  const to = liveStatusOf(station)
  if (to === station.charger.liveStatus) return undefined
  station.charger.liveStatus = to
  return liveNow(station, at, reason)
}

/** Returns the live status to store in any case; a status equal to the stored status makes no history. */
export const liveNow = (station: Station, at: Date, reason: string | null): LiveChange => ({
  companyId: station.charger.companyId,
  teamId: station.charger.teamId,
  pk: station.charger.pk,
  to: station.charger.liveStatus,
  reason,
  changedBy: null,
  at,
  connectionNo: station.connectionNo,
  byHand: station.charger.byHand,
})

/** Tells browsers how the station stands. */
export const announce = ({ bus }: Services, station: Station, at: Date): void => {
  if (bus.isHeard()) bus.publish({ companyId: station.charger.companyId, event: stationEvent(station, at) })
}

/** Returns the record with the configuration from `fresh` and the reported state from the record in use. */
export function withReportedState(fresh: StoredCharger, told: StoredCharger): StoredCharger {
  const { wholeStatus, wholeErrorCode, wholeStatusAt, wholeToldMs, liveStatus, serial, clockOffsetSec } = told
  const bootAccepted = fresh.bootAccepted || told.bootAccepted
  const known = new Map(told.connectors.map(c => [c.connectorId, c]))
  const connectors = fresh.connectors.map(f => {
    const t = known.get(f.connectorId)
    return t
      ? {
          ...f,
          status: t.status,
          errorCode: t.errorCode,
          statusAt: t.statusAt,
          toldMs: t.toldMs,
          evse: f.evse ?? t.evse,
        }
      : f
  })
  const whole = { wholeStatus, wholeErrorCode, wholeStatusAt, wholeToldMs }
  return { ...fresh, ...whole, liveStatus, bootAccepted, serial, clockOffsetSec, connectors }
}

const STARTS_AND_STOPS: ReadonlySet<string> = new Set([
  'RemoteStartTransaction',
  'RemoteStopTransaction',
  'RequestStartTransaction',
  'RequestStopTransaction',
])
/**
 * Returns why a message may not be sent now. Before acceptance a charger may be configured, but not started or stopped;
 * a rejected charger is left alone (OCPP 1.6 §4.2).
 */
export function forbidden({ charger: c }: Station, action: string): string | undefined {
  if (c.registration === 'Rejected') return 'The charge point is rejected'
  const usable = c.registration === 'Accepted' && c.bootAccepted
  if (!usable && STARTS_AND_STOPS.has(action)) return 'The charge point has not been accepted'
  return undefined
}
