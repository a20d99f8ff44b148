// The fields of a form by their short names, bound to the names of one form's values.
import type { ComponentType } from 'react'
import type { FieldValues } from 'react-hook-form'
import { CheckboxInput, MultiSelectInput, SelectInput, SwitchInput, TextListInput } from './choice-fields.tsx'
import { MultilineInput, NumberInput, PasswordInput, TextInput } from './text-fields.tsx'
import type {
  FieldProps,
  MultilineOptions,
  NumberOptions,
  PasswordOptions,
  SelectOptions,
  TextOptions,
} from './use-field.ts'

/** The field components, their names bound to those of one form. */
export type Fields<V extends FieldValues> = {
  Text: ComponentType<FieldProps<V> & TextOptions>
  /** A number, null when empty; what is no number stays text, and the schema refuses it. `unit` stands inside its end. */
  Number: ComponentType<FieldProps<V> & NumberOptions>
  Select: ComponentType<FieldProps<V> & SelectOptions>
  /** Several of many, with search; collapses after 2 chips. */
  MultiSelect: ComponentType<FieldProps<V> & SelectOptions>
  /** Several short texts, each a chip. */
  TextList: ComponentType<FieldProps<V> & { placeholder?: string }>
  Multiline: ComponentType<FieldProps<V> & MultilineOptions>
  Switch: ComponentType<FieldProps<V>>
  Checkbox: ComponentType<FieldProps<V>>
  Password: ComponentType<FieldProps<V> & PasswordOptions>
}

const all = {
  Text: TextInput,
  Number: NumberInput,
  Select: SelectInput,
  MultiSelect: MultiSelectInput,
  TextList: TextListInput,
  Multiline: MultilineInput,
  Switch: SwitchInput,
  Checkbox: CheckboxInput,
  Password: PasswordInput,
}
/** The fields with their names checked against the values of a form; the components themselves are the same for all. */
export const boundFields = <V extends FieldValues>(): Fields<V> => all as unknown as Fields<V>
