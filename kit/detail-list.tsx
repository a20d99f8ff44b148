// Labels and values of a record, two or more pairs a row where there is room.
import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'

export type Detail = { label: string; value: ReactNode; hidden?: boolean; wide?: boolean }
/** `oneLine`: all of few pairs side by side, evenly, on a screen that is wide enough for them. */
export function DetailList({ items, oneLine = false }: { items: readonly Detail[]; oneLine?: boolean }) {
  const shown = items.filter(i => !i.hidden)
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: {
          xs: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))',
          ...(oneLine && { lg: `repeat(${shown.length}, minmax(0, 1fr))` }),
        },
      }}
    >
      {shown.map(i => (
        <Box key={i.label} sx={{ minWidth: 0, ...(i.wide && { gridColumn: '1 / -1' }) }}>
          <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
            {i.label}
          </Typography>
          <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {i.value === null || i.value === undefined || i.value === '' ? '–' : i.value}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
