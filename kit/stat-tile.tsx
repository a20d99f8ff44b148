// A figure on a card: whole, or shortened by its screen's own rule with the exact one on hover, with a word on the change
// and a small curve.
import { Box, ButtonBase, Card, Link, Skeleton, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'
import type { Icon } from './actions.tsx'
import { useDelayed } from './delayed.ts'
import { Sparkline } from './sparkline.tsx'

export type StatTileProps = {
  label: string
  /** A number stands in full with Indian grouping (D-TXN-10); a text as it is. */
  value: number | string | null | undefined
  /** The exact figure with its unit, where the value is not a plain count. */
  exact?: string
  /** The words below: '12% increase since last 7 days'. */
  footer?: ReactNode
  /** One point each; null is a gap. */
  trend?: readonly (number | null)[]
  icon?: Icon
  /** The list that the figure counts. */
  to?: string
  isLoading?: boolean
}
/** A figure of full size. */
const SIZE = '1.75rem'
const figureOf = (text: string) => ({
  fontSize: `clamp(0.875rem, calc(100cqi / ${(Math.max(text.length, 1) * 0.6).toFixed(1)}), ${SIZE})`,
  // As high as a figure of full size, so that those side by side stand on one line.
  lineHeight: `calc(1.3 * ${SIZE})`,
  whiteSpace: 'nowrap',
})
/** The longest amount: '₹99,99,99,999.00'. Longer values are words, and set as such. */
const LONGEST_FIGURE = 17
const words = {
  fontSize: '1rem',
  lineHeight: 1.3,
  minHeight: `calc(1.3 * ${SIZE})`,
  display: 'flex',
  alignItems: 'center',
}

export function StatTile({ label, value, exact, footer, trend, icon: I, to, isLoading = false }: StatTileProps) {
  const late = useDelayed(isLoading)
  const text =
    value === null || value === undefined ? '–' : typeof value === 'number' ? value.toLocaleString('en-IN') : value
  return (
    <Card
      sx={{
        position: 'relative',
        px: { xs: 1.5, sm: 2.5 },
        py: { xs: 1.5, sm: 2 },
        display: 'flex',
        flexDirection: 'column',
        gap: 0.25,
      }}
      role="group"
      aria-label={label}
      aria-busy={isLoading}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
        {I && <I aria-hidden fontSize="small" />}
        {to ? (
          <Link
            component={RouterLink}
            to={to}
            variant="body2"
            color="inherit"
            underline="hover"
            // The whole card leads there; the words are the link.
            sx={{ '&::after': { content: '""', position: 'absolute', inset: 0 } }}
          >
            {label}
          </Link>
        ) : (
          <Typography variant="body2">{label}</Typography>
        )}
      </Box>
      {/* The figure's own width is known inside: a long one is set smaller rather than broken or cut. */}
      <Box sx={{ containerType: 'inline-size' }}>
        {late ? (
          <Skeleton width="60%" sx={{ fontSize: SIZE, lineHeight: 1.3 }} />
        ) : (
          <Typography
            sx={{
              fontWeight: 600,
              ...(text.length > LONGEST_FIGURE ? words : figureOf(text)),
              fontVariantNumeric: 'tabular-nums',
            }}
            {...(exact && { title: exact })}
          >
            {isLoading ? '\u00a0' : text}
          </Typography>
        )}
      </Box>
      {footer && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {footer}
        </Typography>
      )}
      {trend && <Sparkline values={trend} label={`Trend of ${label}`} />}
    </Card>
  )
}

/** A figure that, while pressed, narrows the list below to the rows it counts. */
export const FilterTile = ({
  says,
  isPressed,
  onPress,
  ...tile
}: StatTileProps & { says: string; isPressed: boolean; onPress: () => void }) => (
  <ButtonBase
    component="div"
    aria-pressed={isPressed}
    aria-label={says}
    onClick={onPress}
    sx={{
      display: 'block',
      textAlign: 'left',
      borderRadius: 2.5,
      '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: 2 },
      '& > *': { height: '100%', ...(isPressed && { borderColor: 'primary.main' }) },
    }}
  >
    <StatTile {...tile} />
  </ButtonBase>
)

/** Tiles side by side, as many as fit; whatever their number, every row is filled. */
export const Tiles = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      gap: { xs: 1.5, sm: 2 },
      '& > *': { flex: { xs: '1 1 140px', sm: '1 1 200px' }, minWidth: 0 },
    }}
  >
    {children}
  </Box>
)
