// The live status of a station and its connectors (D-LIVE-1 to D-LIVE-3, D-CHARGER-2).

export type LiveStatus = 'online' | 'charging' | 'offline' | 'maintenance'
export type StationFacts = {
  byHand: boolean
  /** Socket open and any message within the last 600 s (D-OCPP-2). */
  isConnected: boolean
  isAccepted: boolean
  /** Connector 0, the charge point as a whole. */
  wholeStatus: string | null
  connectorStatuses: readonly (string | null)[]
}

/** The protocols by which chargers are served. */
export type ServedProtocol = 'ocpp1.6' | 'ocpp2.0.1' | 'ocpp2.1'

const CHARGING = new Set(['Charging', 'SuspendedEV', 'SuspendedEVSE'])
/** A car is at a connector in one of these (D-LIVE-2). */
export const ACTIVE_CONNECTOR: readonly string[] = [
  'Preparing',
  'Charging',
  'SuspendedEV',
  'SuspendedEVSE',
  'Finishing',
]
/** A charger counts as connected for so long after any message (D-OCPP-2). */
export const QUIET_MS = 600_000
/** Statuses in which a connector, or the charge point as a whole (connector 0), charges nobody. */
export const OUT: readonly string[] = ['Unavailable', 'Faulted']
export const isOut = (status: string | null): boolean => status !== null && OUT.includes(status)

/** First match wins, in the order of D-LIVE-1. */
export function liveStatus(s: StationFacts): LiveStatus {
  if (s.byHand) return 'maintenance'
  const reachable = s.isConnected && s.isAccepted
  const told = s.connectorStatuses.filter(c => c !== null)
  const allOut = told.length > 0 && told.length === s.connectorStatuses.length && told.every(isOut)
  if (s.isConnected && (isOut(s.wholeStatus) || allOut)) return 'maintenance'
  if (!reachable) return 'offline'
  return told.some(c => CHARGING.has(c)) ? 'charging' : 'online'
}

/** A car is at the connector. */
export const isActiveConnector = (status: string | null): boolean =>
  status !== null && ACTIVE_CONNECTOR.includes(status)

/** The code of the charger list: A active, I not connected or switched off, NA out of service (D-CHARGER-2). */
export const statusCode = (s: {
  isActive: boolean
  isAccepted: boolean
  isConnected: boolean
  wholeStatus: string | null
}): 'A' | 'I' | 'NA' =>
  s.isConnected && isOut(s.wholeStatus) ? 'NA' : s.isActive && s.isAccepted && s.isConnected ? 'A' : 'I'

/** The order of the panel. */
export const STATUS_ORDER = ['online', 'charging', 'offline', 'maintenance'] as const satisfies readonly LiveStatus[]
