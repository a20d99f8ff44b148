// The severity and the state of an alert.
import { ToneChip } from '#kit/status-chip.tsx'
import type { Alert } from './alert.contract.ts'

const TONES = { Critical: 'fault', Major: 'warning', Minor: 'neutral' } as const
export const SeverityChip = ({ severity }: Pick<Alert, 'severity'>) => (
  <ToneChip tone={TONES[severity]} label={severity} />
)
const STATE_TONES = { Open: 'fault', Acknowledged: 'active', Closed: 'success' } as const
export const AlertStateChip = ({ state }: Pick<Alert, 'state'>) => <ToneChip tone={STATE_TONES[state]} label={state} />
