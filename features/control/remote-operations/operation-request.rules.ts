// The request that each remote operation sends to the charger (D-OPS-2, D-OPS-3, D-OCPP-10), and which of its parts are
// secret or decide who is let in (D-OCPP-9).
import { isCredentialKey } from './credential-key.contract.ts'
import type { RemoteOperation } from './operation-body.contract.ts'

/** The OCPP spelling of keys that the portal spells differently (D-OPS-3). */
const SPELT: Readonly<Record<string, string>> = { HeartBeatInterval: 'HeartbeatInterval' }

/** Operations whose request is made from their parameters alone. */
export type Plain = Exclude<RemoteOperation, { remoteOperationType: 'SetChargingProfile' | 'SendLocalList' }>

/** The OCPP actions of operations with another name in the portal. */
const ACTIONS: Readonly<Partial<Record<RemoteOperation['remoteOperationType'], string>>> = {
  RemoteStart: 'RemoteStartTransaction',
  RemoteStop: 'RemoteStopTransaction',
}
export const actionOf = (operation: RemoteOperation['remoteOperationType']): string => ACTIONS[operation] ?? operation

export type Payload = Record<string, unknown>

/**
 * Returns the request that goes to the charger. `number` is the id by which the charger will know a reservation, a log
 * or a firmware update, where the operator has given none.
 */
export function requestOf(o: Plain, number: number): { action: string; payload: Payload } {
  switch (o.remoteOperationType) {
    case 'RemoteStart': {
      const { connectorId, idTag } = o.parameters
      return { action: actionOf(o.remoteOperationType), payload: { connectorId, idTag } }
    }
    case 'RemoteStop':
      return { action: actionOf(o.remoteOperationType), payload: o.parameters }
    case 'Reset':
      return { action: 'Reset', payload: { type: o.parameters.resetType === 'HARD' ? 'Hard' : 'Soft' } }
    case 'ChangeAvailability': {
      const { connectorId, availabilityType } = o.parameters
      const type = availabilityType === 'INOPERATIVE' ? 'Inoperative' : 'Operative'
      return { action: 'ChangeAvailability', payload: { connectorId, type } }
    }
    case 'ChangeConfiguration':
      return {
        action: 'ChangeConfiguration',
        payload: { key: keyOf(o.parameters), value: o.parameters.customConfValue },
      }
    case 'GetConfiguration':
      return { action: 'GetConfiguration', payload: given(o.parameters) }
    case 'TriggerMessage': {
      // Leaving the connector out means the whole charger (OCPP 1.6 §6.51).
      const { triggerMessage: requestedMessage, connectorId } = o.parameters
      return { action: 'TriggerMessage', payload: { requestedMessage, ...(connectorId > 0 && { connectorId }) } }
    }
    case 'UnlockConnector':
      return { action: 'UnlockConnector', payload: o.parameters }
    case 'ClearChargingProfile': {
      const { charging_profile_pk: _, ...payload } = o.parameters
      return { action: 'ClearChargingProfile', payload: given(payload) }
    }
    case 'GetDiagnostics': {
      const { startDate: startTime, stopDate: stopTime, ...rest } = o.parameters
      return { action: 'GetDiagnostics', payload: given({ ...rest, startTime, stopTime }) }
    }
    case 'UpdateFirmware': {
      const { stopDate: _, ...payload } = o.parameters
      return { action: 'UpdateFirmware', payload: given(payload) }
    }
    case 'ExtendedTriggerMessage': {
      const { requestedMessage, connectorId = 0 } = o.parameters
      const payload = { requestedMessage, ...(connectorId > 0 && { connectorId }) }
      return { action: 'ExtendedTriggerMessage', payload }
    }
    case 'ReserveNow': {
      const { reservationId = number, ...rest } = o.parameters
      return { action: 'ReserveNow', payload: given({ ...rest, reservationId }) }
    }
    case 'GetLog':
    case 'SignedUpdateFirmware': {
      const { requestId = number, ...rest } = o.parameters
      return { action: o.remoteOperationType, payload: given({ ...rest, requestId }) }
    }
    case 'ClearCache':
    case 'DataTransfer':
    case 'GetLocalListVersion':
    case 'CancelReservation':
    case 'GetCompositeSchedule':
    case 'CertificateSigned':
    case 'InstallCertificate':
    case 'GetInstalledCertificateIds':
    case 'DeleteCertificate':
      return { action: o.remoteOperationType, payload: given(o.parameters) }
  }
}

/** True where the request carries a number that its parameters may leave to us. */
export const isNumbered = ({ remoteOperationType: o }: Plain): boolean =>
  o === 'ReserveNow' || o === 'GetLog' || o === 'SignedUpdateFirmware'

/** Returns the fields that were filled in, at any depth: OCPP knows no empty fields. */
export const given = (fields: object): Payload =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]: [string, unknown]) => [name, within(value)]),
  )
const within = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(within)
  return typeof value === 'object' && value !== null ? given(value) : value
}

type Configuration = Extract<RemoteOperation, { remoteOperationType: 'ChangeConfiguration' }>['parameters']
const keyOf = ({ keyType, confKey = '', customConfKey = '' }: Configuration): string => {
  const key = keyType === 'Predefined' ? confKey : customConfKey
  return (Object.hasOwn(SPELT, key) ? SPELT[key] : undefined) ?? key
}

/** Returns the key or security profile that a ChangeConfiguration sets; undefined for any other operation. */
export function accessChange(o: RemoteOperation): { what: 'key' | 'profile'; value: string } | undefined {
  if (o.remoteOperationType !== 'ChangeConfiguration') return undefined
  const value = o.parameters.customConfValue
  const key = keyOf(o.parameters).toLowerCase()
  if (key === 'authorizationkey') return { what: 'key', value }
  return key === 'securityprofile' ? { what: 'profile', value } : undefined
}

/** Operations that change the charger's trust or the certificate it signs in with, as a new key does. */
const CHANGES_TRUST: ReadonlySet<RemoteOperation['remoteOperationType']> = new Set([
  'CertificateSigned',
  'InstallCertificate',
  'DeleteCertificate',
] as const)
/** True for operations that decide which side trusts the other: they need full access on ChargerPoint (D-OCPP-9). */
export const needsFullAccess = (o: RemoteOperation): boolean =>
  CHANGES_TRUST.has(o.remoteOperationType) || accessChange(o) !== undefined

/** Texts of an operation that may be kept nowhere. */
export const secretsOf = (o: RemoteOperation): string[] =>
  o.remoteOperationType === 'ChangeConfiguration' && isCredentialKey(keyOf(o.parameters))
    ? [o.parameters.customConfValue]
    : []

/**
 * Splits `keys` into lists that a charger answers at once; without a limit, into a single list (OCPP 1.6 §5.8, §9.1.7).
 */
export function keyParts(keys: readonly string[], most: number | undefined): string[][] {
  const size = most !== undefined && most > 0 ? most : keys.length
  const parts: string[][] = []
  for (let i = 0; i < keys.length; i += size) parts.push(keys.slice(i, i + size))
  return parts
}
