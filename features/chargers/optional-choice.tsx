// A choice that may be none: its value is null then, which a plain choice shows as not chosen yet.
import { MenuItem, Select } from '@mui/material'
import { FieldFrame } from '../../web/kit/field-frame.tsx'
import { type Option, useField } from '../../web/kit/use-field.ts'

type Props = {
  name: string
  label: string
  options: readonly Option<number>[]
  /** What no choice means, in words; off where it may not be chosen. */
  none: { label: string; disabled?: boolean }
  help?: string
  disabled?: boolean
}
export function OptionalChoice({ name, label, options, none, help, disabled = false }: Props) {
  const { field, id, error, off, below, aria } = useField({ name, label, disabled, ...(help && { help }) })
  return (
    <FieldFrame id={id} label={label} error={error} below={below}>
      <Select
        fullWidth
        displayEmpty
        id={id}
        labelId={`${id}-label`}
        name={name}
        value={field.value ?? ''}
        onChange={e => field.onChange(e.target.value === '' ? null : Number(e.target.value))}
        onBlur={field.onBlur}
        inputRef={field.ref}
        disabled={off}
        error={error !== undefined}
        SelectDisplayProps={aria}
      >
        <MenuItem value="" disabled={none.disabled ?? false}>
          {none.label}
        </MenuItem>
        {options.map(o => (
          <MenuItem key={o.value} value={o.value} disabled={o.disabled ?? false}>
            {o.label}
          </MenuItem>
        ))}
      </Select>
    </FieldFrame>
  )
}
