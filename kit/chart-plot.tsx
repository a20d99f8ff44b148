// The drawn chart, the one file that loads MUI X Charts: a chunk of its own.
import { LineChart, lineClasses } from '@mui/x-charts/LineChart'
import { useState } from 'react'
import { useGo } from './address.ts'
import type { ChartCardProps, Series } from './chart-props.ts'

type Shown = { series: Series; color: string }
type Props = Pick<ChartCardProps, 'x' | 'kind' | 'linkOf' | 'running'> & {
  /** For who cannot see it. */
  says: string
  /** A figure of the y axis, in the unit of the title. */
  tickText: (y: number) => string
  formatX: (x: Date | string) => string
  formatY: (y: number) => string
  height: number
  /** The ticks of the y axis, from its lower to its upper end. */
  ticks: readonly number[]
  /** Where the x axis has labels, with room for so many: at times, or at points. */
  labelsAt: (room: number) => Date[] | ((at: unknown, index: number) => boolean)
  /** Series that are shown, each with its colour. */
  shown: readonly Shown[]
  /** The name of a line of the period before; undefined: these lines are hidden. */
  nameBefore: ((s: Series) => string) | undefined
}
type Values = readonly (number | null)[]

/** Pixels of a letter beside the y axis, and below the x axis. */
const [Y_LETTER, X_LETTER] = [7.2, 6.8]
/** The least pixels between two labels of the x axis. */
const GAP = 14
const MOST = 64
/** Until the chart knows its width. */
const USUAL_WIDTH = 600

/** The width of an element, followed. */
function useWidth(): [ref: (element: HTMLElement | null) => void, width: number] {
  const [width, setWidth] = useState(USUAL_WIDTH)
  const [follow] = useState(() => (element: HTMLElement | null) => {
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  })
  return [follow, width]
}

/** A point between gaps has no line: it shows as a mark. */
const standsAlone = (values: Values, i: number): boolean =>
  (values[i] ?? null) !== null && (values[i - 1] ?? null) === null && (values[i + 1] ?? null) === null

type Lines = Pick<Props, 'kind' | 'formatY' | 'shown' | 'running' | 'nameBefore'>
/**
 * The lines of a chart: each series up to the last point that is over, dashed from there to the one that runs, and the period
 * before.
 */
function linesOf({ kind, formatY, shown, running, nameBefore }: Lines) {
  const curve = kind === 'step' ? ('stepAfter' as const) : ('linear' as const)
  const common = { curve, shape: 'circle' as const }
  const now = running?.index ?? Number.POSITIVE_INFINITY
  const text = (v: number | null) => (v === null ? '–' : formatY(v))
  const line = ({ series: s, color }: Shown, values: Values) => ({
    ...common,
    id: s.id,
    label: s.label,
    data: values.map((v, i) => (i < now ? v : null)),
    color,
    area: kind !== 'line',
    showMark: ({ index }: { index: number }) => standsAlone(values, index),
    // The point that runs, and those to come, are told by the dashed line.
    valueFormatter: (v: number | null, { dataIndex }: { dataIndex: number }) => (dataIndex < now ? text(v) : null),
  })
  const runningLine = ({ series: s, color }: Shown) => ({
    ...common,
    id: `${s.id}${RUNNING}`,
    label: s.label,
    color,
    area: false,
    data: s.values.map((v, i) => (i === now || i === now - 1 ? v : null)),
    showMark: ({ index }: { index: number }) => index === now,
    valueFormatter: (v: number | null, { dataIndex }: { dataIndex: number }) => (dataIndex === now ? text(v) : null),
  })
  const beforeLine = ({ series: s, color }: Shown, values: Values, label: string) => ({
    ...common,
    id: `${s.id}${BEFORE}`,
    label,
    data: [...values],
    color,
    area: false,
    showMark: false,
    valueFormatter: text,
  })
  return [
    ...shown.map(s => line(s, s.series.values)),
    ...(running ? shown.map(runningLine) : []),
    ...(nameBefore
      ? shown.flatMap(s => (s.series.before ? beforeLine(s, s.series.before, nameBefore(s.series)) : []))
      : []),
  ]
}
const [RUNNING, BEFORE] = [' running', ' before']

export default function Plot(props: Props) {
  const { x, kind = 'line', linkOf, says, tickText, formatX, height, running, ticks, labelsAt } = props
  const go = useGo()
  const [ref, width] = useWidth()
  const series = linesOf({ ...props, kind })
  const longest = Math.ceil(Math.max(0, ...x.map(at => formatX(at).length)) * X_LETTER)
  // The first and the last label stand around the first and the last point.
  const figures = Math.ceil(Math.max(...ticks.map(t => tickText(t).length)) * Y_LETTER) + 10
  const left = Math.max(32, figures, Math.min(MOST, Math.ceil(longest / 2)))
  const right = Math.max(16, Math.min(MOST, Math.ceil(longest / 2) + 4))
  const room = Math.floor((width - left - right) / (longest + GAP)) + 1
  const tickInterval = labelsAt(room)
  return (
    <div ref={ref} role="img" aria-label={says}>
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
            scaleType: Array.isArray(tickInterval) ? ('time' as const) : ('point' as const),
            tickInterval,
            tickLabelInterval: () => true,
            data: [...x],
            valueFormatter: (at: Date | string, { location }: { location: string }) =>
              location === 'tooltip' && running && at === x[running.index]
                ? `${formatX(at)}: ${running.text}`
                : formatX(at),
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
            width: left,
            tickInterval: [...ticks],
            tickLabelInterval: () => true,
            domainLimit: 'strict' as const,
            min: ticks[0],
            max: ticks.at(-1),
          },
        ]}
        series={series}
        sx={{
          [`& .${lineClasses.line}`]: { strokeWidth: 2 },
          [`& .${lineClasses.line}[data-series$="${RUNNING}"]`]: { strokeDasharray: '6 4' },
          [`& .${lineClasses.line}[data-series$="${BEFORE}"]`]: {
            strokeWidth: 1.5,
            strokeDasharray: '0 4',
            strokeLinecap: 'round',
          },
          [`& .${lineClasses.area}`]: { opacity: 0.12 },
          ...(linkOf && { cursor: 'pointer' }),
          '&& .MuiChartsGrid-line': { stroke: 'var(--mui-palette-divider)' },
          '&& .MuiChartsAxis-tickLabel': { fill: 'var(--mui-palette-text-secondary)', fontSize: 12 },
        }}
      />
    </div>
  )
}
