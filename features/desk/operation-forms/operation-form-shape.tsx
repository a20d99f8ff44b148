// What an operation on screen consists of: one entry of the tables in operation-forms.tsx and those beside it.
import type { ComponentType } from 'react'
import type { Operation } from '#control/remote-operations/operation-body.contract.ts'
import type { Confirmation, Icon } from '#kit/actions.tsx'
import type { OperationFieldsProps, Target } from './option-fields.tsx'

/** The connector or transaction that the address of the page names beforehand. */
export type Chosen = { connectorId?: string | undefined; transactionId?: string | undefined }
export type OperationForm = {
  operation: Operation
  icon: Icon
  /** What the operation does, in one line. */
  help: string
  /** Names what was sent while it is followed. */
  says: (charger: Target, values: Record<string, unknown>) => string
  /** Before anything is chosen but what the address names. */
  initial: (chosen: Chosen) => Record<string, unknown>
  /** Missing: there is nothing to fill in. */
  Fields?: ComponentType<OperationFieldsProps>
  /** Beyond the nine: stands under More operations. */
  isMore?: true
  /** Only for those with full access on charge points (D-OCPP-9). */
  needsFull?: true
  /** Asked before it is sent, where somebody at the charger feels it. */
  confirm?: (charger: Target, values: Record<string, unknown>, teamId: number) => Confirmation | undefined
}

/** One beyond the nine, as its table names it. */
export type MoreForm = Omit<OperationForm, 'isMore'>
/** The words of an operation as choices, each as it is. */
export const asOptions = (values: readonly string[]) => values.map(value => ({ value, label: value }))
/** Where on the charge point, in words; nothing for the whole of it. */
export const placeOf = (connectorId: unknown): string =>
  Number(connectorId ?? 0) === 0 ? '' : `, connector ${String(connectorId)}`
