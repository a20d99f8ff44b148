// The parts of an operation on screen: one entry of the tables in operation-forms.tsx and of those beside it.
import type { ComponentType } from 'react'
import type { Operation } from '#control/remote-operations/operation-body.contract.ts'
import type { Confirmation, Icon } from '#kit/actions.tsx'
import type { OperationFieldsProps, Target } from './option-fields.tsx'

/** The connector or transaction that the address of the page names beforehand. */
export type Chosen = { connectorId?: string | undefined; transactionId?: string | undefined }
export type OperationForm = {
  operation: Operation
  icon: Icon
  /** The effect of the operation, in one line. */
  help: string
  /** Names the sent operation while it is followed. */
  says: (charger: Target, values: Record<string, unknown>) => string
  /** The initial values, before the reader chooses anything beyond the address. */
  initial: (chosen: Chosen) => Record<string, unknown>
  /** Missing: there is nothing to fill in. */
  Fields?: ComponentType<OperationFieldsProps>
  /** Beyond the first nine: listed under More operations. */
  isMore?: true
  /** Only for readers with full access on charge points (D-OCPP-9). */
  needsFull?: true
  /** A question before sending, for operations that drivers at the charger notice. */
  confirm?: (charger: Target, values: Record<string, unknown>, teamId: number) => Confirmation | undefined
}

/** An operation beyond the first nine, as its table defines it. */
export type MoreForm = Omit<OperationForm, 'isMore'>
/** The values of an operation's field as choices, each with its own text. */
export const asOptions = (values: readonly string[]) => values.map(value => ({ value, label: value }))
/** The connector in words; empty for the whole charge point. */
export const placeOf = (connectorId: unknown): string =>
  Number(connectorId ?? 0) === 0 ? '' : `, connector ${String(connectorId)}`
