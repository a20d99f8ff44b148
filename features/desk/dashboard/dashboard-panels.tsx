// The panels of the dashboard below its welcome, in the order of S-DASHBOARD: cards with "Needs attention", curves,
// environment, uptime, live status, map. Each panel fails and loads alone; all follow one period, which is reset when
// another team is chosen.
import { Box, CircularProgress, Stack, useMediaQuery } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { defaultPeriod, rangeOf } from '@wattdesk/base/time'
import { keyOf } from '@wattdesk/wire/call'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { goesAllTheWay } from '#desk/first-steps/first-steps.actions.ts'
import { TransactionsExport } from '#desk/transactions/transactions-export.parts.tsx'
import { Boundary } from '#kit/error.tsx'
import { later } from '#kit/later.ts'
import { useLive } from '#kit/live.ts'
import { PartFallback } from '#kit/part-missing.tsx'
import { RangePicker, useRange } from '#kit/range-picker.tsx'
import { useSession } from '#kit/session.ts'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { getGraph, getStatistic, listStatistics } from './dashboard.contract.ts'
import type { DashboardRange } from './dashboard-graph.tsx'
import { GraphPanels } from './graph-panels.parts.tsx'
import { StatisticCards } from './statistic-cards.parts.tsx'

const AttentionPanel = later(() =>
  import('#desk/attention/attention-panel.parts.tsx').then(m => ({ default: m.AttentionPanel })),
)
const FirstStepsCard = later(() =>
  import('#desk/first-steps/first-steps-card.parts.tsx').then(m => ({ default: m.FirstStepsCard })),
)
const UptimePanel = later(() => import('#fleet/uptime/uptime-panel.parts.tsx').then(m => ({ default: m.UptimePanel })))
const LiveStatusPanel = later(() =>
  import('#control/live-status/live-status-panel.tsx').then(m => ({ default: m.LiveStatusPanel })),
)
const ChargerMapPanel = later(() =>
  import('#fleet/charger-map/charger-map-panel.parts.tsx').then(m => ({ default: m.ChargerMapPanel })),
)

/** A panel that fails or loads in its own place. */
const Panel = ({ height, children }: { height: number; children: ReactNode }) => (
  <Boundary>
    <Suspense
      fallback={
        <PartFallback>
          <BlockSkeleton height={height} />
        </PartFallback>
      }
    >
      {children}
    </Suspense>
  </Boundary>
)

/** Panels of full width: tables whose names would wrap in a narrower panel. */
const Wide = ({ children }: { children: ReactNode }) => <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>{children}</Box>

/** So long the panels are covered after a change of the team (S-DASHBOARD). */
const OVERLAY_MS = 1000
/** Figures of sessions are read anew at most so often while sessions begin and end. */
const RENEW_MS = 15_000
/** Changes that come one after the other, as after a start of the server, are read at once. */
const TOGETHER_MS = 2000

/**
 * After another team is chosen, the panels are covered for a second and the period returns to the default. `isNew` is
 * true until the address has the default too, so that nothing is requested for the period of the former team.
 */
function useTeamChange(
  teamId: number,
  { isReset, reset }: { isReset: boolean; reset: () => void },
): { isCovered: boolean; isNew: boolean } {
  const before = useRef(teamId)
  const [isCovered, setCovered] = useState(false)
  const [periodOf, setPeriodOf] = useState(teamId)
  if (periodOf !== teamId && isReset) setPeriodOf(teamId)
  const onChange = useEffectEvent(reset)
  useEffect(() => {
    if (before.current === teamId) return
    before.current = teamId
    onChange()
    setCovered(true)
    const timer = setTimeout(() => setCovered(false), OVERLAY_MS)
    return () => {
      clearTimeout(timer)
      setCovered(false)
    }
  }, [teamId])
  return { isCovered, isNew: periodOf !== teamId }
}

