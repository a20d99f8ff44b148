// The groups of fields inside a form: a card with a heading, or a plain grid.
import { Box, Card, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useReadOnly } from './form-setting.ts'

export type SectionProps = { title?: string; help?: ReactNode; children: ReactNode }
/** A card of fields: two columns from 900 px, one below. Its help tells what to enter: it goes where nothing is entered. */
export function Section({ title, help: told, children }: SectionProps) {
  const help = useReadOnly() ? undefined : told
  return (
    // Open: what sticks inside (the headings of a grid) sticks to the window.
    <Card
      component="section"
      sx={{ p: { xs: 2, sm: 2.5 }, overflow: 'visible' }}
      {...(title && { 'aria-label': title })}
    >
      {title && (
        <Typography variant="h2" sx={{ mb: help ? 0.25 : 2 }}>
          {title}
        </Typography>
      )}
      {help && <Typography sx={{ color: 'text.secondary', mb: 2, maxWidth: '72ch' }}>{help}</Typography>}
      <Box
        sx={{
          display: 'grid',
          columnGap: 3,
          rowGap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {children}
      </Box>
    </Card>
  )
}

/** Fields side by side, two at most and one where there is no room for two: for cards and dialogs, whose width is not the window's. */
export const FieldGrid = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 2,
      gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, max(220px, calc(50% - 8px))), 1fr))',
    }}
  >
    {children}
  </Box>
)
