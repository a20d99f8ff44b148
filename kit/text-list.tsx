// Several short texts, each a chip: typed and ended with Enter or a comma, or pasted at once. A chunk of its own.
import { Autocomplete, TextField } from '@mui/material'
import { useFormState } from 'react-hook-form'
import { FieldFrame } from './field-frame.tsx'
import { type FieldProps, useField } from './use-field.ts'

/** The first text among the errors of a list: its own, or one of an entry, which is named. */
function errorIn(error: unknown, values: readonly string[]): string | undefined {
  const own = (error as { message?: unknown } | undefined)?.message
  if (typeof own === 'string') return own
  if (!Array.isArray(error)) return undefined
  const n = error.findIndex(e => typeof e?.message === 'string')
  return n < 0 ? undefined : `${values[n] ?? ''}: ${(error[n] as { message: string }).message}`
}
const partsOf = (text: string): string[] => text.split(/[,;\s]+/).flatMap(part => part.trim() || [])

export default function TextList({
  label,
  required,
  wide,
  placeholder,
  ...rest
}: FieldProps & { placeholder?: string }) {
  const { field, id, error: own, off, readOnly, below, aria } = useField({ label, ...rest })
  const { errors } = useFormState({ name: rest.name })
  const values = (field.value ?? []) as readonly string[]
  const error = own ?? errorIn(errors[rest.name], values)
  const take = (now: readonly string[]) => field.onChange([...new Set(now.flatMap(partsOf))])
  return (
    <FieldFrame id={id} label={label} required={required} wide={wide} error={error} below={error ?? below}>
      <Autocomplete
        multiple
        freeSolo
        autoSelect
        id={id}
        options={[] as string[]}
        value={[...values]}
        onChange={(_, now) => take(now)}
        onBlur={field.onBlur}
        disabled={off}
        clearText="Remove all"
        renderInput={params => (
          <TextField
            {...params}
            inputRef={field.ref}
            error={error !== undefined}
            {...(values.length === 0 && (readOnly ? { placeholder: '–' } : placeholder && { placeholder }))}
            onKeyDown={e => {
              const typed = (e.target as HTMLInputElement).value.trim()
              if (e.key !== ',' || typed === '') return
              e.preventDefault()
              take([...values, typed])
            }}
            slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, ...aria } }}
          />
        )}
      />
    </FieldFrame>
  )
}
