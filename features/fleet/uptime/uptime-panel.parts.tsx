// The panel 'Station Uptime Metrics' (S-UPTIME): the figure of the network, its trend, its stations from the lowest on,
// and what took whole sites down.
import Timeline from '@mui/icons-material/TimelineOutlined'
import {
  Box,
  Button,
  ButtonBase,
  Card,
  LinearProgress,
  Link,
  MenuItem,
  Pagination,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  TextField,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type Period, type PeriodKey, periods } from '@wattdesk/base/time'
import { query } from '@wattdesk/wire/call'
import type { Reply } from '@wattdesk/wire/endpoint'
import { Suspense, useState } from 'react'
import { ChartCard, runningText } from '#kit/chart-card.tsx'
import { Empty } from '#kit/empty.tsx'
import { EmptyFrame } from '#kit/empty-frame.tsx'
import { Failed } from '#kit/error.tsx'
import { numberText, percentText } from '#kit/figures.tsx'
import { later } from '#kit/later.ts'
import { reasonOr } from '#kit/notices.tsx'
import { useSession } from '#kit/session.ts'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { statusOf } from '#kit/status.ts'
import { StatusChip } from '#kit/status-chip.tsx'
import { listUptime, type UptimeClass, type UptimeStation, type UptimeSummary } from './uptime.contract.ts'
import { SiteOutages } from './uptime-outages.tsx'
import { RANGES, useUptimeView } from './use-uptime-view.parts.ts'

// Opened seldom: loaded when first opened.
const DowntimesDialog = later(() => import('./uptime-downtimes-dialog.tsx'))

const PAGE = 5
/** The labels may need two lines: the figures stand on one all the same. */
const tile = {
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  alignItems: 'flex-start',
  textAlign: 'left',
  px: { xs: 1.5, sm: 2.5 },
  py: 1.5,
} as const

