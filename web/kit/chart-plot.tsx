// The drawn chart, the one file that loads MUI X Charts: a chunk of its own.
import { LineChart, lineClasses } from '@mui/x-charts/LineChart'
import { useGo } from './address.ts'
import type { ChartCardProps, Series } from './chart-props.ts'

type Props = Pick<ChartCardProps, 'x' | 'kind' | 'min' | 'max' | 'linkOf'> & {
  heading: string
  formatX: (x: Date | string) => string
  formatY: (y: number) => string
  height: number
  /** Series that are shown, each with its colour. */
  shown: readonly { series: Series; color: string }[]
}
/** A figure of the y axis, in the unit of the title. */
const tickText = (y: number): string => y.toLocaleString('en-IN', { maximumFractionDigits: 2 })
/** Room for the widest figure of the y axis: that of the largest value, or one above it. */
function tickWidth(shown: Props['shown'], max: number | undefined): number {
  const most = max ?? Math.max(1, ...shown.flatMap(s => s.series.values.map(v => Math.abs(v ?? 0))))
  return Math.max(32, Math.ceil(tickText(Math.round(most * 1.2)).length * 7.2) + 10)
}
/** Half of what a label of the x axis is wide: the last one stands around the last point. */
const HALF_LETTER = 3.4
const MOST = 64

export default function Plot({ x, kind = 'line', min, max, linkOf, heading, formatX, formatY, height, shown }: Props) {
  const go = useGo()
  // A single point has no line: it shows as a mark.
  const single = x.length === 1
  const last = x.at(-1)
  const right = Math.min(
    MOST,
    Math.max(16, Math.ceil((last === undefined ? '' : formatX(last)).length * HALF_LETTER) + 4),
  )
  return (
    <div
      role="img"
      aria-label={`${heading}: chart of ${shown.map(s => s.series.label).join(', ')}. The table view has the figures.`}
    >
      <LineChart
        height={height}
        hideLegend
        skipAnimation
        margin={{ top: 8, right, bottom: 0, left: 0 }}
        grid={{ horizontal: true }}
        axisHighlight={{ x: 'line' }}
        slotProps={{ tooltip: { trigger: 'axis' } }}
        {...(linkOf && {
          onAxisClick: (_: unknown, point: { dataIndex: number } | null) => point && go(linkOf(point.dataIndex)),
        })}
        xAxis={[
          {
            ...(kind === 'step' ? { scaleType: 'time' as const, tickNumber: 5 } : { scaleType: 'point' as const }),
            data: [...x],
            valueFormatter: formatX,
            disableLine: true,
            disableTicks: true,
            height: 28,
          },
        ]}
        yAxis={[
          {
            valueFormatter: tickText,
            disableLine: true,
            disableTicks: true,
            width: tickWidth(shown, max),
            ...(min !== undefined && { min }),
            ...(max !== undefined && { max }),
          },
        ]}
        series={shown.map(({ series: s, color }) => ({
          id: s.id,
          label: s.label,
          data: [...s.values],
          color,
          area: kind !== 'line',
          showMark: single,
          connectNulls: false,
          curve: kind === 'step' ? ('stepAfter' as const) : ('linear' as const),
          valueFormatter: (v: number | null) => (v === null ? '–' : formatY(v)),
        }))}
        sx={{
          [`& .${lineClasses.line}`]: { strokeWidth: 2 },
          [`& .${lineClasses.area}`]: { opacity: 0.12 },
          ...(linkOf && { cursor: 'pointer' }),
          '& .MuiChartsGrid-line': { stroke: 'var(--mui-palette-divider)' },
          '& .MuiChartsAxis-tickLabel': { fill: 'var(--mui-palette-text-secondary)', fontSize: 12 },
        }}
      />
    </div>
  )
}
