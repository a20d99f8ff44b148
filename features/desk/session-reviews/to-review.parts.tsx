// How many sessions wait for a decision, with the way there.
import Warning from '@mui/icons-material/WarningAmberOutlined'
import { Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { Link as RouterLink } from 'react-router'
import { useSession } from '#kit/session.ts'
import { listSessionReviews } from './session-review.contract.ts'

/** The link to the sessions to review, with their number; shown where a decision is needed (D-TXN-11). */
export function ToReview() {
  const { teamId } = useSession()
  const reviews = useQuery({ ...query(listSessionReviews, { params: { teamId } }), enabled: teamId !== 0 })
  if (!reviews.data?.total) return null
  return (
    <Button
      component={RouterLink}
      to="/transactions/review"
      size="small"
      color="warning"
      variant="outlined"
      startIcon={<Warning />}
    >
      To review: {reviews.data.total.toLocaleString('en-IN')}
    </Button>
  )
}
