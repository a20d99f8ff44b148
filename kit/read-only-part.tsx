// A read-only form, or a read-only part of a form whose other parts may be changed.
import { Box } from '@mui/material'
import { type ReactNode, useMemo } from 'react'
import { FormSetting, useFormSetting } from './form-setting.ts'

/** Values that are only read stand as text: in its full colour, in frames that ask for nothing. */
export const PLAIN = {
  '& .MuiInputBase-root.Mui-disabled, & .MuiFormControlLabel-root .MuiFormControlLabel-label.Mui-disabled': {
    color: 'text.primary',
  },
  '& .MuiOutlinedInput-root.Mui-disabled .MuiOutlinedInput-notchedOutline': { borderColor: 'divider' },
  '& .MuiSelect-icon.Mui-disabled, & .MuiAutocomplete-endAdornment': { display: 'none' },
  '& .MuiInputAdornment-root, & .MuiInputAdornment-root .MuiTypography-root': { color: 'text.secondary' },
}

/** Fields that the reader may not change, within a form that has others. */
export function ReadOnlyPart({ children }: { children: ReactNode }) {
  const { mounted } = useFormSetting()
  const setting = useMemo(() => ({ mounted, readOnly: true }), [mounted])
  return (
    <FormSetting value={setting}>
      <Box sx={PLAIN}>{children}</Box>
    </FormSetting>
  )
}
