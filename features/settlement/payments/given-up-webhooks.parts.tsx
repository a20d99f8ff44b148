// On the company's Payment tab: the payment provider's reports that could not be worked off, each with its reason.
// Nothing is shown where there are none.
import Replay from '@mui/icons-material/ReplayOutlined'
import { Box } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { call, query } from '@wattdesk/wire/call'
import { type Action, ActionButton } from '#kit/actions.tsx'
import { ShortList, ShortRow } from '#kit/short-list.tsx'
import { RelativeTime } from '#kit/time.tsx'
import { listGivenUpWebhooks, MOST_GIVEN_UP, workGivenUpWebhooks } from './webhook-given-up.contract.ts'

const trying: Action<number> = {
  id: 'work-given-up-webhooks',
  label: 'Try again',
  icon: Replay,
  run: id => call(workGivenUpWebhooks, { params: { id } }),
  refreshes: [listGivenUpWebhooks],
}
const COLUMNS = { xs: '1fr', md: 'minmax(0, 1fr) minmax(0, 2fr)' }

/** `mayChange`: the reader may change the company and is finance admin of it. */
export function GivenUpWebhooks({ companyId, mayChange }: { companyId: number; mayChange: boolean }) {
  const q = useQuery(query(listGivenUpWebhooks, { params: { id: companyId } }))
  if (q.data?.data.length === 0) return null
  return (
    <ShortList
      title="Reports that were given up"
      help="What the payment provider has reported and could not be worked off, after many attempts or because it cannot be read. Payments and refunds are also asked for at the provider, so no money depends on it alone."
      source={q}
      none="There is none."
      most={MOST_GIVEN_UP}
      row={e => (
        <ShortRow key={e.eventId} columns={COLUMNS}>
          <Box sx={{ minWidth: 0 }}>
            <Box sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>{e.eventId}</Box>
            <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
              received <RelativeTime at={e.receivedAt} />, tried {e.attempts === 1 ? 'once' : `${e.attempts} times`}
            </Box>
          </Box>
          <Box sx={{ overflowWrap: 'anywhere' }}>{e.failure}</Box>
        </ShortRow>
      )}
    >
      {mayChange && (
        <Box sx={{ mt: 1.5 }}>
          <ActionButton action={trying} target={companyId} />
        </Box>
      )}
    </ShortList>
  )
}
