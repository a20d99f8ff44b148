// How a station answers an operator who asks for maintenance or for its end (D-LIVE-3).
import type { LiveStatus } from '#fleet/stations/station.rules.ts'

type Told = { maintenanceByHand: boolean; notTaken: 'waits' | 'refused' | null }
/** Returns the note about a change by hand that the charge point has not taken; empty where there is nothing to say. */
export function unansweredChangeText({ maintenanceByHand, notTaken }: Told): string {
  if (notTaken === 'waits')
    return maintenanceByHand
      ? 'The charge point has not confirmed the maintenance yet. The portal keeps telling it; new sessions are refused.'
      : 'The charge point has not confirmed the end of maintenance yet. The portal keeps telling it.'
  if (notTaken === 'refused')
    return maintenanceByHand
      ? 'The charge point refused to go out of service. The portal refuses new sessions at it.'
      : 'The charge point refused the end of maintenance. The portal tells it again when it next connects.'
  return ''
}

export type Change = { kind: 'set'; byHand: boolean } | { kind: 'refused'; text: string }
/**
 * Returns the change that an operator's wish makes to a station in state `now` (D-LIVE-3). A station that is charging,
 * or at which a session has begun, is left alone, and so is maintenance that a colleague has set before. Maintenance
 * that nobody set by hand (the charger itself reports it) can be taken over by hand, and ended. `isEnding`: a colleague
 * has just ended the maintenance, and the charger has not answered yet.
 */
export function wished(
  wish: 'maintenance' | 'online',
  now: LiveStatus,
  {
    hasSession = false,
    byHand = false,
    isEnding = false,
  }: { hasSession?: boolean; byHand?: boolean; isEnding?: boolean } = {},
): Change {
  if (wish === 'maintenance' && byHand) return { kind: 'refused', text: 'Station is in maintenance already' }
  if (wish === 'maintenance')
    return now === 'charging' || hasSession
      ? { kind: 'refused', text: 'Station has an active charging session' }
      : { kind: 'set', byHand: true }
  if (isEnding) return { kind: 'refused', text: 'Maintenance is being ended already' }
  return now === 'maintenance'
    ? { kind: 'set', byHand: false }
    : { kind: 'refused', text: 'Station is not in maintenance' }
}
