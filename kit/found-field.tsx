// Choices whose options the server finds as the reader types: alone, and as a field of a form. One record, or several.
import { Skeleton } from '@mui/material'
import { type FunctionComponent, Suspense } from 'react'
import { useWatch } from 'react-hook-form'
import { FieldFrame } from './field-frame.tsx'
import { useReadOnly } from './form-setting.ts'
import type { FoundChoiceProps } from './found-choice.tsx'
import { later } from './later.ts'
import { steady } from './steady.ts'
import { type FieldProps, useField } from './use-field.ts'
import { type Finder, useFound } from './use-found.ts'

// Autocomplete is heavy and few forms need it: loaded with the first such choice.
const FoundChoice = later(() => import('./found-choice.tsx'))
/** The choice alone, for what `useFound` finds. */
export function FoundSelect<V extends string | number>(props: FoundChoiceProps<V>) {
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={40} width="100%" />}>
      <FoundChoice {...(props as unknown as FoundChoiceProps<string | number>)} />
    </Suspense>
  )
}

type FoundFieldProps<V extends string | number, Reply> = Pick<
  FieldProps,
  'label' | 'required' | 'help' | 'disabled' | 'wide'
> & {
  /**
   * The name of the field in its form. The field's value is the list of chosen values; for a single choice the value,
   * empty or null without one.
   */
  name: string
  finder: Finder<V, Reply>
  multiple?: boolean
  /** A single choice that is never without a value. */
  keepsOne?: boolean
  /** The value of a single choice without one. */
  none?: '' | null
  placeholder?: string
  noOptionsText?: string
  /** Values that are not offered. */
  without?: readonly V[]
  /** Takes a text that the server did not find. */
  takesTyped?: boolean
  /** A line below the field by how many are offered, before anything is typed. */
  helpOf?: (total: number) => string | undefined
  /** False: nothing is asked yet. */
  enabled?: boolean
}
function Found<V extends string | number, Reply>(props: FoundFieldProps<V, Reply>) {
  const { name, label, required, wide, help, disabled = false, finder, multiple, none = null, helpOf } = props
  const { placeholder, noOptionsText, without, takesTyped = false, keepsOne = false, enabled = true } = props
  const readOnly = useReadOnly()
  const value = useWatch({ name }) as readonly V[] | V | '' | null | undefined
  const chosen = Array.isArray(value) ? (value as V[]) : value === '' || value == null ? [] : [value as V]
  const isNamed = (v: V) => finder.known?.some(o => o.value === v) === true
  const found = useFound(finder, chosen, { enabled: enabled && !(readOnly && chosen.every(isNamed)) })
  const counted = found.total === undefined || found.typed !== '' ? undefined : helpOf?.(found.total)
  const line = found.error ? found.hint : (counted ?? found.hint ?? help)
  const { field, id, error, off, below, aria } = useField({ name, label, disabled, ...(line && { help: line }) })
  const common = {
    id,
    name,
    takesTyped,
    keepsOne,
    found,
    hasError: error !== undefined,
    disabled: off,
    inputRef: field.ref,
    onBlur: field.onBlur,
    aria: { ...aria, ...(required && !readOnly && { 'aria-required': true as const }) },
    ...((readOnly || placeholder) && { placeholder: readOnly ? '–' : (placeholder ?? '') }),
    ...(noOptionsText && { noOptionsText }),
    ...(without && { without }),
  }
  return (
    <FieldFrame id={id} label={label} required={required} wide={wide} error={error} below={below}>
      {multiple ? (
        <FoundSelect {...common} multiple value={chosen} onChange={field.onChange} />
      ) : (
        <FoundSelect {...common} value={chosen[0] ?? null} onChange={v => field.onChange(v ?? none)} />
      )}
    </FieldFrame>
  )
}
/** Keep `finder` and `helpOf` outside of components, or in useMemo: with another one the field is drawn anew. */
export const FoundField = steady(Found as FunctionComponent<object>) as unknown as typeof Found
