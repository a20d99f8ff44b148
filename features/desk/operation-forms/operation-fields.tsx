// Draws the inputs of an operation from its fields: a picker where a field names one, else the input for its kind.
import type { ComponentType } from 'react'
import type { OperationRecord } from '#control/remote-operations/operations/operation.contract.ts'
import type { Picker } from '#control/remote-operations/operations/operation-field.contract.ts'
import { boundFields } from '#kit/fields.tsx'
import { inputsOf, isRequired, type OperationInput } from './operation-inputs.rules.ts'
import {
  asOptions,
  ConnectorField,
  type OperationFieldsProps,
  type PickerProps,
  TransactionField,
  type Values,
} from './option-fields.tsx'
import { PortalLocation } from './portal-location.tsx'
import { ProfileField } from './profile-field.tsx'
import { TagField } from './tag-field.tsx'

const { Text, Select, Number: Figure, Multiline } = boundFields<Values>()

const PICKERS: Readonly<Record<Picker, ComponentType<PickerProps>>> = {
  connector: ConnectorField,
  transaction: TransactionField,
  tag: TagField,
  profile: ProfileField,
  'upload address': PortalLocation,
}

/** All inputs of an operation. */
export const OperationFields = ({ operation, ...props }: OperationFieldsProps & { operation: OperationRecord }) =>
  inputsOf(operation).map(input => <InputField key={input.name} {...props} {...input} />)

/** The properties that every input of a field has: name, label, mark, help and width. */
export function inputProps({ name, field }: OperationInput) {
  const { label = '', help, wide } = field.input ?? {}
  return { name, label, ...(isRequired(field) && { required: true }), ...(help && { help }), ...(wide && { wide }) }
}

type InputFieldProps = OperationFieldsProps & OperationInput & { disabled?: boolean }
/** The input of one field. */
export function InputField({ name, field, disabled, ...props }: InputFieldProps) {
  const { input } = field
  if (!input) return null
  const common = {
    ...inputProps({ name, field }),
    ...(disabled && { disabled }),
    ...(field.isSecret?.({}) && { type: 'password' as const }),
  }
  if (input.picker) {
    const PickerField = PICKERS[input.picker]
    return <PickerField {...props} name={name} input={input} required={isRequired(field)} />
  }
  const { unit, rows, placeholder } = input
  switch (field.kind) {
    case 'whole':
    case 'maybeWhole':
    case 'decimal':
      return <Figure {...common} {...(unit && { unit })} />
    case 'choice':
      return (
        <Select
          {...common}
          options={[
            ...(input.open === undefined ? [] : [{ value: '', label: input.open }]),
            ...asOptions(input.choices ?? field.choices),
          ]}
          {...(placeholder && { placeholder })}
        />
      )
    case 'time':
      // Local time; sent as UTC (D-OPS-6).
      return <Text {...common} type="datetime-local" />
    case 'certificate':
      return <Multiline {...common} wide {...(rows && { rows })} />
    case 'raw':
    case 'list':
      return <Multiline {...common} />
    case 'text':
      return rows ? <Multiline {...common} rows={rows} /> : <Text {...common} maxLength={field.max} />
    case 'address':
      return <Text {...common} />
    case 'maybeEmpty':
      return <Text {...common} maxLength={field.max} />
    case 'group':
      return null
  }
}
