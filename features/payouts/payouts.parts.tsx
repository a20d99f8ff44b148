// The Payouts tab: a month over the teams on top, the settlements below (D-PO-5).
import { Stack } from '@mui/material'
import { Empty } from '../../web/kit/empty.tsx'
import { useSession } from '../../web/kit/session.ts'
import { PayoutMonth } from './payout-month.tsx'
import { Settlements } from './settlements.parts.tsx'

export function Payouts() {
  const { teamId } = useSession()
  if (teamId === 0) return <Empty title="Please select a team to view payouts" />
  return (
    <Stack spacing={3}>
      <PayoutMonth key={teamId} />
      <Settlements teamId={teamId} />
    </Stack>
  )
}
