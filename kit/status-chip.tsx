// The state of a thing: icon, word and a fixed colour that no brand changes.
import { Box } from '@mui/material'
import type { Icon } from './actions.tsx'
import { type StatusKind, type StatusTone, statusOf, toneIcons } from './status.ts'

export type { StatusTone } from './status.ts'
export type StatusChipProps = {
  kind: StatusKind
  /** The value as the server gives it; a value unknown to the kind is shown in grey. */
  value: string | null | undefined
  /** Another word than the value's own. */
  label?: string | undefined
}
export function StatusChip({ kind, value, label }: StatusChipProps) {
  const known = statusOf(kind, value)
  return <ToneChip {...known} label={label ?? known.label} />
}

/** A chip of a tone for the states of a single screen; `icon` replaces the tone's icon. */
export function ToneChip({ tone, label, icon }: { tone: StatusTone; label: string; icon?: Icon }) {
  const Sign = icon ?? toneIcons[tone]
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        height: 24,
        px: 1,
        borderRadius: 3,
        fontSize: '0.75rem',
        fontWeight: 550,
        whiteSpace: 'nowrap',
        verticalAlign: 'middle',
        color: `status.${tone}.text`,
        bgcolor: `status.${tone}.tint`,
      }}
    >
      <Sign aria-hidden sx={{ fontSize: 14 }} />
      {label}
    </Box>
  )
}
