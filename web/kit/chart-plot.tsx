// The drawn chart, the one file that loads MUI X Charts: a chunk of its own.
import { LineChart, lineClasses } from '@mui/x-charts/LineChart'
import type { ChartCardProps, Series } from './chart-props.ts'

type Props = Pick<ChartCardProps, 'x' | 'kind' | 'min' | 'max'> & {
  heading: string
  formatX: (x: Date | string) => string
  formatY: (y: number) => string
  height: number
  /** Series that are shown, each with its colour. */
  shown: readonly { series: Series; color: string }[]
}
export default function Plot({ x, kind = 'line', min, max, heading, formatX, formatY, height, shown }: Props) {
  // A single point has no line: it shows as a mark.
  const single = x.length === 1
  return (
    <div
      role="img"
      aria-label={`${heading}: chart of ${shown.map(s => s.series.label).join(', ')}. The table view has the figures.`}
    >
      <LineChart
        height={height}
        hideLegend
        skipAnimation
        margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
        grid={{ horizontal: true }}
        axisHighlight={{ x: 'line' }}
        slotProps={{ tooltip: { trigger: 'axis' } }}
        xAxis={[
          {
            scaleType: 'point',
            data: [...x],
            valueFormatter: formatX,
            disableLine: true,
            disableTicks: true,
            height: 28,
          },
        ]}
        yAxis={[
          {
            valueFormatter: formatY,
            disableLine: true,
            disableTicks: true,
            width: 56,
            ...(min !== undefined && { min }),
            ...(max !== undefined && { max }),
          },
        ]}
        series={shown.map(({ series: s, color }) => ({
          id: s.id,
          label: s.label,
          data: [...s.values],
          color,
          area: kind === 'area',
          showMark: single,
          connectNulls: false,
          curve: 'linear' as const,
          valueFormatter: (v: number | null) => (v === null ? '–' : formatY(v)),
        }))}
        sx={{
          [`& .${lineClasses.line}`]: { strokeWidth: 2 },
          [`& .${lineClasses.area}`]: { opacity: 0.12 },
          '& .MuiChartsGrid-line': { stroke: 'var(--mui-palette-divider)' },
          '& .MuiChartsAxis-tickLabel': { fill: 'var(--mui-palette-text-secondary)', fontSize: 12 },
        }}
      />
    </div>
  )
}
