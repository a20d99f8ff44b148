// The inputs of an operation's form, read from the fields of the operation.

import type { OperationRecord } from '#control/remote-operations/operations/operation.contract.ts'
import type { Field, FieldSet } from '#control/remote-operations/operations/operation-field.contract.ts'

/** The connector or transaction that the address of the page names beforehand. */
export type Chosen = { connectorId?: string | undefined; transactionId?: string | undefined }
/** A field of a form by its path in the form's values. */
export type OperationInput = { name: `parameters.${string}`; field: Field }

const inputsIn = (fields: FieldSet, path: string): OperationInput[] =>
  Object.entries(fields).flatMap(([name, field]): OperationInput[] => {
    if (field.kind === 'group') return inputsIn(field.fields, `${path}${name}.`)
    return field.input ? [{ name: `parameters.${path}${name}`, field }] : []
  })

/** Returns the inputs in the order of the form. */
export function inputsOf({ fields, form: { order } }: OperationRecord): readonly OperationInput[] {
  const inputs = inputsIn(fields, '')
  if (!order) return inputs
  const placeOf = ({ name }: OperationInput) => order.findIndex(field => name.endsWith(`.${field}`))
  return inputs.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Returns the values before the reader chooses anything beyond the address. */
export function initialOf(fields: FieldSet, chosen: Chosen): Record<string, unknown> {
  const entries = Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
    if (field.kind === 'group') return [[name, initialOf(field.fields, chosen)]]
    return field.input ? [[name, initialValue(field, chosen)]] : []
  })
  return Object.fromEntries(entries)
}
function initialValue(field: Field, chosen: Chosen): unknown {
  const { picker, initial = '' } = field.input ?? {}
  if (picker === 'connector') return chosen.connectorId ?? initial
  if (picker === 'transaction') return chosen.transactionId ?? initial
  return field.kind === 'list' && !field.isTyped ? [] : initial
}

/** True for an input that is marked as required. */
export const isRequired = ({ kind, isOptional, input }: Field): boolean =>
  input?.required ?? (isOptional !== true && kind !== 'maybeWhole' && kind !== 'maybeEmpty' && kind !== 'list')
