// Several of many, with search; collapses after 2 chips. A chunk of its own.
import { Autocomplete, TextField } from '@mui/material'
import { FieldFrame } from './field-frame.tsx'
import { type FieldProps, type Option, type SelectOptions, useField } from './use-field.ts'

/** Small badges take three colours in turn (D-SHELL-8), on a ground that leaves their words readable. */
export const BADGES = Object.fromEntries(
  [0, 1, 2].map(n => [
    `& .MuiChip-root:nth-of-type(3n + ${n + 1})`,
    { bgcolor: `color-mix(in srgb, var(--mui-palette-chart-c${n}) 22%, transparent)` },
  ]),
)

export default function MultiSelect({
  label,
  required,
  wide,
  options,
  placeholder,
  ...rest
}: FieldProps & SelectOptions) {
  const { field, id, error, off, readOnly, below, aria } = useField({ label, ...rest })
  const chosen = (field.value ?? []) as readonly Option['value'][]
  return (
    <FieldFrame id={id} label={label} required={required} wide={wide} error={error} below={below}>
      <Autocomplete
        multiple
        disableCloseOnSelect
        limitTags={2}
        sx={BADGES}
        id={id}
        options={options as Option[]}
        value={options.filter(o => chosen.includes(o.value))}
        onChange={(_, now) => field.onChange(now.map(o => o.value))}
        onBlur={field.onBlur}
        getOptionLabel={o => o.label}
        getOptionKey={o => o.value}
        getOptionDisabled={o => o.disabled ?? false}
        isOptionEqualToValue={(a, b) => a.value === b.value}
        disabled={off}
        renderInput={params => (
          <TextField
            {...params}
            inputRef={field.ref}
            error={error !== undefined}
            {...(chosen.length === 0 && (readOnly ? { placeholder: '–' } : placeholder && { placeholder }))}
            slotProps={{
              ...params.slotProps,
              htmlInput: { ...params.slotProps.htmlInput, ...aria, 'aria-required': required && !readOnly },
            }}
          />
        )}
      />
    </FieldFrame>
  )
}
