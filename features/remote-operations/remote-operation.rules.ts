// What is true of remote operations: what each sends (D-OPS-2, D-OPS-3), what can stand in its way (D-OCPP-4, D-OCPP-9,
// OCPP 1.6 §4.2), and how an answer reads (D-OPS-4, D-OPS-5).
import { err, ok, type Result } from '@wattdesk/base/result'
import { keyToSend, profileToSend } from '../chargers/charger-key.rules.ts'
import { isCredentialKey } from './credential-key.contract.ts'
import type { RemoteOperation } from './operation-body.contract.ts'
import type { Task } from './remote-operation.contract.ts'

/** How long the charger has to answer (D-OPS-5). */
export const ANSWER_MS = 20_000
/** How long a charger may take to say what it takes, where it is asked before the operation itself. */
export const TELL_MS = 25_000
/** A call waits behind others for at most 60 s, then has its 20 s; a question may come before: after this nothing can come any more. */
export const LONGEST_MS = 110_000
/** An accepted start whose session has not begun by then is missing (OCPP 1.6 §5.11: "Accepted" is not yet a session). */
export const START_MS = 90_000

export const NOT_CONNECTED = 'Charge point is not connected'
export const NOT_ACCEPTED = 'Charge point is not registered yet'
export const LOST = 'Connection lost before the answer'
export const UNREACHABLE = 'The server that holds the connection of the charge point cannot be reached'
export const LOAD_BALANCED = 'This charger is load balanced by its site'
export const START_MISSING = 'Accepted, but no session has started'

/** The OCPP spelling of keys that the portal spells otherwise (D-OPS-3). */
const SPELT: Readonly<Record<string, string>> = { HeartBeatInterval: 'HeartbeatInterval' }

/** Operations whose request is made of their parameters alone. */
export type Plain = Exclude<RemoteOperation, { remoteOperationType: 'SetChargingProfile' }>

/** The request that goes to the charger. */
export function requestOf(o: Plain): { action: string; payload: Record<string, unknown> } {
  switch (o.remoteOperationType) {
    case 'RemoteStart':
      return { action: 'RemoteStartTransaction', payload: o.parameters }
    case 'RemoteStop':
      return { action: 'RemoteStopTransaction', payload: o.parameters }
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
      return { action: 'GetConfiguration', payload: o.parameters.keys?.length ? { key: o.parameters.keys } : {} }
    case 'TriggerMessage': {
      // The whole charger is meant by leaving the connector out (OCPP 1.6 §6.51).
      const { triggerMessage: requestedMessage, connectorId } = o.parameters
      return { action: 'TriggerMessage', payload: { requestedMessage, ...(connectorId > 0 && { connectorId }) } }
    }
    case 'UnlockConnector':
      return { action: 'UnlockConnector', payload: o.parameters }
    case 'ClearChargingProfile': {
      const { charging_profile_pk: _, ...payload } = o.parameters
      return { action: 'ClearChargingProfile', payload: given(payload) }
    }
    case 'GetCompositeSchedule':
      return { action: 'GetCompositeSchedule', payload: given(o.parameters) }
  }
}

const given = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

type Configuration = Extract<RemoteOperation, { remoteOperationType: 'ChangeConfiguration' }>['parameters']
const keyOf = ({ keyType, confKey = '', customConfKey = '' }: Configuration): string => {
  const key = keyType === 'Predefined' ? confKey : customConfKey
  return SPELT[key] ?? key
}

/** The key or security profile that a ChangeConfiguration sets; undefined for any other operation. */
export function accessChange(o: RemoteOperation): { what: 'key' | 'profile'; value: string } | undefined {
  if (o.remoteOperationType !== 'ChangeConfiguration') return undefined
  const value = o.parameters.customConfValue
  const key = keyOf(o.parameters).toLowerCase()
  if (key === 'authorizationkey') return { what: 'key', value }
  return key === 'securityprofile' ? { what: 'profile', value } : undefined
}

/** True for keys that decide how the charger is let in: full access on ChargerPoint is needed (D-OCPP-9). */
export const needsFullAccess = (o: RemoteOperation): boolean => accessChange(o) !== undefined

