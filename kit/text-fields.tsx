// Fields that are typed into: text, number, several lines, password.
import { InputAdornment, OutlinedInput, type OutlinedInputProps } from '@mui/material'
import { plainNumber } from '@wattdesk/base/numbers'
import { useCallback, useState } from 'react'
import { FieldFrame } from './field-frame.tsx'
import { usePasswordEye } from './password-eye.tsx'
import { steady } from './steady.ts'
import {
  type FieldProps,
  type MultilineOptions,
  type NumberOptions,
  type PasswordOptions,
  type TextOptions,
  useField,
} from './use-field.ts'

/** Properties passed on unchanged: `input` for the input itself, `html` for its element. */
type TypedProps = FieldProps & {
  of: ReturnType<typeof useField>
  unit?: string | undefined
  input?: OutlinedInputProps
  html?: OutlinedInputProps['inputProps']
}
const Typed = steady(function Typed({ of, label, required, wide, unit, input, html }: TypedProps) {
  const { field, id, error, off, readOnly, below, aria } = of
  return (
    <FieldFrame id={id} label={label} required={required} wide={wide} error={error} below={below}>
      <OutlinedInput
        fullWidth
        size="small"
        id={id}
        name={field.name}
        value={field.value ?? ''}
        onChange={field.onChange}
        onBlur={field.onBlur}
        inputRef={field.ref}
        disabled={off}
        error={error !== undefined}
        endAdornment={unit && <InputAdornment position="end">{unit}</InputAdornment>}
        {...input}
        {...(readOnly && { placeholder: '–' })}
        inputProps={{ ...aria, 'aria-required': required && !readOnly, ...html }}
      />
    </FieldFrame>
  )
})

export function TextInput({
  unit,
  type = 'text',
  maxLength,
  min,
  placeholder,
  autoComplete,
  autoFocus,
  ...props
}: FieldProps & TextOptions) {
  const input = {
    type,
    ...(placeholder && { placeholder }),
    ...(autoComplete && { autoComplete }),
    ...(autoFocus && { autoFocus }),
  }
  return <Typed of={useField(props)} {...props} unit={unit} input={input} html={{ maxLength, min }} />
}

const NUMBER: OutlinedInputProps['inputProps'] = {
  inputMode: 'decimal',
  style: { fontVariantNumeric: 'tabular-nums' },
}
const readNumber = (t: string) => (t.trim() === '' ? null : (plainNumber(t.replace(/\.$/, '')) ?? t))

export function NumberInput({ unit, placeholder, ...props }: FieldProps & NumberOptions) {
  const of = useField(props)
  // A number half typed ('1.', '-') is no number yet: the field keeps the text, the form gets the value.
  const [text, setText] = useState<string>()
  const { value, onChange } = of.field
  const take = useCallback(
    (e: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setText(e.target.value)
      onChange(readNumber(e.target.value))
    },
    [onChange],
  )
  const input: OutlinedInputProps = {
    value: text !== undefined && readNumber(text) === value ? text : String(value ?? ''),
    onChange: take,
    ...(placeholder && { placeholder }),
  }
  return <Typed of={of} {...props} unit={unit} input={input} html={NUMBER} />
}

export function MultilineInput({ rows = 4, maxLength, placeholder, ...props }: FieldProps & MultilineOptions) {
  const input = { multiline: true, minRows: rows, maxRows: 12, ...(placeholder && { placeholder }) }
  return <Typed of={useField(props)} {...props} input={input} html={{ maxLength }} />
}

export function PasswordInput({ autoComplete = 'off', autoFocus, ...props }: FieldProps & PasswordOptions) {
  const input = { ...usePasswordEye(), autoComplete, ...(autoFocus && { autoFocus }) }
  return <Typed of={useField(props)} {...props} input={input} />
}
