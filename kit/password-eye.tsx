// Shows and hides what is typed as a password.
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import { IconButton, InputAdornment } from '@mui/material'
import { useState } from 'react'

/** The type of the input and what stands at its end. */
export function usePasswordEye() {
  const [seen, setSeen] = useState(false)
  return {
    type: seen ? 'text' : 'password',
    endAdornment: (
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
    ),
  }
}
