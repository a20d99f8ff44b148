// The inputs of a record's form, derived from its fields (packages/base/src/record.ts): label, kind, unit, choices and
// whether a value is required.
import {
  type FieldSetting,
  isWritten,
  type RecordFields,
  type RequiredName,
  type TypedValue,
  type WrittenName,
} from '@wattdesk/base/record'
import type { ComponentType } from 'react'
import { SelectInput } from './choice-fields.tsx'
import { MultilineInput, NumberInput, TextInput } from './text-fields.tsx'
import type { FieldProps, MultilineOptions, SelectOptions, TextOptions } from './use-field.ts'

type MissingName<F extends RecordFields> = Exclude<WrittenName<F>, RequiredName<F>>
/** The values of a form; an optional field, and in a new record a field that only changes name, may be missing. */
export type RecordValues<F extends RecordFields> = { [K in RequiredName<F>]: TypedValue<F[K]> } & {
  [K in MissingName<F>]?: TypedValue<F[K]> | undefined
}

const emptyValue = ({ kind, isOptional }: FieldSetting): '' | null =>
  kind === 'number' || kind === 'money' || (isOptional && (kind === 'choice' || kind === 'state')) ? null : ''

/** The values that a form begins with: those of `record`, or of a new record. */
export const recordValues = <F extends RecordFields>(fields: F, record?: object): RecordValues<F> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (!isWritten(field) || (!record && field.setting.writtenBy === 'changes')) return []
      return [[name, (record as Record<string, unknown> | undefined)?.[name] ?? emptyValue(field.setting)]]
    }),
  ) as RecordValues<F>

type InputProps<F extends RecordFields> = Omit<Partial<FieldProps>, 'name'> & {
  name: WrittenName<F>
} & Omit<TextOptions, 'type'> &
  Pick<MultilineOptions, 'rows'> &
  Partial<Pick<SelectOptions, 'options'>> & { type?: TextOptions['type'] }

const NONE = { label: 'Not specified' }

/**
 * The input of each written field, for the form of one record. A property of the element goes before the declaration.
 *
 * @example
 * const Input = recordInputs(serviceRequestFields)
 * <Input name="email" autoComplete="email" />
 */
export const recordInputs = <F extends RecordFields>(fields: F) =>
  function Input({ name, options, rows, type, ...more }: InputProps<F>) {
    const setting = (fields[name] as RecordFields[string]).setting
    const props = { label: setting.label, required: !setting.isOptional && !setting.mayBeEmpty, ...more, name }
    switch (setting.kind) {
      case 'choice':
      case 'state':
        return (
          <SelectInput
            {...props}
            options={options ?? setting.options ?? []}
            {...(setting.isOptional && { none: NONE })}
          />
        )
      case 'number':
      case 'money':
        return <NumberInput {...props} {...(setting.unit && { unit: setting.unit })} />
      case 'lines':
        return <MultilineInput {...props} {...(rows && { rows })} />
      case 'phone':
        return <TextInput {...props} type="tel" />
      case 'email':
        return <TextInput {...props} type="email" />
      case 'day':
        return <TextInput {...props} type="date" />
      default:
        return <TextInput {...props} {...(type && { type })} />
    }
  }

/**
 * Several of these inputs one after the other, all as they are declared.
 *
 * @example
 * const Inputs = inputsOf(Input)
 * <Inputs names={['make', 'model']} />
 */
export const inputsOf =
  <N extends string>(Input: ComponentType<{ name: N }>) =>
  ({ names }: { names: readonly N[] }) =>
    names.map(name => <Input key={name} name={name} />)
