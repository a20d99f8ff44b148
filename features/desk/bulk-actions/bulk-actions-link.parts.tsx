// The link from the list of charge points to the bulk actions, with the number in progress.
import PlaylistAddCheck from '@mui/icons-material/PlaylistAddCheck'
import { Button } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keyOf, query } from '@wattdesk/wire/call'
import { Link as RouterLink } from 'react-router'
import { useLive, usePolling } from '#kit/live.ts'
import { useSession } from '#kit/session.ts'
import { listBulkActions } from './bulk-action.contract.ts'

const POLL_MS = 30_000

/** Shown to users who requested a bulk action in the last 90 days. */
export function BulkActionsLink() {
  const { teamId } = useSession()
  const cache = useQueryClient()
  const asked = useQuery({
    ...query(listBulkActions, { query: { page: 1, pageSize: 1 } }),
    enabled: teamId !== 0,
    refetchInterval: usePolling(POLL_MS),
  })
  useLive('bulk-action', () => void cache.invalidateQueries({ queryKey: keyOf(listBulkActions) }))
  if (!asked.data?.total) return null
  const { running } = asked.data
  return (
    <Button
      component={RouterLink}
      to="/charger/actions"
      size="small"
      variant="outlined"
      startIcon={<PlaylistAddCheck />}
    >
      {running > 0 ? `Actions under way: ${running}` : 'Actions on many'}
    </Button>
  )
}
