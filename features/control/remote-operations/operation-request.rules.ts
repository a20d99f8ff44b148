// The request that each remote operation sends to the charger (D-OPS-2, D-OPS-3, D-OCPP-10), and which of its parts are
// secret or decide who is let in (D-OCPP-9).
import { type AccessChange, wireOf } from './operations/operation.contract.ts'
import {
  type Operation,
  operationOf,
  type RemoteOperation,
  type WrittenElsewhere,
} from './operations/operations.contract.ts'

/** Operations whose request is made from their parameters alone. */
export type Plain = Exclude<RemoteOperation, { remoteOperationType: WrittenElsewhere }>

/** The name of the message, in OCPP 1.6 where that has it. */
export const actionOf = (operation: Operation): string => wireOf(operationOf(operation)).action

export type Payload = Record<string, unknown>

/**
 * Returns the request that goes to the charger. `number` is the id by which the charger will know a reservation, a log
 * or a firmware update, where the operator has given none.
 */
export function requestOf(o: Plain, number: number): { action: string; payload: Payload } {
  const wire = wireOf(operationOf(o.remoteOperationType))
  return { action: wire.action, payload: filledFields(wire.request?.(o.parameters, number) ?? o.parameters) }
}

/** True where the request carries a number that its parameters may leave to us. */
export const isNumbered = (o: Plain): boolean => operationOf(o.remoteOperationType).isNumbered === true

/** Returns the fields that were filled in, at any depth: OCPP knows no empty fields. */
export const filledFields = (fields: object): Payload =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]: [string, unknown]) => [name, within(value)]),
  )
const within = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(within)
  return typeof value === 'object' && value !== null ? filledFields(value) : value
}

/** Returns the key or security profile that an operation sets; undefined for any other operation. */
export const accessChange = (operation: RemoteOperation): AccessChange | undefined =>
  operationOf(operation.remoteOperationType).accessChange?.(operation.parameters)

/** True for operations that decide which side trusts the other: they need full access on ChargerPoint (D-OCPP-9). */
export const needsFullAccess = (operation: RemoteOperation): boolean =>
  operationOf(operation.remoteOperationType).needsFullAccess === true || accessChange(operation) !== undefined

/** Texts of an operation that may be kept nowhere. */
export const secretsOf = (operation: RemoteOperation): string[] =>
  operationOf(operation.remoteOperationType).secrets?.(operation.parameters) ?? []

/**
 * Splits keys, or variables, into lists that a charger answers at once; without a limit, into a single list (OCPP 1.6 §5.8, §9.1.7).
 */
export function keyParts<K>(keys: readonly K[], most: number | undefined): K[][] {
  const size = most !== undefined && most > 0 ? most : keys.length
  const parts: K[][] = []
  for (let i = 0; i < keys.length; i += size) parts.push(keys.slice(i, i + size))
  return parts
}
