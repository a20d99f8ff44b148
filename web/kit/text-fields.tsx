// Fields that are typed into: text, number, several lines, password.

import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import { IconButton, InputAdornment, OutlinedInput } from '@mui/material'
import { plainNumber } from '@wattdesk/base/numbers'
import { useState } from 'react'
import { FieldFrame } from './field-frame.tsx'
import {
  type FieldProps,
  type MultilineOptions,
  type NumberOptions,
  type PasswordOptions,
  type TextOptions,
  useField,
} from './use-field.ts'

const unitAt = (unit: string | undefined) => unit && <InputAdornment position="end">{unit}</InputAdornment>

export function TextInput({
  label,
  required,
  wide,
  unit,
  type = 'text',
  maxLength,
  ...rest
}: FieldProps & TextOptions) {
  const { field, id, error, off, below, aria } = useField({ label, ...rest })
  return (
    <FieldFrame {...{ id, label, required, wide, error, below }}>
      <OutlinedInput
        fullWidth
        size="small"
        id={id}
        name={field.name}
        type={type}
        value={field.value ?? ''}
        onChange={field.onChange}
        onBlur={field.onBlur}
        inputRef={field.ref}
        disabled={off}
        error={error !== undefined}
        endAdornment={unitAt(unit)}
        {...(rest.placeholder && { placeholder: rest.placeholder })}
        {...(rest.autoComplete && { autoComplete: rest.autoComplete })}
        {...(rest.autoFocus && { autoFocus: true })}
        inputProps={{ ...aria, 'aria-required': required, maxLength }}
      />
    </FieldFrame>
  )
}

export function NumberInput({ label, required, wide, unit, ...rest }: FieldProps & NumberOptions) {
  const { field, id, error, off, below, aria } = useField({ label, ...rest })
  // A number half typed ('1.', '-') is no number yet: the field keeps the text, the form gets the value.
  const [text, setText] = useState<string>()
  const read = (t: string) => (t.trim() === '' ? null : (plainNumber(t.replace(/\.$/, '')) ?? t))
  const shown = text !== undefined && read(text) === field.value ? text : String(field.value ?? '')
  return (
    <FieldFrame {...{ id, label, required, wide, error, below }}>
      <OutlinedInput
        fullWidth
        size="small"
        id={id}
        name={field.name}
        value={shown}
        onChange={e => {
          setText(e.target.value)
          field.onChange(read(e.target.value))
        }}
        onBlur={field.onBlur}
        inputRef={field.ref}
        disabled={off}
        error={error !== undefined}
        endAdornment={unitAt(unit)}
        {...(rest.placeholder && { placeholder: rest.placeholder })}
        inputProps={{
          ...aria,
          'aria-required': required,
          inputMode: 'decimal',
          style: { fontVariantNumeric: 'tabular-nums' },
        }}
      />
    </FieldFrame>
  )
}

export function MultilineInput({
  label,
  required,
  wide,
  rows = 4,
  maxLength,
  placeholder,
  ...rest
}: FieldProps & MultilineOptions) {
  const { field, id, error, off, below, aria } = useField({ label, ...rest })
  return (
    <FieldFrame {...{ id, label, required, wide, error, below }}>
      <OutlinedInput
        fullWidth
        multiline
        minRows={rows}
        maxRows={12}
        size="small"
        id={id}
        name={field.name}
        value={field.value ?? ''}
        onChange={field.onChange}
        onBlur={field.onBlur}
        inputRef={field.ref}
        disabled={off}
        error={error !== undefined}
        {...(placeholder && { placeholder })}
        inputProps={{ ...aria, 'aria-required': required, maxLength }}
      />
    </FieldFrame>
  )
}

export function PasswordInput({ label, required, wide, autoComplete = 'off', ...rest }: FieldProps & PasswordOptions) {
  const { field, id, error, off, below, aria } = useField({ label, ...rest })
  const [seen, setSeen] = useState(false)
  return (
    <FieldFrame {...{ id, label, required, wide, error, below }}>
      <OutlinedInput
        fullWidth
        size="small"
        id={id}
        name={field.name}
        type={seen ? 'text' : 'password'}
        value={field.value ?? ''}
        onChange={field.onChange}
        onBlur={field.onBlur}
        inputRef={field.ref}
        disabled={off}
        error={error !== undefined}
        autoComplete={autoComplete}
        {...(rest.autoFocus && { autoFocus: true })}
        endAdornment={
          <InputAdornment position="end">
            <IconButton
              size="small"
              edge="end"
              aria-label={seen ? 'Hide password' : 'Show password'}
              aria-pressed={seen}
              onClick={() => setSeen(!seen)}
            >
              {seen ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
            </IconButton>
          </InputAdornment>
        }
        inputProps={{ ...aria, 'aria-required': required }}
      />
    </FieldFrame>
  )
}
