// The load of a charging site on its page (D-SITE-4): limit, allowed sum and measured draw, the proof of the sum, and
// each charger with its number and the reason for it; live.
import { Alert, Card, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { ChartCard } from '#kit/chart-card.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { useLive } from '#kit/live.ts'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { StatTile, Tiles } from '#kit/stat-tile.tsx'
import { Clock } from '#kit/time.tsx'
import { getSiteLoad, type SiteLoad as Load } from './load.contract.ts'
import { LoadChargers } from './load-chargers.tsx'
import { figureText } from './load-words.rules.ts'

type Props = {
  teamId: number
  zoneId: number
  /** The site has chargers. */
  hasChargers: boolean
  /** The user may also change the site. */
  mayChange: boolean
}
export function SiteLoad({ teamId, zoneId, hasChargers, mayChange }: Props) {
  const q = useQuery({ ...query(getSiteLoad, { params: { teamId, zoneId } }), staleTime: 0 })
  useLive('load', events => {
    if (events.some(e => e.zoneId === zoneId)) void q.refetch()
  })
  // Switched on or off, another Load Value, other chargers.
  useLive('record', events => {
    if (events.some(e => e.feature === 'ChargingSite' && e.recordId === String(zoneId))) void q.refetch()
  })
  const load = q.data?.data
  if (!load)
    return (
      <Frame>
        {q.error ? <ErrorNotice error={q.error} onRetry={() => void q.refetch()} /> : <BlockSkeleton height={96} />}
      </Frame>
    )
  const can = (text: string) => (mayChange ? ` ${text}` : '')
  if (!load.isOn)
    return (
      <Frame>
        <Hint>
          Load balancing is off: the chargers of this site charge as their cars ask.
          {can('Set Load Balancing Required to Yes below to keep them within the Load Value together.')}
        </Hint>
      </Frame>
    )
  if (!hasChargers)
    return (
      <Frame>
        <Hint>
          No chargers stand at this site, so there is no load to balance.{can('Add the chargers of this supply below.')}
        </Hint>
      </Frame>
    )
  if (load.plannedAt === null)
    return (
      <Frame>
        <Hint>The limits of this site are being worked out. This takes a few seconds.</Hint>
      </Frame>
    )
  return <Balanced load={load} />
}

const Frame = ({ children }: { children: React.ReactNode }) => (
  <Card component="section" aria-label="Load" sx={{ p: { xs: 2, sm: 2.5 } }}>
    <Typography variant="h2" sx={{ mb: 1 }}>
      Load
    </Typography>
    {children}
  </Card>
)
const Hint = ({ children }: { children: React.ReactNode }) => (
  <Typography sx={{ color: 'text.secondary', maxWidth: '72ch' }}>{children}</Typography>
)

const clock = new Intl.DateTimeFormat('en-IN', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
function Balanced({ load }: { load: Load }) {
  const { unit, history } = load
  const isInDoubt =
    load.isExceeded ||
    load.aboveSince !== null ||
    load.chargers.some(c => c.restartedAt !== null || c.overdraw !== null)
  const show = (y: number | null) => (y === null ? null : figureText(y, unit))
  return (
    <Stack component="section" aria-label="Load" sx={{ gap: 2 }}>
      <Tiles>
        <StatTile label="Load limit" value={show(load.limit)} />
        <StatTile
          label="Allowed now"
          value={show(load.allowed)}
          footer={
            load.atMost !== null && load.allowed !== null && load.atMost > load.allowed
              ? `At most ${figureText(load.atMost, unit)} for now, as the note below explains`
              : 'Sum of the limits of all chargers'
          }
        />
        <StatTile
          label="Measured draw"
          value={show(load.measured)}
          footer={load.measured === null ? 'No meter has told it yet' : 'As the meters of running sessions tell it'}
        />
      </Tiles>
      <Alert role="note" severity={isInDoubt ? 'warning' : 'success'}>
        {load.proof}
        {load.aboveSince && (
          <>
            {' Above the Load Value since '}
            <Clock at={load.aboveSince} />.
          </>
        )}
      </Alert>
      <ChartCard
        title="Load in the last hour"
        unit={unit}
        kind="step"
        min={0}
        height={220}
        x={history.map(p => new Date(p.at))}
        formatX={x => clock.format(new Date(x))}
        formatY={y => figureText(y, unit)}
        series={[
          { id: 'limit', label: 'Load limit', values: history.map(p => p.limit) },
          { id: 'allowed', label: 'Allowed', values: history.map(p => p.allowed) },
          { id: 'measured', label: 'Measured draw', values: history.map(p => p.measured) },
        ]}
        file="site_load"
      />
      <LoadChargers load={load} />
    </Stack>
  )
}
