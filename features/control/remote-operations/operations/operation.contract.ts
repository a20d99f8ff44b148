// The record of a remote operation: parameters, admission, request, secrets, words for answers, proof and form. Bodies, requests, tasks and screens read these records (operations.contract.ts lists them all).
import type { LiveEvent } from '@wattdesk/base/live-event'
import type { Closing } from '#fleet/maintenance/closing.words.ts'
import type { ProgressAction } from '../progress.contract.ts'
import type { PartsAction } from '../told-parts.words.ts'
import type { CheckedParameters, FieldSet, Problem } from './operation-field.contract.ts'

/** The facts about a charger that decide on an operation. */
export type ChargerStanding = {
  connected: boolean
  bootAccepted: boolean
  preparingState: boolean
  /** `words`: 'connector 2' or 'EVSE 2'. */
  connectors: readonly { connectorId: number; status: string | null; words?: string }[]
  /** The security profile in force. */
  profile: number
  /** A key is stored, or on its way to the charger. */
  hasKey: boolean
  /** As it connected last; null before. */
  ocppProtocol: string | null
  /** The charger stands at a site that balances the load of its chargers. */
  isLoadBalanced: boolean
  /** A person has set maintenance (D-LIVE-3). */
  byHand: boolean
  /** The planned maintenances that are not over; null without any. */
  closings: readonly Closing[] | null
}
/** `field`: the field of `parameters` to blame, if there is one. */
export type Refusal = { status: 409 | 422; field?: string; text: string }

/**
 * The request. What OCPP 1.6 has goes to every charger in the form of 1.6, which stations of 2.0.1 are told in their own words;
 * what only 2.0.1 has goes to its stations alone (control/calls-201).
 */
type Wire<P> = {
  /** The name of the message. */
  action: string
  /**
   * Makes the payload, of which fields without a value are left out; missing, the parameters are the payload. `number` is
   * the id by which the charger will know a reservation, a log or a firmware update, where the operator has given none.
   */
  request?(parameters: P, number: number): object
}

/** The messages by which a charger proves what it accepted; a higher security profile by a connection. */
export const PROVING_MESSAGES = ['StartTransaction', 'StopTransaction', 'BootNotification', 'HigherProfile'] as const
/** Acceptance is only a promise: the charger proves the operation by a later message (D-OPS-5). */
export type OperationPromise = {
  message: (typeof PROVING_MESSAGES)[number]
  /** Whether the event may be the proving message. */
  provedBy: (event: LiveEvent) => boolean
  /** How long after the answer the message may take; after that it is missing. */
  waitMs: number
  /** A message later than this after the answer has another cause. */
  latestMs: number
  /** The step of a task that is still waiting. */
  step: string
  /** Sentences while the message is awaited, and once it has come. */
  awaited: string
  seen: string
  /** The error of a task whose message is missing, and the advice to the operator. */
  missing: string
  advice: string
  /** The error where the message came meanwhile, and belongs to somebody else. */
  taken?: string
}

/**
 * A key or security profile that an operation sets. `field`: the field of `parameters` that has it, where it is not that of
 * ChangeConfiguration. `from`: what makes the new one the charger's own, if not the charger's answer.
 */
export type AccessChange = {
  what: 'key' | 'profile'
  value: string
  field?: string
  from?: 'its connection' | 'another operation'
}

/** A charge point as forms know it; its protocol where the page has read it. */
export type FormTarget = {
  chargepoint_pk: number
  chargepoint_id: string
  ocppProtocol?: string | null
  /** How it names its connectors, where it does so by EVSE. */
  connectors?: readonly { connectorId: number; evseId: number | null; evseConnectorId: number | null }[]
}
/** The values of a form, as typed. */
export type FormValues = Readonly<Record<string, unknown>>
type Question = { title: string; text: string; yes: string; danger?: true }
/** The groups below More operations, in the order in which they stand. */
export const OPERATION_GROUPS = [
  'Settings and reports',
  'Tags and reservations',
  'Power',
  'Sessions',
  'Monitoring',
  'Messages',
  'Firmware and logs',
  'Security',
] as const
export type OperationGroup = (typeof OPERATION_GROUPS)[number]
type OperationFormRecord = {
  /** What the operation is about; missing for the first nine, which stand above More operations (D-OPS-2). */
  group?: OperationGroup
  /** The name of the operation in OCPP 2.0.1, where it differs; the search finds the operation by it. */
  also?: string
  /** The effect of the operation, in one line. */
  help: string
  /** Names the sent operation while it is followed; `at`: ', connector 2', empty for the whole charge point. */
  says: (charger: FormTarget, values: FormValues, at: string) => string
  /** A question before sending, for operations that drivers at the charger notice. */
  confirm?: (charger: FormTarget, values: FormValues, at: string) => Question | undefined
  /** The fields in the order of the form, where the order of the request is another. */
  order?: readonly string[]
}

