// What the server keeps in memory of a connected charger: its record, the session of its socket, its live status. One
// object for each open socket.

import type { LiveEvent } from '@wattdesk/base/live-event'
import { instantOf } from '@wattdesk/ocpp/date-time'
import type { ChargePointSession } from '@wattdesk/ocpp/session'
import type { Services } from '#office/installation/services.ts'
import type { LiveChange, StoredCharger } from './charger.store.ts'
import { booted, type Clock, correctionOf, heard, knownClock, proved } from './clock.rules.ts'
import { isActiveConnector, type LiveStatus, liveStatus, statusCode } from './station.rules.ts'

export type Station = {
  charger: StoredCharger
  /** Rises with every connection of this charger (D-OCPP-8). */
  connectionNo: number
  connectedSince: Date
  isOpen: boolean
  /** Epoch milliseconds. */
  lastMessageAt: number
  lastHeartbeatAt: number
  /** No message for 600 s: not connected any more in the sense of D-OCPP-2, though the socket stands. */
  isQuiet: boolean
  session: ChargePointSession
  /** Keys and passwords lately sent to the charger, which may echo them; no frame of it keeps them. */
  secrets?: readonly string[]
  /** A message of it could not be stored: what it taught may not be in the database. */
  isUnsure: boolean
  /** Last Power.Active.Import in W per connector, of running sessions. */
  powerW: Map<number, number> | undefined
  /** The power in kW from which a rise is news to load balancing: the lowest since the last such news. */
  knownPowerKw: number
  /** Running sessions by connector. */
  active: Map<number, number> | undefined
  /** How its clock runs; undefined until a message of this connection tells. */
  clock: Clock | undefined
  /** By connector the time, by the charger's clock, of its last meter values of no session over this connection, ms since 1970. */
  looseMeterMs: Map<number, number> | undefined
}

/** A time of a message that has passed its validator. */
export const timeOf = (text: string): Date => new Date(instantOf(text) ?? Number.NaN)

const clockOf = (s: Station): Clock => s.clock ?? knownClock(s.charger.clockOffsetSec)

/** Learns from the time of a message how the charger's clock runs. */
export function hearClock(s: Station, toldAt: Date, receivedAt: Date): void {
  s.clock = heard(clockOf(s), { toldAt, receivedAt, connectedSince: s.connectedSince })
  // For the charger's next connection; the database gets it with the signs of life (gateway/deferred-writes.ts).
  s.charger.clockOffsetSec = s.clock.offsetSec
}

/** Learns from a start that lies before the command or payment it answers. */
export function hearProof(s: Station, toldAt: Date, receivedAt: Date): void {
  s.clock = proved(clockOf(s), { toldAt, receivedAt, connectedSince: s.connectedSince })
  s.charger.clockOffsetSec = s.clock.offsetSec
}

/** Whether it is known how the charger's clock runs, and a message since its boot has confirmed it. */
export const isClockKnown = (s: Station): boolean => {
  const { isConfirmed, offsetSec } = clockOf(s)
  return isConfirmed && offsetSec !== null
}

/** Seconds by which the charger's times are to be corrected. */
export const clockCorrection = (s: Station): number => correctionOf(clockOf(s))

/** A boot may have set the clock. */
export function doubtClock(s: Station): void {
  s.clock = booted(clockOf(s))
}

let lastMs = Number.NaN
let lastText = ''
/** The instant as text, which is asked for many times in the same millisecond. */
export function textOf(at: Date): string {
  const ms = at.getTime()
  if (ms !== lastMs) {
    lastText = at.toISOString()
    lastMs = ms
  }
  return lastText
}

/** A charger may speak of connectors nobody described, within reason; beyond, only the histories keep them. */
const MOST_UNCONFIGURED = 64
const HIGHEST_CONNECTOR = 255

/** Whether a connector is in the record, may be taken into it, or is beyond reason. Connector 0 is the charger itself. */
export function placeOf(c: StoredCharger, connectorId: number): 'known' | 'new' | 'too high' | 'too many' {
  if (connectorId === 0 || c.connectors.some(n => n.connectorId === connectorId)) return 'known'
  if (connectorId < 0 || connectorId > HIGHEST_CONNECTOR) return 'too high'
  return c.connectors.filter(n => !n.isConfigured).length < MOST_UNCONFIGURED ? 'new' : 'too many'
}

/** Takes a connector into the record that nobody described (D-OCPP-6), where there is room for it. */
export function noteConnector(c: StoredCharger, connectorId: number): ReturnType<typeof placeOf> {
  const place = placeOf(c, connectorId)
  const unknown = { status: null, errorCode: null, statusAt: null, priceGroupId: null, kw: null, isConfigured: false }
  if (place === 'new') c.connectors.push({ connectorId, ...unknown })
  return place
}

