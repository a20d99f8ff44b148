// A figure on a card: counted by the documents' K rule, exact on hover, with a word on the change and a small curve.
import { Box, Card, Skeleton, Typography } from '@mui/material'
import { formatCount } from '@wattdesk/base/text'
import type { ReactNode } from 'react'
import type { Icon } from './actions.tsx'
import { useDelayed } from './delayed.ts'
import { Sparkline } from './sparkline.tsx'

export type StatTileProps = {
  label: string
  /** A number is shown by the K rule with the exact figure on hover; a text as it is. */
  value: number | string | null | undefined
  /** The exact figure with its unit, where the value is not a plain count. */
  exact?: string
  /** The words below: '12% increase since last 7 days'. */
  footer?: ReactNode
  /** One point each; null is a gap. */
  trend?: readonly (number | null)[]
  icon?: Icon
  isLoading?: boolean
}
export function StatTile({ label, value, exact, footer, trend, icon: I, isLoading = false }: StatTileProps) {
  const late = useDelayed(isLoading)
  const text = value === null || value === undefined ? '–' : typeof value === 'number' ? formatCount(value) : value
  return (
    <Card
      sx={{ p: { xs: 2, sm: 2.5 }, minHeight: 116, display: 'flex', flexDirection: 'column', gap: 0.5 }}
      role="group"
      aria-label={label}
      aria-busy={isLoading}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
        {I && <I aria-hidden fontSize="small" />}
        <Typography variant="body2">{label}</Typography>
      </Box>
      {late ? (
        <Skeleton width="60%" height={40} />
      ) : (
        <Typography
          sx={{ fontSize: '1.75rem', fontWeight: 600, lineHeight: 1.3, fontVariantNumeric: 'tabular-nums' }}
          title={exact ?? (typeof value === 'number' ? value.toLocaleString('en-IN') : undefined)}
        >
          {isLoading ? '\u00a0' : text}
        </Typography>
      )}
      {footer && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {footer}
        </Typography>
      )}
      {trend && <Sparkline values={trend} label={`Trend of ${label}`} />}
    </Card>
  )
}

/** Tiles side by side, as many as fit. */
export const Tiles = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 2,
      gridTemplateColumns: {
        xs: 'repeat(auto-fill, minmax(140px, 1fr))',
        sm: 'repeat(auto-fill, minmax(200px, 1fr))',
      },
    }}
  >
    {children}
  </Box>
)