/** A remote operation; `N` is its name, `S` its fields, `W` the stored records that make up its request. */
export type OperationRecord<N extends string = string, S extends FieldSet = FieldSet, W = string | undefined> = {
  /** As the API names it. */
  readonly name: N
  /** The parameters, in the order of the request; connectorId 0 is the whole charger. */
  readonly fields: S
  /** Returns the problems of parameters that do not go together. */
  together?(parameters: CheckedParameters<S>, isWrong: (field: string) => boolean): readonly Problem[]
  /** The request, by version of the protocol. */
  readonly wire: { readonly ocpp16: Wire<CheckedParameters<S>> } | { readonly ocpp201: Wire<CheckedParameters<S>> }
  /** The stored records that make up the request; the feature that keeps them has a writer in app/operation-writers.ts. */
  readonly writtenFrom?: W
  /** The request carries an id that the charger's later messages name; the server chooses the id where the parameters have none. */
  readonly isNumbered?: true

  /** Returns why the operation is not to be tried at all. */
  refusal?(parameters: CheckedParameters<S>, charger: ChargerStanding, now: Date, zone: string): Refusal | undefined
  /** Could lift a limit that the site has set (D-SITE-4). */
  changesLimits?(parameters: CheckedParameters<S>): boolean
  /** Not sent before the charger has been accepted (OCPP 1.6 §4.2). */
  readonly needsRegistration?: true
  /** The record to look up before the operation is sent (operation-lookups.commands.ts). */
  readonly looksUp?: 'tag' | 'session'
  /** Decides which side trusts the other, so the caller needs full access on ChargerPoint (D-OCPP-9). */
  readonly needsFullAccess?: true
  /** Returns the key or security profile that the operation sets, which takes full access too. */
  accessChange?(parameters: CheckedParameters<S>): AccessChange | undefined
  /** Returns the certificates that are sent: the field, the PEM text and the most it may hold. */
  certificates?(parameters: CheckedParameters<S>): { field: string; pem: string; most: number }
  /** Returns the texts that may be kept nowhere. */
  secrets?(parameters: CheckedParameters<S>): string[]
  /** Returns keys that are asked for in parts, no more at once than the charger answers. */
  keysInParts?(parameters: CheckedParameters<S>): readonly string[]

  /** The sentences for answers by their status, beside those that hold for every operation (answer-words.rules.ts). */
  readonly answers?: Readonly<Record<string, string>>
  /** Returns the sentence for an answer without a status. */
  readonly plainAnswer?: (answer: Readonly<Record<string, unknown>>) => string
  /** The readable part of an answer that carries more than a status. */
  readonly shows?: 'configuration' | 'certificates' | 'data' | 'file' | 'schedule'
  readonly promise?: OperationPromise
  /** The message that reports how an accepted operation goes on (S-PROGRESS). */
  readonly progress?: ProgressAction
  /** The message by whose parts a station tells what an accepted operation asked for (told-parts.words.ts). */
  readonly parts?: PartsAction
  /** Whether these parameters ask for such parts at all. */
  tellsParts?(parameters: CheckedParameters<S>): boolean

  readonly form: OperationFormRecord
}

/** Describes an operation; returns its record. */
export const operation = <
  const N extends string,
  const S extends FieldSet,
  const W extends string | undefined = undefined,
>(
  record: OperationRecord<N, S, W>,
): OperationRecord<N, S, W> => record

type AnyWire = Pick<OperationRecord, 'wire'>
export const wireOf = ({ wire }: AnyWire) => ('ocpp201' in wire ? wire.ocpp201 : wire.ocpp16)
/** Whether a charger of this protocol has the operation. */
export const isSpokenIn = ({ wire }: AnyWire, ocppProtocol: string | null | undefined): boolean =>
  !('ocpp201' in wire) || ocppProtocol?.startsWith('ocpp2') === true
