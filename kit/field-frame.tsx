// The look of every field: label above, error or help below, tied together for screen readers.
import { Box, FormHelperText, FormLabel } from '@mui/material'
import type { ReactNode } from 'react'
import { useReadOnly } from './form-setting.ts'

type FrameProps = {
  id: string
  label: string
  required?: boolean | undefined
  wide?: boolean | undefined
  error?: string | undefined
  below?: string | undefined
  children: ReactNode
  labelled?: boolean
}
/** Label above, error or help below. */
export function FieldFrame({ id, label, required, wide, error, below, children, labelled = true }: FrameProps) {
  const readOnly = useReadOnly()
  return (
    // The bar of a form lies over the end of a page.
    <Box data-field sx={{ minWidth: 0, scrollMarginBottom: 96, ...(wide && { gridColumn: '1 / -1' }) }}>
      {labelled && (
        <FormLabel
          htmlFor={id}
          id={`${id}-label`}
          sx={{
            display: 'block',
            mb: 0.5,
            fontSize: '0.8125rem',
            fontWeight: 500,
            color: 'text.primary',
            '&.Mui-focused': { color: 'text.primary' },
          }}
        >
          {label}
          {required && !readOnly && (
            <Box component="span" aria-hidden sx={{ color: 'error.main' }}>
              {' *'}
            </Box>
          )}
        </FormLabel>
      )}
      {children}
      {below && (
        <FormHelperText id={`${id}-below`} error={error !== undefined} sx={{ mt: 0.5 }}>
          {below}
        </FormHelperText>
      )}
    </Box>
  )
}
