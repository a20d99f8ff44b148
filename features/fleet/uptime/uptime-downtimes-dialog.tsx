// When one station was down in the period, and why (D-UP-5).
import { Box, Button, DialogContent, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { Link as RouterLink } from 'react-router'
import { DialogFrame, DialogHead } from '#kit/dialog-frame.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { percentText } from '#kit/figures.tsx'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { Time } from '#kit/time.tsx'
import { type Downtime, getStationUptime, type TimeRange, type UptimeStation } from './uptime.contract.ts'
import { CauseText, durationText } from './uptime-words.tsx'

/** The newest of them; a station that comes and goes has hundreds. */
const SHOWN = 100

const Line = ({ downtime: d }: { downtime: Downtime }) => (
  <Box component="li" sx={{ py: 1.25, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
    <Stack direction="row" useFlexGap sx={{ gap: 1, justifyContent: 'space-between', flexWrap: 'wrap' }}>
      <CauseText cause={d.cause} />
      <Typography sx={{ fontWeight: 550 }}>{durationText(d.minutes)}</Typography>
    </Stack>
    <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {d.beganBefore && 'Began before the period, counted from '}
      <Time at={d.from} />{' '}
      {d.to === null ? (
        'and still down'
      ) : (
        <>
          to <Time at={d.to} />
        </>
      )}
      {d.reason && ` · ${d.reason}`}
    </Typography>
  </Box>
)

type Props = { teamId: number; station: UptimeStation; range: TimeRange; onClose: () => void }
export default function DowntimesDialog({ teamId, station, range, onClose }: Props) {
  const q = useQuery(
    query(getStationUptime, { params: { teamId, stationId: String(station.id) }, query: { timeRange: range } }),
  )
  const data = q.data?.data
  return (
    <DialogFrame onClose={onClose}>
      <DialogHead>Downtimes · {station.name}</DialogHead>
      <DialogContent sx={{ minHeight: 240 }}>
        {q.error && <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />}
        {q.isPending && <RowsSkeleton rows={4} />}
        {data && (
          <Typography sx={{ color: 'text.secondary', mb: 1 }}>
            {data.uptime === null
              ? 'There is no uptime for this station in the period.'
              : `Up ${percentText(data.uptime, 2)} of the time, planned maintenance left out.`}
          </Typography>
        )}
        {data?.downtimes.length === 0 && <Typography>The station was up all the time.</Typography>}
        {data && data.downtimes.length > 0 && (
          <Box component="ol" aria-label="Downtimes, newest first" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {data.downtimes.slice(0, SHOWN).map(d => (
              <Line key={d.from} downtime={d} />
            ))}
          </Box>
        )}
        {data && data.downtimes.length > SHOWN && (
          <Typography sx={{ color: 'text.secondary', mt: 1 }}>
            And {data.downtimes.length - SHOWN} earlier ones.
          </Typography>
        )}
        <Button component={RouterLink} to={`/charger/${station.id}`} sx={{ mt: 1 }}>
          Open the charge point
        </Button>
      </DialogContent>
    </DialogFrame>
  )
}
