// Planned maintenance by day: a grid of a week or a month, on a phone a list of the days on which something is planned
// (MAINT-01). What was cancelled is left out.

import Before from '@mui/icons-material/ChevronLeft'
import Next from '@mui/icons-material/ChevronRight'
import {
  Box,
  Button,
  Card,
  IconButton,
  Link,
  Stack,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
  useMediaQuery,
} from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { Link as RouterLink } from 'react-router'
import { useAddress } from '#kit/address.ts'
import { ErrorNotice } from '#kit/error.tsx'
import { useSession } from '#kit/session.ts'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { pathOf } from './maintenance.actions.ts'
import { listMaintenance, type Maintenance } from './maintenance.contract.ts'
import {
  type CalendarDay,
  type CalendarSpan,
  dayFrom,
  daysOf,
  dayText,
  onDay,
  SPANS,
  stepped,
  timesOn,
  titleOf,
} from './maintenance-calendar.rules.ts'

/** A calendar shows so many at most. */
const MOST = 100
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const TONES = { Planned: 'active', Running: 'maintenance', Ended: 'success', Cancelled: 'neutral' } as const
const DAY = new Intl.DateTimeFormat('en-IN', { weekday: 'long', day: 'numeric', month: 'long' })
const isToday = ({ from, to }: CalendarDay): boolean => from.getTime() <= Date.now() && Date.now() < to.getTime()

const Entry = ({ m, day }: { m: Maintenance; day: CalendarDay }) => (
  <Link
    component={RouterLink}
    to={pathOf(m)}
    underline="none"
    title={`${m.reason}, ${m.state}, ${m.chargers_count} ${m.chargers_count === 1 ? 'charge point' : 'charge points'}`}
    sx={{
      display: 'block',
      borderRadius: 1,
      px: 1,
      py: 0.5,
      color: `status.${TONES[m.state]}.text`,
      bgcolor: `status.${TONES[m.state]}.tint`,
      '&:hover': { textDecoration: 'underline' },
    }}
  >
    <Typography component="div" variant="body2" noWrap sx={{ fontWeight: 550 }}>
      {m.reason}
    </Typography>
    <Typography component="div" variant="caption" noWrap>
      {timesOn(m, day)} · {m.state}
    </Typography>
  </Link>
)

function Grid({ days, all }: { days: readonly CalendarDay[]; all: readonly Maintenance[] }) {
  return (
    <Box role="table" aria-label="Calendar" sx={{ borderTop: 1, borderColor: 'divider' }}>
      <Box role="row" sx={{ display: 'grid', gridTemplateColumns: 'repeat(7, minmax(0, 1fr))' }}>
        {WEEKDAYS.map(w => (
          <Typography key={w} role="columnheader" variant="caption" sx={{ px: 1, py: 0.75, color: 'text.secondary' }}>
            {w}
          </Typography>
        ))}
      </Box>
      {Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7)).map(week => (
        <Box
          key={week[0]?.from.getTime()}
          role="row"
          sx={{
            display: 'grid',
            gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
            borderTop: 1,
            borderColor: 'divider',
          }}
        >
          {week.map(d => (
            <Box
              key={d.from.getTime()}
              role="cell"
              aria-current={isToday(d) ? 'date' : undefined}
              sx={{
                minHeight: days.length === 7 ? 320 : 108,
                p: 0.75,
                '& + &': { borderLeft: 1, borderColor: 'divider' },
              }}
            >
              <Typography
                variant="caption"
                component="div"
                sx={{
                  mb: 0.5,
                  px: 0.5,
                  color: isToday(d) ? 'primary.main' : d.isIn ? 'text.primary' : 'text.secondary',
                  fontWeight: isToday(d) ? 700 : 400,
                }}
              >
                {d.from.getDate()}
                {isToday(d) && ' Today'}
              </Typography>
              <Stack spacing={0.5}>
                {onDay(all, d).map(m => (
                  <Entry key={m.maintenance_id} m={m} day={d} />
                ))}
              </Stack>
            </Box>
          ))}
        </Box>
      ))}
    </Box>
  )
}

