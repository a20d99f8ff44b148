// Says that something is waited for; the live stream brings it.
import { CircularProgress, Stack } from '@mui/material'
import type { ReactNode } from 'react'

export const Waiting = ({ children }: { children: ReactNode }) => (
  <Stack direction="row" role="status" sx={{ gap: 1.5, alignItems: 'center', color: 'text.secondary' }}>
    <CircularProgress size={18} aria-hidden />
    <span>{children}</span>
  </Stack>
)
