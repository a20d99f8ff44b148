// A chip with the state of refunds that the list is filtered by; closing the chip removes the filter.
import { Chip } from '@mui/material'
import { useAddress } from '#kit/address.ts'

const STATES = ['pending', 'processed', 'failed'] as const
export type RefundStatus = (typeof STATES)[number]

/** The state in the address; undefined for all. */
export function useRefundStatus(): RefundStatus | undefined {
  const [params] = useAddress()
  return STATES.find(s => s === params.get('status'))
}

export function StatusFilter({ status }: { status: RefundStatus | undefined }) {
  const [, change] = useAddress()
  if (!status) return null
  return <Chip size="small" label={`Refund Status: ${status}`} onDelete={() => change(now => now.delete('status'))} />
}
