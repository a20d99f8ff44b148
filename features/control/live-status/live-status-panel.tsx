// The panel 'Charging Station - Live Status' (S-LIVE): four counts, three stations a page, live.
import Refresh from '@mui/icons-material/Refresh'
import { Box, Card, IconButton, Link, Pagination, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { Suspense, useMemo, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { chargersPath, inStates } from '#fleet/chargers/chargers-path.rules.ts'
import { STATUS_ORDER } from '#fleet/stations/station.rules.ts'
import { useDelayed } from '#kit/delayed.ts'
import { Empty } from '#kit/empty.tsx'
import { Failed } from '#kit/error.tsx'
import { numberText } from '#kit/figures.tsx'
import { later } from '#kit/later.ts'
import { usePolling } from '#kit/live.ts'
import { reasonOr } from '#kit/notices.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { statusOf, toneIcons } from '#kit/status.ts'
import { clockText } from '#kit/time.tsx'
import { Tip } from '#kit/tip.tsx'
import { stationActions } from './live-status.actions.ts'
import { type LiveStation, type LiveSummary, listLiveStatus } from './live-status.contract.ts'
import { useLiveStations } from './live-status-live.tsx'
import { Station } from './live-status-station.tsx'

// Opened seldom: loaded when first opened.
const MaintenanceDialog = later(() => import('./maintenance-dialog.tsx'))
const StatusHistoryDialog = later(() => import('./status-history-dialog.tsx'))

const PAGE = 3
const POLL_MS = 30_000
const SLOW_MS = 1000
const teamOf = (key: readonly unknown[] | undefined) =>
  (key?.[2] as { params?: { teamId?: number } } | undefined)?.params?.teamId

/** The four counts, each leading to the list of its charge points where the reader may open that. */
function Counts({ summary }: { summary: LiveSummary | undefined }) {
  const { canView } = useAccess('ChargerPoint')
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' },
        borderTop: 1,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {STATUS_ORDER.map((status, i) => {
        const { tone, label } = statusOf('station', status)
        const Icon = toneIcons[tone]
        return (
          <Box
            key={status}
            sx={{
              position: 'relative',
              px: { xs: 2, sm: 2.5 },
              py: 1.5,
              borderLeft: { xs: i % 2, sm: i === 0 ? 0 : 1 },
              borderTop: { xs: i > 1 ? 1 : 0, sm: 0 },
              borderColor: { xs: 'divider', sm: 'divider' },
            }}
          >
            <Stack
              component="dt"
              direction="row"
              sx={{ gap: 0.75, alignItems: 'center', color: `status.${tone}.text`, fontSize: '0.8125rem' }}
            >
              <Icon aria-hidden sx={{ fontSize: 16 }} />
              {canView ? (
                <Link
                  component={RouterLink}
                  to={chargersPath([inStates(status)])}
                  color="inherit"
                  underline="hover"
                  // The whole figure leads there; the word is the link.
                  sx={{ '&::after': { content: '""', position: 'absolute', inset: 0 } }}
                >
                  {label}
                </Link>
              ) : (
                label
              )}
            </Stack>
            <Typography
              component="dd"
              sx={{ m: 0, fontSize: '1.5rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
            >
              {summary ? numberText(summary[status]) : '–'}
            </Typography>
          </Box>
        )
      })}
    </Box>
  )
}

export function LiveStatusPanel() {
  const { teamId } = useSession()
  const [asked, setPage] = useState({ teamId, page: 1 })
  // Another team begins at its first page.
  const page = asked.teamId === teamId ? asked.page : 1
  const q = useQuery({
    ...query(listLiveStatus, {
      params: { teamId },
      query: { includeDetails: 'true', statusFilter: 'all', page, pageSize: PAGE },
    }),
    enabled: teamId !== 0,
    // While a page loads, the previous page stays, dimmed; stations of another team are never kept.
    placeholderData: (old, before) => (teamOf(before?.queryKey) === teamId ? old : undefined),
    refetchInterval: usePolling(POLL_MS),
  })
  useLiveStations()
  const [history, setHistory] = useState<LiveStation>()
  const [maintained, setMaintained] = useState<LiveStation>()
  const actions = useMemo(() => stationActions(setMaintained, setHistory), [])
  const data = q.data?.data
  const standIn = q.isPlaceholderData
  const isSlow = useDelayed(standIn && !q.error, SLOW_MS)
  // A page that cannot be had keeps the way back to the others.
  const [known, setKnown] = useState({ teamId, total: 0 })
  const total = q.data?.total ?? (known.teamId === teamId ? known.total : 0)
  if (total !== known.total || teamId !== known.teamId) setKnown({ teamId, total })
  const pages = Math.ceil(total / PAGE)
  return (
    <Card component="section" aria-labelledby="live-status-title" aria-busy={q.isFetching}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, pl: { xs: 2, sm: 2.5 }, pr: 1.5, py: 1.5 }}>
        <Typography id="live-status-title" variant="h3" component="h3" sx={{ flexGrow: 1 }}>
          Charging Station - Live Status
        </Typography>
        <Tip title="Refresh">
          <IconButton aria-label="Refresh live status" onClick={() => void q.refetch()}>
            <Refresh fontSize="small" />
          </IconButton>
        </Tip>
      </Stack>
      {q.error && (
        <Failed inPanel onRetry={() => void q.refetch()}>
          Failed to load live charging status: {reasonOr(q.error, 'Failed to fetch live charging status')}
          {data && ` Data as of ${clockText(data.summary.lastUpdated)}.`}
        </Failed>
      )}
      {(data || !q.error) && <Counts summary={data?.summary} />}
      {q.isPending && teamId !== 0 && <RowsSkeleton rows={PAGE} height={76} />}
      {isSlow && (
        <Typography role="status" variant="body2" sx={{ px: { xs: 2, sm: 2.5 }, pt: 1.5, color: 'text.secondary' }}>
          Page {page} is being loaded. The stations below are those of the page before.
        </Typography>
      )}
      {data && data.stations.length === 0 && <Empty title="No charging stations found" />}
      {data && data.stations.length > 0 && (
        <Box
          component="ul"
          aria-label="Charging stations"
          sx={{ listStyle: 'none', m: 0, p: 0, opacity: standIn ? 0.55 : 1 }}
        >
          {data.stations.map(s => (
            <Station key={s.id} station={s} actions={actions} />
          ))}
        </Box>
      )}
      {pages > 1 && (
        <Stack sx={{ alignItems: 'center', p: 1, borderTop: 1, borderColor: 'divider' }}>
          <Pagination
            count={pages}
            page={Math.min(page, pages)}
            onChange={(_, n) => setPage({ teamId, page: n })}
            size="small"
            aria-label="Pages of charging stations"
          />
        </Stack>
      )}
      {maintained && (
        <Suspense>
          <MaintenanceDialog teamId={teamId} station={maintained} onClose={() => setMaintained(undefined)} />
        </Suspense>
      )}
      {history && (
        <Suspense>
          <StatusHistoryDialog teamId={teamId} station={history} onClose={() => setHistory(undefined)} />
        </Suspense>
      )}
    </Card>
  )
}
