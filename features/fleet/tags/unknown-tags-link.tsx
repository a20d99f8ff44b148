// How many tags were refused that nobody has made, with the way there; for those who may see tags, where any was.
import ContactlessOutlined from '@mui/icons-material/ContactlessOutlined'
import { Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { Link as RouterLink } from 'react-router'
import { usePolling } from '#kit/live.ts'
import { useAccess, useSession } from '#kit/session.ts'
import { listUnknownTags } from './unknown-tag.contract.ts'

const POLL_MS = 30_000

export function UnknownTagsLink() {
  const { teamId } = useSession()
  const { canView } = useAccess('Tag')
  const found = useQuery({
    ...query(listUnknownTags, { params: { teamId }, query: { page: 1, pageSize: 1 } }),
    enabled: teamId !== 0 && canView,
    refetchInterval: usePolling(POLL_MS),
  })
  if (!found.data?.total) return null
  return (
    <Button
      component={RouterLink}
      to="/tag/unknown"
      size="small"
      variant="outlined"
      startIcon={<ContactlessOutlined />}
    >
      Unknown tags: {found.data.total.toLocaleString('en-IN')}
    </Button>
  )
}
