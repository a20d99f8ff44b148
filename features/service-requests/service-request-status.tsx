// The state of a service request as a chip.
import { ToneChip } from '../../web/kit/status-chip.tsx'
import { statusWords, type TicketStatus } from './service-request.contract.ts'

const tones = { OPEN: 'warning', IN_PROGRESS: 'active', RESOLVED: 'success', CLOSED: 'offline' } as const

export const TicketChip = ({ status }: { status: TicketStatus }) => (
  <ToneChip tone={tones[status]} label={statusWords[status]} />
)
