// The local list of a charge point: its purpose, its state, and whether the portal keeps it (S-LOCAL-LIST).
import PlaylistAddCheck from '@mui/icons-material/PlaylistAddCheckOutlined'
import PlaylistRemove from '@mui/icons-material/PlaylistRemoveOutlined'
import { Alert, Box, Card, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { call, query } from '@wattdesk/wire/call'
import { type Action, ActionButton } from '#kit/actions.tsx'
import { DetailList } from '#kit/detail-list.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { usePolling } from '#kit/live.ts'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { RelativeTime } from '#kit/time.tsx'
import { getLocalList, keepLocalList, type LocalList } from './local-list.contract.ts'

const POLL_MS = 10_000
type Charger = { chargepoint_pk: number; chargepoint_id: string }
type Target = { charger: Charger; list: LocalList }

const keeping = (isKept: boolean): Pick<Action<Target>, 'right' | 'run' | 'refreshes'> => ({
  right: 'ChargerPoint.update',
  run: ({ charger }, { teamId }) =>
    call(keepLocalList, { params: { teamId, id: String(charger.chargepoint_pk) }, body: { isKept } }),
  refreshes: [getLocalList],
})
const keep: Action<Target> = {
  ...keeping(true),
  id: 'keep-local-list',
  label: 'Keep the local list up to date',
  icon: PlaylistAddCheck,
  when: t => !t.list.isKept,
}
const empty: Action<Target> = {
  ...keeping(false),
  id: 'empty-local-list',
  label: 'Stop and empty the list',
  icon: PlaylistRemove,
  danger: true,
  when: t => t.list.isKept,
  confirm: ({ charger }) => ({
    title: `Local list of ${charger.chargepoint_id}`,
    text: 'The list on the charge point is emptied. Without a connection the charge point then knows no tag.',
    yes: 'Stop and empty',
    danger: true,
  }),
}

const chips: Record<
  LocalList['state'],
  { tone: 'success' | 'active' | 'neutral' | 'fault' | 'warning'; label: string }
> = {
  off: { tone: 'neutral', label: 'Not kept' },
  waiting: { tone: 'active', label: 'Waiting' },
  current: { tone: 'success', label: 'Up to date' },
  shortened: { tone: 'warning', label: 'Shortened' },
  refused: { tone: 'fault', label: 'Refused' },
  unsupported: { tone: 'warning', label: 'Not possible' },
  empty: { tone: 'neutral', label: 'Not kept' },
}
const tagsText = (n: number): string => (n === 1 ? '1 tag' : `${n.toLocaleString('en-IN')} tags`)

/** Returns the state of the list in a sentence. */
function sentence(l: LocalList): string {
  switch (l.state) {
    case 'off':
    case 'empty':
      return 'The portal does not keep the list of this charge point.'
    case 'waiting':
      if (!l.isConnected) return 'The charge point is not connected. The list is compared when it comes back.'
      return l.isKept ? 'The list is on its way to the charge point.' : 'The list is being emptied.'
    case 'current':
      return 'The charge point has every tag that is valid on it.'
    case 'shortened':
      return `The charge point has no room for ${tagsText(l.leftOut)} more. Tags that may charge are on the list first.`
    case 'refused':
    case 'unsupported':
      return l.problem ?? 'The charge point keeps no local list.'
  }
}

export function LocalListCard({ teamId, charger }: { teamId: number; charger: Charger }) {
  const q = useQuery({
    ...query(getLocalList, { params: { teamId, id: String(charger.chargepoint_pk) } }),
    refetchInterval: usePolling(POLL_MS),
  })
  const list = q.data?.data
  const isProblem = list?.state === 'refused' || list?.state === 'unsupported' || list?.state === 'shortened'
  return (
    <Card component="section" aria-label="Local list" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap', mb: 0.25 }}>
        <Typography variant="h2">Local list</Typography>
        {list && <ToneChip tone={chips[list.state].tone} label={chips[list.state].label} />}
      </Stack>
      <Typography sx={{ color: 'text.secondary', mb: 1.5, maxWidth: '72ch' }}>
        Tags that the charge point lets in by itself while it has no connection. The portal can send it the tags that
        are valid on it, and every change of them.
      </Typography>
      {q.error && !list && <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />}
      {q.isPending && <RowsSkeleton rows={2} />}
      {list && (
        <Stack spacing={2}>
          {isProblem ? (
            <Alert severity={list.state === 'refused' ? 'error' : 'warning'}>{sentence(list)}</Alert>
          ) : (
            <Typography>{sentence(list)}</Typography>
          )}
          {list.version > 0 && list.state !== 'empty' && (
            <DetailList
              items={[
                { label: 'On the charge point', value: tagsText(list.tags) },
                { label: 'Version', value: list.version.toLocaleString('en-IN') },
                { label: 'Last change', value: <RelativeTime at={list.sentAt} /> },
                { label: 'Last compared', value: <RelativeTime at={list.comparedAt} /> },
              ]}
            />
          )}
          <Box>
            <ActionButton action={keep} target={{ charger, list }} size="small" />
            <ActionButton action={empty} target={{ charger, list }} size="small" />
          </Box>
        </Stack>
      )}
    </Card>
  )
}