function Summary({
  summary: s,
  only,
  onOnly,
}: {
  summary: UptimeSummary | undefined
  only: UptimeClass | 'all'
  onOnly: (c: UptimeClass | 'all') => void
}) {
  const counts: readonly [UptimeClass, string, number | undefined][] = [
    ['excellent', 'Excellent', s?.excellentStations],
    ['needs_attention', 'Needs Attention', s?.needsAttentionStations],
  ]
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: '1.2fr 1fr 1fr',
        borderTop: 1,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={tile}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Overall Uptime
        </Typography>
        <Typography sx={{ fontSize: '1.5rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {s ? (s.overallUptime === null ? 'N/A' : percentText(s.overallUptime, 2)) : '–'}
        </Typography>
      </Box>
      {counts.map(([id, label, count]) => (
        <ButtonBase
          key={id}
          aria-pressed={only === id}
          onClick={() => onOnly(only === id ? 'all' : id)}
          sx={{
            ...tile,
            borderLeft: 1,
            borderColor: 'divider',
            ...(only === id && { bgcolor: 'action.selected' }),
          }}
        >
          <Typography variant="body2" sx={{ color: `status.${statusOf('uptime', id).tone}.text` }}>
            {label}
          </Typography>
          <Typography sx={{ fontSize: '1.5rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
            {numberText(count)}
          </Typography>
        </ButtonBase>
      ))}
    </Box>
  )
}

const COLOR: Record<UptimeClass, 'success' | 'warning' | 'error' | 'inherit'> = {
  excellent: 'success',
  good: 'warning',
  needs_attention: 'error',
  other: 'inherit',
}

const fromTablet = { display: { xs: 'none', sm: 'table-cell' } }

function Stations({ stations, onOpen }: { stations: readonly UptimeStation[]; onOpen: (s: UptimeStation) => void }) {
  return (
    <TableContainer>
      <Table size="small" aria-label="Uptime of stations">
        <TableHead>
          <TableRow>
            <TableCell>Station</TableCell>
            <TableCell sx={fromTablet}>Location</TableCell>
            <TableCell sx={{ width: { xs: '50%', sm: '28%' } }}>Uptime</TableCell>
            <TableCell sx={fromTablet}>Status</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {stations.map(s => (
            <TableRow key={s.id} sx={{ height: 52 }}>
              <TableCell component="th" scope="row" sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>
                <Link
                  component="button"
                  onClick={() => onOpen(s)}
                  color="inherit"
                  sx={{ textAlign: 'left', font: 'inherit' }}
                >
                  {s.name}
                </Link>
                {/* On a phone there is no room for a column of its own. */}
                <Box sx={{ display: { xs: 'block', sm: 'none' }, mt: 0.5 }}>
                  <Typography variant="caption" component="div" color="text.secondary" sx={{ mb: 0.5 }}>
                    Location: {s.location.city ?? 'N/A'}
                  </Typography>
                  <StatusChip kind="uptime" value={s.status} />
                </Box>
              </TableCell>
              <TableCell sx={fromTablet}>{s.location.city ?? 'N/A'}</TableCell>
              <TableCell>
                <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
                  <LinearProgress
                    variant="determinate"
                    value={s.uptime ?? 0}
                    color={COLOR[s.status]}
                    aria-hidden
                    sx={{ flexGrow: 1, minWidth: 24, height: 6, borderRadius: 3 }}
                  />
                  <Box component="span" sx={{ minWidth: 56, textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
                    {s.uptime === null ? 'N/A' : percentText(s.uptime, 2)}
                  </Box>
                </Stack>
              </TableCell>
              <TableCell sx={fromTablet}>
                <StatusChip kind="uptime" value={s.status} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

/** Labels may repeat (a weekday, an hour), so points are told apart by their place. */
const labelOf = (x: Date | string): string => String(x).replace(/^\d+ /, '')
/** As on the axes of the other charts: 'Wed', '04 Mar', '14:00'. */
const axisText = (x: Date | string): string => labelOf(x).replace(/^(\w{3})\w*day$/, '$1')

/**
 * `period`: the period of the dashboard, which the panel follows when it changes; the panel's own selector changes only
 * the panel.
 */
export function UptimePanel({ period }: { period: Period }) {
  const { teamId } = useSession()
  const { range, only, page, set } = useUptimeView(`${teamId} ${period}`, periods[period].key)
  const q = useQuery({
    ...query(listUptime, {
      params: { teamId },
      query: { timeRange: range, includeDetails: 'true', statusFilter: only, page, pageSize: PAGE },
    }),
    placeholderData: (old, before) =>
      (before?.queryKey[2] as { params?: { teamId?: number } } | undefined)?.params?.teamId === teamId
        ? old
        : undefined,
  })
  const [station, setStation] = useState<UptimeStation>()
  const data = q.data?.data
  const pages = Math.ceil((q.data?.total ?? 0) / PAGE)
  const isEmpty = data?.summary.totalStations === 0
  return (
    <Card component="section" aria-labelledby="uptime-title" aria-busy={q.isFetching}>
      <Stack
        direction="row"
        useFlexGap
        sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap', px: { xs: 2, sm: 2.5 }, py: 1.5 }}
      >
        <Typography id="uptime-title" variant="h3" component="h3" sx={{ flexGrow: 1 }}>
          Station Uptime Metrics
        </Typography>
        <TextField
          select
          label="Time Period"
          value={range}
          onChange={e => set({ range: e.target.value as PeriodKey })}
          sx={{ width: 150 }}
        >
          {RANGES.map(({ key, label }) => (
            <MenuItem key={key} value={key}>
              {label}
            </MenuItem>
          ))}
        </TextField>
      </Stack>
      {q.error && (
        <Failed inPanel onRetry={() => void q.refetch()}>
          Failed to load station uptime data: {reasonOr(q.error, 'Failed to fetch station uptime data')}
        </Failed>
      )}
      {q.isPending && <BlockSkeleton height={420} />}
      {isEmpty && (
        <EmptyFrame icon={Timeline} title="No Station Uptime Data Available">
          <Button variant="outlined" onClick={() => void q.refetch()}>
            Refresh Data
          </Button>
        </EmptyFrame>
      )}
      {data && !isEmpty && (
        <Box sx={{ opacity: q.isPlaceholderData ? 0.55 : 1 }}>
          <Summary summary={data.summary} only={only} onOnly={c => set({ only: c })} />
          <Box sx={{ display: 'grid', gridTemplateColumns: { lg: 'repeat(2, minmax(0, 1fr))' }, alignItems: 'start' }}>
            <Box>
              <Trend data={data} file={`uptime-${range}`} />
              <SiteOutages teamId={teamId} range={range} />
            </Box>
            <Box sx={{ borderLeft: { lg: 1 }, borderColor: { lg: 'divider' }, minHeight: '100%' }}>
              {data.stations.length > 0 ? (
                <Stations stations={data.stations} onOpen={setStation} />
              ) : (
                <Empty title="No stations of this class" />
              )}
              {pages > 1 && (
                <Stack sx={{ alignItems: 'center', p: 1 }}>
                  <Pagination
                    count={pages}
                    page={Math.min(page, pages)}
                    onChange={(_, n) => set({ page: n })}
                    size="small"
                    aria-label="Pages of stations"
                  />
                </Stack>
              )}
            </Box>
          </Box>
        </Box>
      )}
      {station && (
        <Suspense>
          <DowntimesDialog teamId={teamId} station={station} range={range} onClose={() => setStation(undefined)} />
        </Suspense>
      )}
    </Card>
  )
}

function Trend({ data: { historicalTrend, summary }, file }: { data: Reply<typeof listUptime>['data']; file: string }) {
  const { user } = useSession()
  return (
    <ChartCard
      bare
      title="Uptime Trend"
      unit="%"
      x={historicalTrend.labels.map((label, i) => `${i} ${label}`)}
      formatX={axisText}
      fileX={labelOf}
      formatY={y => percentText(y, 2)}
      series={[{ id: 'uptime', label: 'Uptime', values: historicalTrend.uptimeData }]}
      running={
        historicalTrend.labels.length > 0
          ? {
              index: historicalTrend.labels.length - 1,
              text: runningText(summary.to, user.businessZone),
            }
          : undefined
      }
      min={0}
      max={100}
      height={220}
      file={file}
    />
  )
}