/** Reads the figures anew soon after sessions began or ended, or stations changed, and not more often than every 15 s. */
function useFreshFigures(): void {
  const cache = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const last = useRef(0)
  const renew = () => {
    const soon = Math.max(TOGETHER_MS, last.current + RENEW_MS - Date.now())
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      last.current = Date.now()
      for (const e of [listStatistics, getStatistic, getGraph]) void cache.invalidateQueries({ queryKey: keyOf(e) })
    }, soon)
  }
  useLive('transaction', renew)
  useLive('station', renew)
  useEffect(() => () => clearTimeout(timer.current), [])
}

export function DashboardPanels() {
  const session = useSession()
  const { teamId, user } = session
  const zone = user.businessZone
  const chosen = useRange(zone)
  const { isCovered, isNew } = useTeamChange(teamId, {
    isReset: chosen.period === defaultPeriod,
    reset: () => chosen.setPeriod(defaultPeriod),
  })
  useFreshFigures()
  // Custom is not offered here (S-DASHBOARD); an address that asks for it shows the default.
  const range: DashboardRange =
    isNew || chosen.period === 'Custom'
      ? { period: defaultPeriod, ...rangeOf(defaultPeriod, new Date(), zone) }
      : { period: chosen.period, from: chosen.from, to: chosen.to }
  // On a phone there is no room beside the cards, so "Needs attention" comes before them.
  const isPhone = useMediaQuery('(max-width:599.95px)', { noSsr: true })
  // The panel's place is reserved before its code is loaded, so that the cards beside it do not move.
  const attention = (
    <Box
      sx={{
        flex: { xs: '1 1 100%', lg: '1 1 340px' },
        display: 'grid',
        '& > *': { minWidth: 0 },
        '&:empty': { display: 'none' },
      }}
    >
      <Panel height={260}>
        <AttentionPanel />
      </Panel>
    </Box>
  )
  return (
    <Stack spacing={{ xs: 2, sm: 3 }} sx={{ position: 'relative' }} aria-busy={isCovered}>
      <Stack
        direction="row"
        spacing={1}
        sx={{ alignItems: 'center', alignSelf: { sm: 'flex-end' }, mt: { sm: '-64px !important' } }}
      >
        <RangePicker range={chosen} label="Period" />
        <TransactionsExport from={range.from} to={range.to} />
      </Stack>
      {isCovered && (
        <Box
          role="status"
          aria-label="Loading"
          sx={{
            position: 'absolute',
            inset: 0,
            // Without this, the stack would put a gap between the overlay and the content below it.
            mt: '0 !important',
            zIndex: 2,
            bgcolor: 'background.default',
            opacity: 0.85,
            borderRadius: 1,
          }}
        >
          <CircularProgress sx={{ position: 'sticky', top: '40vh', left: '50%', ml: '-20px' }} />
        </Box>
      )}
      {goesAllTheWay(session) && (
        <Suspense>
          <FirstStepsCard />
        </Suspense>
      )}
      {/* Side by side where both fit; a reader who may see no kind of line has the cards over the whole width. */}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: { xs: 2, sm: 3 }, '& > *': { minWidth: 0 } }}>
        {isPhone && attention}
        <Box sx={{ flex: { xs: '1 1 100%', lg: '2 1 560px' }, display: 'grid' }}>
          <Panel height={260}>
            <StatisticCards key={teamId} range={range} />
          </Panel>
        </Box>
        {!isPhone && attention}
      </Box>
      <Panel height={900}>
        <GraphPanels
          range={range}
          beside={[
            <Wide key="uptime">
              <Panel height={420}>
                <UptimePanel period={range.period} />
              </Panel>
            </Wide>,
            <Wide key="live">
              <Panel height={340}>
                <LiveStatusPanel />
              </Panel>
            </Wide>,
          ]}
        />
      </Panel>
      <Panel height={480}>
        <ChargerMapPanel key={teamId} />
      </Panel>
    </Stack>
  )
}
