// Revenue, energy and sessions of the period as curves, each point leading to its sessions, and the environmental panel.
import Forest from '@mui/icons-material/ForestOutlined'
import { Box, Card, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { ChartCard, type ChartCardProps } from '#kit/chart-card.tsx'
import { energyText, moneyText, numberText } from '#kit/figures.tsx'
import { accessOf, useSession } from '#kit/session.ts'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import type { GraphPoint } from './dashboard.contract.ts'
import { averageByDay, environment, RENEWABLE_SHARE } from './dashboard.rules.ts'
import {
  axisText,
  beforeText,
  type DashboardRange,
  pointsBefore,
  runningOf,
  sessionsPath,
  spanOf,
  useGraph,
} from './dashboard-graph.tsx'

type Curve = { id: string; label: string; of: (p: GraphPoint) => number }
type Panel = {
  title: string
  unit: string
  kind?: 'area'
  curves: readonly Curve[]
  formatY: (y: number) => string
  failed: string
  file: string
  /** The line under the title: the total and the average by day. */
  summary: (points: readonly GraphPoint[], days: number) => ReactNode
}
/** Summed in whole thousandths, which rupees and kWh have none below, so that the sum is exact. */
const total = (points: readonly GraphPoint[], of: (p: GraphPoint) => number): number =>
  points.reduce((sum, p) => sum + Math.round(of(p) * 1000), 0) / 1000

const PANELS: readonly Panel[] = [
  {
    title: 'Revenue Trends',
    unit: '₹',
    curves: [
      { id: 'card', label: 'CARD', of: p => p.card },
      { id: 'wallet', label: 'WALLET', of: p => p.wallet },
      { id: 'rfid', label: 'RFID', of: p => p.rfid },
    ],
    formatY: y => moneyText(y),
    failed: 'Failed to load revenue data. Please try again.',
    file: 'revenue',
    summary: (points, days) => {
      const sum = total(points, p => p.revenue)
      return `${moneyText(sum)} in total, ₹${numberText(averageByDay(sum, days, 'other'))} a day on average`
    },
  },
  {
    title: 'Energy Consumption',
    unit: 'kWh',
    kind: 'area',
    curves: [{ id: 'energy', label: 'Energy', of: p => p.energy }],
    formatY: y => y.toLocaleString('en-IN', { maximumFractionDigits: 1 }),
    failed: 'Failed to load energy consumption data. Please try again.',
    file: 'energy',
    summary: (points, days) => {
      const kwh = total(points, p => p.energy)
      return `${energyText(kwh * 1000, 1)} in total, ${energyText(averageByDay(kwh, days, 'energy') * 1000, 1)} a day on average`
    },
  },
  {
    title: 'Charging Sessions',
    unit: 'sessions',
    curves: [
      { id: 'successful', label: 'Successful', of: p => p.successful },
      { id: 'failed', label: 'Failed', of: p => p.failed },
    ],
    formatY: y => numberText(y),
    failed: 'Failed to load charging session data. Please try again.',
    file: 'sessions',
    summary: (points, days) => {
      const sum = total(points, p => p.sessions)
      // Running sessions and sessions to review count as neither successful nor failed.
      const open = sum - total(points, p => p.successful) - total(points, p => p.failed)
      const rest = open > 0 ? ` (${numberText(open)} running or to review)` : ''
      return `${numberText(sum)} in total${rest}, ${numberText(averageByDay(sum, days, 'other'))} a day on average`
    },
  },
]

type Shown = {
  points: readonly GraphPoint[]
  base: readonly GraphPoint[]
  range: DashboardRange
  zone: string
  readAt: Date
}
/** The properties of a panel's chart. Points in the future are a gap. */
function chartOf(panel: Panel, { points, base, range, zone, readAt }: Shown): ChartCardProps {
  const shown = points.map(p => (spanOf(p, zone).from <= readAt ? p : undefined))
  const before = pointsBefore(points, base)
  return {
    title: panel.title,
    unit: panel.unit,
    ...(panel.kind && { kind: panel.kind }),
    x: points.map(p => p.date),
    formatX: date => axisText(String(date), range.period),
    formatY: panel.formatY,
    // No session at all: no curve, but the words for it.
    series: [...points, ...base].some(p => p.sessions > 0)
      ? panel.curves.map(({ id, label, of }) => ({
          id,
          label,
          values: shown.map(p => (p ? of(p) : null)),
          ...(base.length > 0 && { before: before.map(p => (p ? of(p) : null)) }),
        }))
      : [],
    before: beforeText(range.period),
    running: runningOf(points, zone, readAt),
    min: 0,
    file: `${panel.file}-${range.period}`,
  }
}

const DAYS = { Today: 1, Last7Days: 7, Last30Days: 30, Last90Days: 90 } as const

export function GraphPanels({ range, beside }: { range: DashboardRange; beside: readonly ReactNode[] }) {
  const { user, role } = useSession()
  const zone = user.businessZone
  const graph = useGraph(range)
  const { current: points = [], base = [] } = graph.data?.data ?? {}
  const readAt = new Date(graph.dataUpdatedAt)
  const mayOpen = accessOf(role, 'Transaction').canView
  const linksOf =
    (p: Panel) =>
    (i: number): string => {
      const { from, to } = spanOf(points[i] ?? { date: '' }, zone)
      return sessionsPath(from, to, p.file !== 'sessions')
    }
  const days = DAYS[range.period]
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 2, sm: 3 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      {PANELS.map(panel => (
        <ChartCard
          key={panel.title}
          {...chartOf(panel, { points, base, range, zone, readAt })}
          isLoading={graph.isPending}
          error={graph.error ? panel.failed : undefined}
          onRetry={() => void graph.refetch()}
          {...(mayOpen && { linkOf: linksOf(panel) })}
          {...(graph.data && { summary: panel.summary(points, days) })}
        />
      ))}
      <EnvironmentPanel energyKwh={graph.data && total(points, p => p.energy)} isLoading={graph.isPending} />
      {beside}
    </Box>
  )
}