/** The days with something planned, one below the other. */
function Agenda({ days, all }: { days: readonly CalendarDay[]; all: readonly Maintenance[] }) {
  const busy = days
    .filter(d => d.isIn)
    .map(d => ({ d, on: onDay(all, d) }))
    .filter(({ on }) => on.length > 0)
  if (busy.length === 0)
    return (
      <Typography sx={{ p: 2, color: 'text.secondary', borderTop: 1, borderColor: 'divider' }}>
        Nothing is planned in this time
      </Typography>
    )
  return (
    <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {busy.map(({ d, on }) => (
        <Box component="li" key={d.from.getTime()} sx={{ p: 2, borderTop: 1, borderColor: 'divider' }}>
          <Typography sx={{ mb: 1, fontWeight: 550 }}>
            {DAY.format(d.from)}
            {isToday(d) && ', today'}
          </Typography>
          <Stack spacing={0.75}>
            {on.map(m => (
              <Entry key={m.maintenance_id} m={m} day={d} />
            ))}
          </Stack>
        </Box>
      ))}
    </Stack>
  )
}

/** Reads a little more than the days: dates of filters are whole days, on whichever clock. */
const aroundOf = (days: readonly CalendarDay[]): string => {
  const [first, last] = [days[0]?.from ?? new Date(), days.at(-1)?.to ?? new Date()]
  const conditions = [
    { field: 'starts_at', operator: 'onOrBefore', value: dayText(last) },
    { field: 'ends_at', operator: 'onOrAfter', value: dayText(first) },
    { field: 'state', operator: 'notEquals', value: 'Cancelled' },
  ]
  return JSON.stringify({ combine: 'AND', conditions })
}

export function MaintenanceCalendar() {
  const { teamId } = useSession()
  const [params, change] = useAddress()
  const isPhone = useMediaQuery('(max-width:899.95px)', { noSsr: true })
  const span: CalendarSpan = params.get('span') === 'week' ? 'week' : 'month'
  const at = dayFrom(params.get('day'), new Date())
  const days = daysOf(span, at)
  const list = useQuery({
    ...query(listMaintenance, {
      params: { teamId },
      query: {
        page: 1,
        pageSize: MOST,
        sort: 'starts_at',
        filters: aroundOf(days),
        tz: -new Date().getTimezoneOffset(),
      },
    }),
    enabled: teamId !== 0,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
  const go = (to: Date, next = span) =>
    change(
      p => {
        p.set('day', dayText(to))
        p.set('span', next)
      },
      { replace: true },
    )
  const left = (list.data?.total ?? 0) - MOST
  return (
    <Card>
      <Stack direction="row" sx={{ p: 2, gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <IconButton aria-label={`The ${span} before`} onClick={() => go(stepped(span, at, -1))}>
          <Before />
        </IconButton>
        <IconButton aria-label={`The next ${span}`} onClick={() => go(stepped(span, at, 1))}>
          <Next />
        </IconButton>
        <Button size="small" variant="outlined" onClick={() => go(new Date())}>
          Today
        </Button>
        <Typography variant="h3" component="h2" sx={{ flexGrow: 1, minWidth: 180 }} aria-live="polite">
          {titleOf(span, at, days)}
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label="Span"
          value={span}
          onChange={(_, next: CalendarSpan | null) => next && go(at, next)}
        >
          {SPANS.map(s => (
            <ToggleButton key={s} value={s} sx={{ textTransform: 'none' }}>
              {s === 'week' ? 'Week' : 'Month'}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Stack>
      {list.error && !list.data ? (
        <Box sx={{ p: 2 }}>
          <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
        </Box>
      ) : !list.data ? (
        <Box sx={{ p: 2 }}>
          <BlockSkeleton height={420} />
        </Box>
      ) : isPhone ? (
        <Agenda days={days} all={list.data.data} />
      ) : (
        <Grid days={days} all={list.data.data} />
      )}
      {left > 0 && (
        <Typography variant="body2" sx={{ p: 2, color: 'text.secondary' }}>
          {left.toLocaleString('en-IN')} more than fit here: see the list
        </Typography>
      )}
    </Card>
  )
}
