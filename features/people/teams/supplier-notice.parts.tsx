// Warns before the first session of a team without a supplier (M-2.5), and names the next step.
import { Alert, Link } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { Link as RouterLink } from 'react-router'
import { useAccess } from '#kit/session.ts'
import { getSupplier } from './team.contract.ts'

export const NO_SUPPLIER =
  'Sessions of this team cannot be billed: no GST number is set on its first payout account, nor on that of a team above it. Until one is set, every session with a price waits for review.'

/** Nothing where somebody supplies, and until that is known. */
export function SupplierNotice({ teamId }: { teamId: number }) {
  const { data } = useQuery({ ...query(getSupplier, { params: { teamId } }), enabled: teamId !== 0 })
  const team = useAccess('Team')
  if (data?.data !== null) return null
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {NO_SUPPLIER}{' '}
      {team.canView && (
        <Link component={RouterLink} to={`/team/${teamId}?tab=accounts`}>
          Payout accounts of the team
        </Link>
      )}
    </Alert>
  )
}
