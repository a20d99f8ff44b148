// An operation on screen.
import type { ComponentType } from 'react'
import type {
  FormTarget,
  FormValues,
  OperationGroup,
} from '#control/remote-operations/operations/operation.contract.ts'
import type { Operation } from '#control/remote-operations/operations/operations.contract.ts'
import type { Confirmation, Icon } from '#kit/actions.tsx'
import type { Chosen } from './operation-inputs.rules.ts'
import type { OperationFieldsProps } from './option-fields.tsx'

export type OperationForm = {
  operation: Operation
  icon: Icon
  /** The name of the operation in OCPP 2.0.1, where it differs. */
  also: string | undefined
  help: string
  /** Names the sent operation while it is followed. */
  says: (charger: FormTarget, values: FormValues) => string
  /** The initial values, before the reader chooses anything beyond the address. */
  initial: (chosen: Chosen) => Record<string, unknown>
  /** Missing: there is nothing to fill in. */
  Fields?: ComponentType<OperationFieldsProps>
  /** Its group below More operations; undefined for the first nine. */
  group: OperationGroup | undefined
  /** Beyond the first nine: listed under More operations. */
  isMore: boolean
  /** Whether the charge point has it, by the protocol that it speaks. */
  isFor: (charger: FormTarget) => boolean
  /** Only for readers with full access on charge points (D-OCPP-9). */
  needsFull: boolean
  /** A question before sending, for operations that drivers at the charger notice. */
  confirm: (charger: FormTarget, values: FormValues, teamId: number) => Confirmation | undefined
}
