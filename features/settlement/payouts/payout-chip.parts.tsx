// The state of a payout, in its words and colour.
import { ToneChip } from '#kit/status-chip.tsx'
import type { PayoutStatus } from './payout.contract.ts'
import { statusWords } from './payout.words.ts'

export const PayoutChip = ({ status }: { status: PayoutStatus }) => (
  <ToneChip tone={status === 'PAYOUTCOMPLETED' ? 'success' : 'warning'} label={statusWords[status]} />
)
