// The history of a station's status: old and new status, when, by whom and why (D-LIVE-5), newest first.
import East from '@mui/icons-material/East'
import { Box, Button, DialogContent, Stack, Typography } from '@mui/material'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call, keyOf } from '@wattdesk/wire/call'
import { DialogFrame, DialogHead } from '#kit/dialog-frame.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { StatusChip } from '#kit/status-chip.tsx'
import { Time } from '#kit/time.tsx'
import { type LiveHistoryRow, type LiveStation, listLiveHistory } from './live-status.contract.ts'

const PAGE = 100

function useHistory(teamId: number, stationId: number) {
  const params = { teamId }
  return useInfiniteQuery({
    queryKey: [...keyOf(listLiveHistory), { params, stationId }],
    queryFn: ({ pageParam, signal }) =>
      call(
        listLiveHistory,
        { params, query: { stationId: String(stationId), limit: PAGE, offset: pageParam } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: last => (last.offset + last.data.length < last.total ? last.offset + PAGE : undefined),
  })
}

function Change({ change: c }: { change: LiveHistoryRow }) {
  return (
    <Box component="li" sx={{ py: 1.25, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <StatusChip kind="station" value={c.fromStatus} />
        <East titleAccess="became" sx={{ fontSize: 16, color: 'text.secondary' }} />
        <StatusChip kind="station" value={c.toStatus} />
        <Typography variant="body2" sx={{ color: 'text.secondary', ml: { sm: 'auto' } }}>
          {c.changedBy ?? 'The station itself'} · <Time at={c.changedAt} />
        </Typography>
      </Stack>
      {c.reason && (
        <Typography variant="body2" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
          {c.reason}
        </Typography>
      )}
    </Box>
  )
}

type Props = { teamId: number; station: LiveStation; onClose: () => void }
export default function StatusHistoryDialog({ teamId, station, onClose }: Props) {
  const asked = useHistory(teamId, station.id)
  const changes = asked.data?.pages.flatMap(p => p.data)
  return (
    <DialogFrame onClose={onClose}>
      <DialogHead>Status History · {station.name}</DialogHead>
      <DialogContent sx={{ minHeight: 240 }}>
        {asked.error && <ErrorNotice error={asked.error} onRetry={() => void asked.refetch()} />}
        {asked.isPending && <RowsSkeleton rows={4} />}
        {changes?.length === 0 && (
          <Typography sx={{ color: 'text.secondary' }}>The status has not changed yet.</Typography>
        )}
        {changes && changes.length > 0 && (
          <Box component="ol" aria-label="Changes of status" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {changes.map(c => (
              <Change key={c.id} change={c} />
            ))}
          </Box>
        )}
        {asked.hasNextPage && (
          <Button size="small" disabled={asked.isFetchingNextPage} onClick={() => void asked.fetchNextPage()}>
            Older
          </Button>
        )}
      </DialogContent>
    </DialogFrame>
  )
}
