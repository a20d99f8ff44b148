// Fields that are chosen: one of few, several of many, yes or no.
import { Box, Checkbox, FormControlLabel, MenuItem, Select, Skeleton, Switch } from '@mui/material'
import { Suspense } from 'react'
import { FieldFrame } from './field-frame.tsx'
import { later } from './later.ts'
import { steady } from './steady.ts'
import { type FieldProps, type SelectOptions, useField } from './use-field.ts'

type Shown = { of: ReturnType<typeof useField> } & Pick<FieldProps, 'label' | 'required' | 'wide'>

const Chosen = steady(function Chosen({
  of,
  label,
  required,
  wide,
  options,
  placeholder,
  none,
}: Shown & SelectOptions) {
  const { field, id, error, off, readOnly, below, aria } = of
  const known = options.some(o => o.value === field.value)
  return (
    <FieldFrame id={id} label={label} required={required} wide={wide} error={error} below={below}>
      <Select
        fullWidth
        displayEmpty
        id={id}
        labelId={`${id}-label`}
        name={field.name}
        // A stored value that is no longer offered shows as none rather than as another.
        value={known ? field.value : ''}
        onChange={e => field.onChange(none && e.target.value === '' ? null : e.target.value)}
        onBlur={field.onBlur}
        inputRef={field.ref}
        disabled={off}
        error={error !== undefined}
        SelectDisplayProps={{ ...aria, ...(required && !readOnly && { 'aria-required': true }) }}
      >
        {none && (
          <MenuItem value="" disabled={none.disabled ?? false}>
            {none.label}
          </MenuItem>
        )}
        {!known && !none && (
          <MenuItem value="" disabled>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {readOnly ? '–' : (placeholder ?? 'Select')}
            </Box>
          </MenuItem>
        )}
        {options.map(o => (
          <MenuItem key={o.value} value={o.value} disabled={o.disabled ?? false}>
            {o.label}
          </MenuItem>
        ))}
      </Select>
    </FieldFrame>
  )
})
export const SelectInput = (props: FieldProps & SelectOptions) => <Chosen of={useField(props)} {...props} />

// Autocomplete is heavy and few forms need it: loaded with the first such field.
const MultiSelectLazy = later(() => import('./multi-select.tsx'))
export function MultiSelectInput(props: FieldProps & SelectOptions) {
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={64} />}>
      <MultiSelectLazy {...props} />
    </Suspense>
  )
}

const TextListLazy = later(() => import('./text-list.tsx'))
export function TextListInput(props: FieldProps & { placeholder?: string }) {
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={64} />}>
      <TextListLazy {...props} />
    </Suspense>
  )
}

const toggle = (Control: typeof Switch | typeof Checkbox) => {
  const Toggled = steady(function Toggled({ of, label, required, wide }: Shown) {
    const { field, id, error, off, below, aria } = of
    return (
      <FieldFrame id={id} label={label} required={required} wide={wide} error={error} below={below} labelled={false}>
        <FormControlLabel
          label={label}
          disabled={off}
          control={
            <Control
              id={id}
              name={field.name}
              checked={field.value === true}
              onChange={e => field.onChange(e.target.checked)}
              onBlur={field.onBlur}
              slotProps={{ input: { ref: field.ref, ...aria } }}
            />
          }
        />
      </FieldFrame>
    )
  })
  return (props: FieldProps) => <Toggled of={useField(props)} {...props} />
}

export const SwitchInput = toggle(Switch)
export const CheckboxInput = toggle(Checkbox)
