// The Payouts tab: a month over the teams on top, the settlements below (D-PO-5).
import Balance from '@mui/icons-material/BalanceOutlined'
import { Button, Stack } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { Empty } from '#kit/empty.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { PayoutMonth } from './payout-month.tsx'
import { Settlements } from './settlements.parts.tsx'

export function Payouts() {
  const { teamId } = useSession()
  const { canView } = useAccess('Finance')
  if (teamId === 0) return <Empty title="Please select a team to view payouts" />
  return (
    <Stack spacing={3}>
      {canView && (
        <Button
          component={RouterLink}
          to="/reconciliation?tab=month"
          color="inherit"
          variant="outlined"
          startIcon={<Balance />}
          sx={{ alignSelf: 'flex-end' }}
        >
          Reconciliation
        </Button>
      )}
      <PayoutMonth key={teamId} />
      <Settlements teamId={teamId} />
    </Stack>
  )
}