const oneDecimal = (value: number): string =>
  value.toLocaleString('en-IN', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** The estimated effect of the period's energy on the environment (D-DASH-10). */
function EnvironmentPanel({ energyKwh, isLoading }: { energyKwh: number | undefined; isLoading: boolean }) {
  const e = energyKwh === undefined ? undefined : environment(energyKwh)
  const rows: readonly [label: string, value: string | undefined][] = [
    ['CO2 Offset', e && `${oneDecimal(e.offsetKg)} kg`],
    ['Trees Equivalent', e && oneDecimal(e.trees)],
    ['Emission Reduction', e && (e.reductionPercent === 0 ? '0%' : `${oneDecimal(e.reductionPercent)}%`)],
    ['Renewable Share', `${RENEWABLE_SHARE * 100}%`],
    ['Sustainability Score', e && `${e.score.toFixed(1)} / 10`],
  ]
  return (
    <Card component="section" aria-label="Environmental Impact" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', mb: 0.5 }}>
        <Forest aria-hidden fontSize="small" sx={{ color: 'status.success.text' }} />
        <Typography variant="h2">Environmental Impact</Typography>
      </Stack>
      <Typography sx={{ color: 'text.secondary', mb: 1 }}>
        Estimated from the energy of the period, with 0.5 kg of CO2 for each kWh from the grid.
      </Typography>
      {isLoading ? (
        <BlockSkeleton height={220} />
      ) : (
        <Box component="dl" sx={{ m: 0 }}>
          {rows.map(([label, value]) => (
            <Stack
              key={label}
              direction="row"
              sx={{
                py: 1.25,
                gap: 2,
                justifyContent: 'space-between',
                alignItems: 'baseline',
                borderTop: 1,
                borderColor: 'divider',
              }}
            >
              <Typography component="dt" sx={{ color: 'text.secondary' }}>
                {label}
              </Typography>
              <Typography
                component="dd"
                sx={{ m: 0, fontSize: '1.125rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
              >
                {value ?? '–'}
              </Typography>
            </Stack>
          ))}
        </Box>
      )}
    </Card>
  )
}