/** Texts of an operation that may be kept nowhere. */
export const secretsOf = (o: RemoteOperation): string[] =>
  o.remoteOperationType === 'ChangeConfiguration' && isCredentialKey(keyOf(o.parameters))
    ? [o.parameters.customConfValue]
    : []

/** A charger as an operation meets it. */
export type Standing = {
  connected: boolean
  bootAccepted: boolean
  preparingState: boolean
  connectors: readonly { connectorId: number; status: string | null }[]
  /** The security profile that counts. */
  profile: number
  /** A key is stored, or on its way to the charger. */
  hasKey: boolean
  /** The charger stands at a site that balances the load of its chargers. */
  isLoadBalanced: boolean
}
/** Of a field of `parameters`, where one is to blame. */
export type Refusal = { status: 409 | 422; field?: string; text: string }
/** Operations that could lift a limit which the site has set (D-SITE-4). */
const CHANGES_LIMITS = new Set<RemoteOperation['remoteOperationType']>(['SetChargingProfile', 'ClearChargingProfile'])

/** Why the operation is not even tried; an error belongs to a field of `parameters`. */
export function admissible(o: RemoteOperation, c: Standing): Result<void, Refusal> {
  const change = accessChange(o)
  if (change) {
    const sendable = change.what === 'key' ? keyToSend(change.value) : profileToSend(change.value, c)
    return sendable.ok ? ok(undefined) : err({ status: 422, field: 'customConfValue', text: sendable.error })
  }
  if (c.isLoadBalanced && CHANGES_LIMITS.has(o.remoteOperationType)) return err({ status: 409, text: LOAD_BALANCED })
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

/** Why nothing is sent: the error of a task that ends at once. */
export function unsendable(o: RemoteOperation, c: Pick<Standing, 'connected' | 'bootAccepted'>): string | undefined {
  if (!c.connected) return NOT_CONNECTED
  // OCPP 1.6 §4.2: no remote start or stop before the charger has been accepted.
  const isRemote = o.remoteOperationType === 'RemoteStart' || o.remoteOperationType === 'RemoteStop'
  return isRemote && !c.bootAccepted ? NOT_ACCEPTED : undefined
}

/** How a call ended, as the charger's session tells it. */
export type Outcome =
  | { readonly kind: 'result'; readonly payload: object }
  | { readonly kind: 'error'; readonly code: string; readonly text: string; readonly details: unknown }
  | { readonly kind: 'timeout' | 'closed' | 'unreachable'; readonly sent: boolean }
  | { readonly kind: 'busy' }
  /** Not sent after all: what the charger says of itself stands against the operation. */
  | { readonly kind: 'unfit'; readonly text: string }
  | { readonly kind: 'bad-result'; readonly text: string; readonly raw: string }
export type Ending = {
  state: 'done' | 'failed' | 'timeout'
  response: string | null
  error: string | null
  details: unknown
}

const DID_IT = new Set(['Accepted', 'Scheduled', 'RebootRequired', 'Unlocked'])
const failed = (error: string, details: unknown = null): Ending => ({ state: 'failed', response: null, error, details })

/** The ending of a task. */
export function endingOf(outcome: Outcome): Ending {
  switch (outcome.kind) {
    case 'result': {
      const details = outcome.payload
      const response = 'status' in details && typeof details.status === 'string' ? details.status : null
      const error = response === null || DID_IT.has(response) ? null : response
      return { state: error === null ? 'done' : 'failed', response, error, details }
    }
    case 'error': {
      const { code, text, details } = outcome
      return failed(text || code, { errorCode: code, errorDescription: text, errorDetails: details })
    }
    case 'timeout':
      return { state: 'timeout', response: null, error: 'Timeout', details: null }
    case 'closed':
      return failed(outcome.sent ? LOST : NOT_CONNECTED)
    case 'unreachable':
      return failed(outcome.sent ? LOST : UNREACHABLE)
    case 'busy':
      return failed('Too many operations are waiting for this charge point')
    case 'unfit':
      return failed(outcome.text)
    case 'bad-result':
      return failed(`The answer is not valid: ${outcome.text}`, { raw: outcome.raw })
  }
}

/**
 * What became of a value that the charger was asked to take: taken; taken from its next start on; refused or never asked;
 * or unknown, since no answer came or none that tells (D-OCPP-9).
 */
export function fateOf(outcome: Outcome): 'taken' | 'reboot' | 'refused' | 'unknown' {
  switch (outcome.kind) {
    case 'result': {
      const status = 'status' in outcome.payload ? outcome.payload.status : undefined
      if (status === 'Accepted') return 'taken'
      return status === 'RebootRequired' ? 'reboot' : 'refused'
    }
    case 'error':
      // A charger that failed on the way may have got as far as taking the value.
      return outcome.code === 'InternalError' || outcome.code === 'GenericError' ? 'unknown' : 'refused'
    case 'timeout':
    case 'closed':
    case 'unreachable':
      return outcome.sent ? 'unknown' : 'refused'
    case 'bad-result':
      return 'unknown'
    case 'busy':
    case 'unfit':
      return 'refused'
  }
}

/** Parts of `keys` that a charger answers at once; without a limit of its own, all together (OCPP 1.6 §5.8, §9.1.7). */
export function keyParts(keys: readonly string[], most: number | undefined): string[][] {
  const size = most !== undefined && most > 0 ? most : keys.length
  const parts: string[][] = []
  for (let i = 0; i < keys.length; i += size) parts.push(keys.slice(i, i + size))
  return parts
}

/** A task as the database has it. */
export type TaskFacts = {
  taskId: string
  chargepointId: string
  operation: string
  state: Task['state']
  response: string | null
  error: string | null
  details: unknown
  createdAt: Date
  sentAt: Date | null
  endedAt: Date | null
}
/** True for an accepted start, whose session is still to be looked for. */
export const isAcceptedStart = (t: Pick<TaskFacts, 'operation' | 'state' | 'response'>): boolean =>
  t.operation === 'RemoteStart' && t.state === 'done' && t.response === 'Accepted'

/** The task as it is read (D-OPS-4). `transactionId` is the session that an accepted start has led to. */
export function taskOf(t: TaskFacts, transactionId: number | null, now: Date): Task {
  const start = startOf(t, transactionId, now)
  const isMissing = start?.state === 'missing'
  return {
    taskId: t.taskId,
    operation: t.operation,
    status: t.endedAt ? 'COMPLETED' : 'PENDING',
    state: isMissing ? 'failed' : t.state,
    startTime: t.createdAt.toISOString(),
    sentTime: t.sentAt?.toISOString() ?? null,
    endTime: t.endedAt?.toISOString() ?? null,
    start,
    result: [
      {
        id: t.taskId,
        charge_box_id: t.chargepointId,
        response: t.response,
        error: isMissing ? START_MISSING : t.error,
        details: t.details ?? null,
      },
    ],
  }
}

function startOf(t: TaskFacts, transactionId: number | null, now: Date): Task['start'] {
  if (!isAcceptedStart(t) || !t.endedAt) return null
  if (transactionId !== null) return { state: 'started', transactionId }
  const isLate = now.getTime() - t.endedAt.getTime() >= START_MS
  return { state: isLate ? 'missing' : 'awaited', transactionId: null }
}

/**
 * How a connector reads among the choices (S-CONNECTOR); `unknownSince` is the written time since when an offline
 * charge point's state is not known, else null.
 */
export const connectorLabel = (
  connectorId: number,
  status: string | null,
  unknownSince: string | null = null,
): string =>
  unknownSince !== null
    ? `ConnectorId-${connectorId} (state unknown since ${unknownSince})`
    : known(connectorId, status)
const known = (connectorId: number, status: string | null): string =>
  `ConnectorId-${connectorId} (${status === 'Available' ? 'Available to use' : (status ?? 'Unknown')})`

/** The word of Task Details: Error if the first result row has one, else Success; nothing while PENDING (D-OPS-4). */
export const outcomeWord = (t: Pick<Task, 'status' | 'result'>): 'Error' | 'Success' | undefined =>
  t.status === 'PENDING' ? undefined : t.result[0]?.error ? 'Error' : 'Success'
