// The state of a planned maintenance.
import Cancelled from '@mui/icons-material/EventBusyOutlined'
import Planned from '@mui/icons-material/EventOutlined'
import type { MaintenanceState } from '#fleet/maintenance/maintenance.words.ts'
import { ToneChip } from '#kit/status-chip.tsx'

export function MaintenanceChip({ state }: { state: MaintenanceState }) {
  switch (state) {
    case 'Planned':
      return <ToneChip tone="active" label={state} icon={Planned} />
    case 'Running':
      return <ToneChip tone="maintenance" label={state} />
    case 'Ended':
      return <ToneChip tone="success" label={state} />
    default:
      return <ToneChip tone="neutral" label={state} icon={Cancelled} />
  }
}