/** What is beyond reason in the connector that a message names, for the count of odd values; undefined where nothing is. */
export function oddConnector(c: StoredCharger, payload: object): string | undefined {
  const { connectorId } = payload as { connectorId?: number }
  const place = connectorId === undefined ? 'known' : placeOf(c, connectorId)
  if (place === 'too high') return `above ${HIGHEST_CONNECTOR}`
  return place === 'too many' ? `beyond ${MOST_UNCONFIGURED} that nobody configured` : undefined
}

/** The live status that the station's facts give now. */
export const liveStatusOf = (s: Station): LiveStatus =>
  liveStatus({
    byHand: s.charger.byHand,
    isConnected: s.isOpen && !s.isQuiet,
    isAccepted: s.charger.registration === 'Accepted',
    wholeStatus: s.charger.wholeStatus,
    connectorStatuses: s.charger.connectors.map(c => c.status),
  })

/** Power of the running sessions in kW; null when not connected (D-LIVE-2). */
export function powerKwOf(s: Station): number | null {
  if (!s.isOpen || s.isQuiet) return null
  let sum = 0
  for (const w of s.powerW?.values() ?? []) sum += w
  return sum / 1000
}

/** A rise by less says nothing new of what a charger draws. */
const RISE_KW = 0.5
const RISE_SHARE = 0.1
/** Whether the power of a charger has risen so much since this was last true, or since it was lowest, that plans may be wrong. */
export function hasPowerRisen(s: Station): boolean {
  const kw = powerKwOf(s) ?? 0
  const hasRisen = kw > s.knownPowerKw * (1 + RISE_SHARE) + RISE_KW
  if (hasRisen || kw < s.knownPowerKw) s.knownPowerKw = kw
  return hasRisen
}

export const stationEvent = (s: Station, at: Date): LiveEvent => ({
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

export const connectorEvent = (s: Station, connectorId: number, at: Date): LiveEvent => {
  const c = s.charger.connectors.find(n => n.connectorId === connectorId)
  const w = s.powerW?.get(connectorId)
  return {
    type: 'connector',
    at: textOf(at),
    teamId: s.charger.teamId,
    chargepoint_pk: s.charger.pk,
    connectorId,
    status: (connectorId === 0 ? s.charger.wholeStatus : c?.status) ?? 'Unknown',
    errorCode: (connectorId === 0 ? s.charger.wholeErrorCode : c?.errorCode) ?? 'NoError',
    transactionId: s.active?.get(connectorId) ?? null,
    powerKw: w === undefined ? null : w / 1000,
  }
}

/** Brings the live status up to the facts; the change for the history, if there is one. */
export function settle(s: Station, at: Date, reason: string | null): LiveChange | undefined {
  const to = liveStatusOf(s)
  if (to === s.charger.liveStatus) return undefined
  s.charger.liveStatus = to
  return liveNow(s, at, reason)
}

/** The live status to be stored whatever it was before; what equals the stored one makes no history. */
export const liveNow = (s: Station, at: Date, reason: string | null): LiveChange => ({
  companyId: s.charger.companyId,
  teamId: s.charger.teamId,
  pk: s.charger.pk,
  to: s.charger.liveStatus,
  reason,
  changedBy: null,
  at,
  connectionNo: s.connectionNo,
  byHand: s.charger.byHand,
})

/** Tells readers how the station stands. */
export const announce = ({ bus }: Services, s: Station, at: Date): void => {
  if (bus.isHeard()) bus.publish({ companyId: s.charger.companyId, event: stationEvent(s, at) })
}

/** The record with what people configured taken from `fresh`, and what messages told taken from the record in use. */
export function withReportedState(fresh: StoredCharger, told: StoredCharger): StoredCharger {
  const { wholeStatus, wholeErrorCode, wholeStatusAt, wholeToldMs, liveStatus, serial, clockOffsetSec } = told
  const bootAccepted = fresh.bootAccepted || told.bootAccepted
  const known = new Map(told.connectors.map(c => [c.connectorId, c]))
  const connectors = fresh.connectors.map(f => {
    const t = known.get(f.connectorId)
    return t ? { ...f, status: t.status, errorCode: t.errorCode, statusAt: t.statusAt, toldMs: t.toldMs } : f
  })
  const whole = { wholeStatus, wholeErrorCode, wholeStatusAt, wholeToldMs }
  return { ...fresh, ...whole, liveStatus, bootAccepted, serial, clockOffsetSec, connectors }
}

/** Why a message may not be sent now. Before it is accepted a charger may be configured, but not started or stopped; a rejected one is left alone (OCPP 1.6 §4.2). */
export function forbidden({ charger: c }: Station, action: string): string | undefined {
  if (c.registration === 'Rejected') return 'The charge point is rejected'
  const usable = c.registration === 'Accepted' && c.bootAccepted
  if (!usable && (action === 'RemoteStartTransaction' || action === 'RemoteStopTransaction'))
    return 'The charge point has not been accepted'
  return undefined
}
