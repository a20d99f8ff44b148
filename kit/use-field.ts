// One field of a form: what every field is given, its value, its error, and the names the server's errors can land on.
import { useEffect, useId } from 'react'
import { type FieldValues, type Path, useController } from 'react-hook-form'
import { useFormSetting } from './form-setting.ts'

export type Option<V extends string | number = string | number> = { value: V; label: string; disabled?: boolean }

/** The properties that every field has. */
export type FieldProps<V extends FieldValues = FieldValues> = {
  name: Path<V>
  label: string
  required?: boolean
  /** A line below the field, unless an error stands there. */
  help?: string
  /** Say why in `help`. */
  disabled?: boolean
  /** Spans both columns. */
  wide?: boolean
}
export type TextOptions = {
  placeholder?: string
  type?: 'text' | 'password' | 'email' | 'tel' | 'url' | 'date' | 'time' | 'datetime-local'
  unit?: string
  maxLength?: number
  /** The first day or time of a date field. */
  min?: string
  autoComplete?: string
  autoFocus?: boolean
}
export type NumberOptions = { unit?: string; placeholder?: string }
export type SelectOptions = {
  options: readonly Option[]
  placeholder?: string
  /** Offers "no choice", whose value is null, under these words; disabled if it may not be chosen. */
  none?: { label: string; disabled?: boolean }
}
export type MultilineOptions = { rows?: number; maxLength?: number; placeholder?: string }
export type PasswordOptions = { autoComplete?: 'current-password' | 'new-password' | 'off'; autoFocus?: boolean }

/** The parts a field of one's own needs: value, error, ids. For fields the kit does not have. */
export function useField({
  name,
  label = '',
  help,
  disabled = false,
}: Pick<FieldProps, 'name' | 'help' | 'disabled'> & { label?: string }) {
  const { mounted, readOnly } = useFormSetting()
  const { field, fieldState } = useController({ name })
  const id = useId()
  useEffect(() => {
    mounted.set(name, label)
    return () => {
      mounted.delete(name)
    }
  }, [mounted, name, label])
  const below = fieldState.error?.message ?? (readOnly && !disabled ? undefined : help)
  return {
    field,
    id,
    error: fieldState.error?.message,
    off: disabled || readOnly,
    readOnly,
    below,
    aria: {
      ...(below && { 'aria-describedby': `${id}-below` }),
      ...(fieldState.error && { 'aria-invalid': true as const }),
    },
  }
}
