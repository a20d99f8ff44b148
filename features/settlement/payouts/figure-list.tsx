// Figures beneath their labels, side by side in as many columns as there is room for.
import { Box, Typography } from '@mui/material'
import { Figure } from '#kit/figures.tsx'

export type LabelledFigure = readonly [label: string, text: string]

/** `gap` and `mb` in units of the theme's spacing. */
export const FigureList = ({
  figures,
  gap,
  mb = 0,
}: {
  figures: readonly LabelledFigure[]
  gap: number
  mb?: number
}) => (
  <Box
    component="dl"
    sx={{ m: 0, mb, display: 'grid', gap, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 150px), 1fr))' }}
  >
    {figures.map(([label, text]) => (
      <div key={label}>
        <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
          {label}
        </Typography>
        <Box component="dd" sx={{ m: 0 }}>
          <Figure>{text}</Figure>
        </Box>
      </div>
    ))}
  </Box>
)
