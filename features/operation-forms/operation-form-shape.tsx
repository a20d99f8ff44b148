// What an operation on screen consists of: one entry of the tables in operation-forms.tsx and profile-forms.tsx.
import type { ComponentType } from 'react'
import type { Confirmation, Icon } from '../../web/kit/actions.tsx'
import type { Operation } from '../remote-operations/operation-body.contract.ts'
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
  initial: (chosen: Chosen) => Record<string, string>
  Fields: ComponentType<OperationFieldsProps>
  /** Beyond the nine: stands under More operations. */
  isMore?: true
  /** Asked before it is sent, where somebody at the charger feels it. */
  confirm?: (charger: Target, values: Record<string, unknown>) => Confirmation
}
