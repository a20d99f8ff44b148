// The reasons that stop a remote operation: the charger, its connectors, its site, its registration (D-OCPP-4,
// D-OCPP-9, D-SITE-4, OCPP 1.6 §4.2).
import { err, ok, type Result } from '@wattdesk/base/result'
import { keyToSend, profileToSend } from '#fleet/chargers/charger-key.rules.ts'
import type { RemoteOperation } from './operation-body.contract.ts'
import { accessChange } from './operation-request.rules.ts'
import { NOT_ACCEPTED, NOT_CONNECTED } from './remote-operation.rules.ts'

export const IN_MAINTENANCE = 'Station is in maintenance: end the maintenance to start a session'
export const LOAD_BALANCED = 'This charger is load balanced by its site'

/** The facts about a charger that decide on an operation. */
export type Standing = {
  connected: boolean
  bootAccepted: boolean
  preparingState: boolean
  connectors: readonly { connectorId: number; status: string | null }[]
  /** The security profile in force. */
  profile: number
  /** A key is stored, or on its way to the charger. */
  hasKey: boolean
  /** The charger stands at a site that balances the load of its chargers. */
  isLoadBalanced: boolean
  /** A person has set maintenance (D-LIVE-3). */
  byHand: boolean
}
/** `field`: the field of `parameters` to blame, if there is one. */
export type Refusal = { status: 409 | 422; field?: string; text: string }
/** Operations that could lift a limit that the site has set (D-SITE-4). */
const CHANGES_LIMITS = new Set<RemoteOperation['remoteOperationType']>(['SetChargingProfile', 'ClearChargingProfile'])
/** Keys that decide whether a charger obeys its profiles: keys of the standard (section 9.4) and of vendors. */
const SMART_CHARGING_KEY =
  /smart.?charging|charg(e|ing).?(profile|schedule)|SupportedFeatureProfiles|ConnectorSwitch3to1Phase/i
const changesLimits = (o: RemoteOperation): boolean =>
  CHANGES_LIMITS.has(o.remoteOperationType) ||
  (o.remoteOperationType === 'RemoteStart' && o.parameters.charging_profile_pk !== undefined) ||
  (o.remoteOperationType === 'ChangeConfiguration' &&
    SMART_CHARGING_KEY.test(`${o.parameters.confKey ?? ''} ${o.parameters.customConfKey ?? ''}`))

/** Refuses an operation that is not to be tried at all; an error names the field of `parameters` to blame. */
export function admissible(o: RemoteOperation, c: Standing, now: Date): Result<void, Refusal> {
  if (o.remoteOperationType === 'ReserveNow' && new Date(o.parameters.expiryDate) <= now)
    return err({ status: 422, field: 'expiryDate', text: 'Must be in the future' })
  const change = accessChange(o)
  if (change) {
    const sendable = change.what === 'key' ? keyToSend(change.value) : profileToSend(change.value, c)
    return sendable.ok ? ok(undefined) : err({ status: 422, field: 'customConfValue', text: sendable.error })
  }
  if (c.isLoadBalanced && changesLimits(o)) return err({ status: 409, text: LOAD_BALANCED })
  if (c.byHand && o.remoteOperationType === 'RemoteStart') return err({ status: 409, text: IN_MAINTENANCE })
  const { connectorId = 0 } = 'connectorId' in o.parameters ? o.parameters : {}
  if (connectorId === 0) return ok(undefined)
  const connector = c.connectors.find(n => n.connectorId === connectorId)
  if (!connector)
    return err({ status: 422, field: 'connectorId', text: `The charge point has no connector ${connectorId}` })
  // The last known state of an offline charger refuses nothing: its task will say that it is not connected.
  if (o.remoteOperationType !== 'RemoteStart' || !c.preparingState || !c.connected) return ok(undefined)
  if (connector.status === 'Preparing') return ok(undefined)
  const text = `Connector ${connectorId} is ${connector.status ?? 'Unknown'}. Preparing State is on: a remote start is sent only when the connector is Preparing.`
  return err({ status: 409, field: 'connectorId', text })
}

/** Returns why nothing is sent, the error of a task that ends at once; undefined where the request may be sent. */
export function unsendable(o: RemoteOperation, c: Pick<Standing, 'connected' | 'bootAccepted'>): string | undefined {
  if (!c.connected) return NOT_CONNECTED
  // OCPP 1.6 §4.2: no remote start or stop before the charger has been accepted.
  const isRemote = o.remoteOperationType === 'RemoteStart' || o.remoteOperationType === 'RemoteStop'
  return isRemote && !c.bootAccepted ? NOT_ACCEPTED : undefined
}
