// The severity and the state of an alert.
import { Typography } from '@mui/material'
import { ToneChip } from '#kit/status-chip.tsx'
import { Time } from '#kit/time.tsx'
import type { Alert } from './alert.contract.ts'

const TONES = { Critical: 'fault', Major: 'warning', Minor: 'neutral' } as const
export const SeverityChip = ({ severity }: Pick<Alert, 'severity'>) => (
  <ToneChip tone={TONES[severity]} label={severity} />
)
const STATE_TONES = { Open: 'fault', Acknowledged: 'active', Closed: 'success' } as const
export const AlertStateChip = ({ state }: Pick<Alert, 'state'>) => <ToneChip tone={STATE_TONES[state]} label={state} />

/** Says of an alert that planned maintenance silences it, and until when (ALERT-13). */
export const Silenced = ({ plannedUntil }: Pick<Alert, 'plannedUntil'>) =>
  plannedUntil && (
    <Typography variant="caption" component="div" sx={{ color: 'status.maintenance.text', fontWeight: 550 }}>
      Planned maintenance until <Time at={plannedUntil} />
    </Typography>
  )
