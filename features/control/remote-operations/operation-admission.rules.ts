// Refuses a remote operation for its parameters, or for the charger's connectors, site, registration or security
// (D-OCPP-4, D-OCPP-9, D-SITE-4, OCPP 1.6 §4.2).
import { err, ok, type Result } from '@wattdesk/base/result'
import { keyToSend, profileToSend } from '#fleet/chargers/charger-key.rules.ts'
import { accessChange } from './operation-request.rules.ts'
import { type ChargerStanding, isSpokenIn, type Refusal } from './operations/operation.contract.ts'
import { operationOf, type RemoteOperation } from './operations/operations.contract.ts'
import { NOT_ACCEPTED, NOT_CONNECTED } from './remote-operation.rules.ts'

const ONLY_201 = 'Only charge points that speak OCPP 2.0.1 or 2.1 have this operation'
const LOAD_BALANCED = 'This charger is load balanced by its site'

/** Refuses an operation that is not to be tried at all; an error names the field of `parameters` to blame, and times in `zone`. */
export function admissible(o: RemoteOperation, c: ChargerStanding, now: Date, zone: string): Result<void, Refusal> {
  const operation = operationOf(o.remoteOperationType)
  if (!isSpokenIn(operation, c.ocppProtocol)) return err({ status: 409, text: ONLY_201 })
  const change = accessChange(o)
  if (change) {
    const { what, value, field = 'customConfValue' } = change
    const sendable = what === 'key' ? keyToSend(value) : profileToSend(value, c)
    if (!sendable.ok) return err({ status: 422, field, text: sendable.error })
  }
  if (c.isLoadBalanced && operation.changesLimits?.(o.parameters)) return err({ status: 409, text: LOAD_BALANCED })
  const refusal = operation.refusal?.(o.parameters, c, now, zone)
  if (refusal) return err(refusal)
  const { connectorId = 0 } = 'connectorId' in o.parameters ? o.parameters : {}
  if (connectorId === 0 || c.connectors.some(n => n.connectorId === connectorId)) return ok(undefined)
  return err({ status: 422, field: 'connectorId', text: `The charge point has no connector ${connectorId}` })
}

/** Returns why nothing is sent, the error of a task that ends at once; undefined where the request may be sent. */
export function sendRefusal(
  operation: RemoteOperation,
  c: Pick<ChargerStanding, 'connected' | 'bootAccepted'>,
): string | undefined {
  if (!c.connected) return NOT_CONNECTED
  return operationOf(operation.remoteOperationType).needsRegistration && !c.bootAccepted ? NOT_ACCEPTED : undefined
}
