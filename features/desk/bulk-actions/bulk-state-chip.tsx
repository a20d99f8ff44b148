// The state of an item, and the progress of a bulk action.
import { Box, LinearProgress } from '@mui/material'
import { ToneChip } from '#kit/status-chip.tsx'
import type { BulkAction, BulkState } from './bulk-action.contract.ts'
import { endedItemCount } from './bulk-action.rules.ts'

const tones = {
  Waiting: 'neutral',
  'In progress': 'active',
  Done: 'success',
  Failed: 'fault',
  Skipped: 'offline',
} as const
export const BulkStateChip = ({ state }: { state: BulkState }) => <ToneChip tone={tones[state]} label={state} />

/** A bar with the figures beside it: '118 of 120'. */
export function BulkProgress({ action }: { action: Pick<BulkAction, 'counts' | 'total'> }) {
  const ended = endedItemCount(action)
  const text = `${ended.toLocaleString('en-IN')} of ${action.total.toLocaleString('en-IN')}`
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0, width: '100%' }}>
      <LinearProgress
        variant="determinate"
        value={(100 * ended) / action.total}
        aria-label={`${text} finished`}
        sx={{ flexGrow: 1, minWidth: 48, height: 6, borderRadius: 3 }}
      />
      <Box component="span" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
        {text}
      </Box>
    </Box>
  )
}
