// A chart on a card: line or area, one unit, crosshair with all series, legend as toggles, gaps as gaps, table view and CSV.
import Download from '@mui/icons-material/FileDownloadOutlined'
import ShowChart from '@mui/icons-material/ShowChart'
import TableChart from '@mui/icons-material/TableChartOutlined'
import { Box, ButtonBase, Card, IconButton, Stack, Typography } from '@mui/material'
import { zoneName } from '@wattdesk/base/time'
import { Suspense, useState } from 'react'
import { beforeLabel, type ChartCardProps, figureColumns } from './chart-props.ts'
import { ChartTable } from './chart-table.tsx'
import { labelsOf, yTicks } from './chart-ticks.ts'
import { Boundary, ErrorNotice } from './error.tsx'
import { saveCsv } from './export.ts'
import { later } from './later.ts'
import { BlockSkeleton } from './skeleton.tsx'
import { timeText } from './time.tsx'
import { Tip } from './tip.tsx'

const Plot = later(() => import('./chart-plot.tsx'))

export type { ChartCardProps, RunningPoint } from './chart-props.ts'
export { runningText } from './chart-props.ts'

const plainX = (x: Date | string): string => (x instanceof Date ? timeText(x) : x)
const plainY = (y: number): string => y.toLocaleString('en-IN', { maximumFractionDigits: 2 })

/** The CSS variable of the nth colour of the fixed palette, counted from 0; after eight they begin again. */
const chartColor = (n: number): string => `var(--mui-palette-chart-c${n % 8})`

/** The entry of the period before among those that are hidden. */
const BEFORE = ' before'
const entry = { gap: 0.75, px: 1, py: 0.5, fontSize: '0.8125rem', alignItems: 'center' } as const
type LineStyle = 'solid' | 'dashed' | 'dotted'
const Swatch = ({ line, color = 'text.secondary' }: { line: LineStyle; color?: string }) => (
  <Box
    aria-hidden
    sx={{ width: 16, height: 0, borderTop: `${line === 'solid' ? 3 : 2}px ${line}`, borderColor: color }}
  />
)
/** An entry of the legend, which shows and hides its lines. */
function Entry(props: { isHidden: boolean; onToggle: () => void; line: LineStyle; color?: string; children: string }) {
  const { isHidden, onToggle, line, color, children } = props
  return (
    <ButtonBase
      aria-pressed={!isHidden}
      onClick={onToggle}
      sx={{
        ...entry,
        fontFamily: 'inherit',
        borderRadius: 1,
        ...(isHidden && { textDecoration: 'line-through', color: 'text.secondary' }),
      }}
    >
      <Swatch line={line} {...(isHidden ? { color: 'divider' } : color && { color })} />
      {children}
    </ButtonBase>
  )
}

export function ChartCard(props: ChartCardProps) {
  const { title, bare = false, unit, x, series, before, running, isLoading = false, error } = props
  const { formatX = plainX, formatY = plainY, height = 260 } = props
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [asTable, setAsTable] = useState(false)
  // A title that ends with its unit as a word of its own needs none behind it.
  const isSaid = unit !== undefined && title.toLowerCase().split(/\W+/).includes(unit.toLowerCase())
  const heading = unit && !isSaid ? `${title} (${unit})` : title
  const columns = figureColumns(props)
  const empty = x.length === 0 || columns.every(s => s.values.every(v => v === null))
  const hasBefore = columns.length > series.length
  const body = () => {
    if (error) return <ErrorNotice error={error} text={error} {...(props.onRetry && { onRetry: props.onRetry })} />
    if (isLoading) return <BlockSkeleton height={height} />
    if (empty)
      return (
        <Box sx={{ height, display: 'grid', placeItems: 'center', color: 'text.secondary' }}>No data available</Box>
      )
    const look = { heading, formatX, formatY, height }
    return asTable ? <ChartTable {...props} {...look} /> : <Lines {...props} {...look} hidden={hidden} />
  }
  const hasLegend = (series.length > 1 || hasBefore || running) && !empty && !asTable && !error && !isLoading
  const chart = (
    <Box component="section" aria-label={title} sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Head {...props} heading={heading} asTable={asTable} onTable={() => setAsTable(!asTable)} isEmpty={empty} />
      {body()}
      {hasLegend && (
        <Legend
          {...{ title, series, hidden, running }}
          before={hasBefore ? before : undefined}
          onToggle={id => {
            const next = new Set(hidden)
            if (!next.delete(id)) next.add(id)
            setHidden(next)
          }}
        />
      )}
    </Box>
  )
  return bare ? chart : <Card>{chart}</Card>
}

type LinesProps = ChartCardProps & {
  heading: string
  formatX: (x: Date | string) => string
  formatY: (y: number) => string
  height: number
  hidden: ReadonlySet<string>
}
/** The lines that are not hidden. */
function Lines(props: LinesProps) {
  const { heading, x, series, before, kind, min, max, height, hidden } = props
  const shown = series.filter(s => !hidden.has(s.id))
  const shownBefore = hidden.has(BEFORE) ? undefined : before
  return (
    <Boundary>
      <Suspense fallback={<BlockSkeleton height={height} />}>
        <Plot
          {...props}
          says={`${heading}: chart of ${shown.map(s => s.label).join(', ')}. The table view has the figures.`}
          tickText={plainY}
          shown={series.map((s, i) => ({ series: s, color: chartColor(i) })).filter(s => shown.includes(s.series))}
          ticks={yTicks(
            shown.flatMap(s => [...s.values, ...((shownBefore && s.before) || [])]),
            min,
            max,
          )}
          labelsAt={room => labelsOf(x, kind === 'step', room)}
          nameBefore={shownBefore ? s => beforeLabel(s, shownBefore) : undefined}
        />
      </Suspense>
    </Boundary>
  )
}

type HeadProps = ChartCardProps & { heading: string; asTable: boolean; onTable: () => void; isEmpty: boolean }
/** The heading with the toolbar, the table view and the file. */
function Head(props: HeadProps) {
  const { title, heading, bare, level = 4, summary, toolbar, asTable, onTable, isEmpty, file } = props
  const view = asTable ? 'Show as chart' : 'Show as table'
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'flex-start', flexWrap: 'wrap', mb: 1.5 }}>
      <Box sx={{ flex: '1 1 0', minWidth: 'min(180px, 100%)' }}>
        <Typography
          variant={bare ? 'h3' : 'h2'}
          {...(bare && { component: level === 3 ? 'h3' : 'h4', sx: { fontSize: '0.875rem' } })}
        >
          {heading}
        </Typography>
        {summary && <Box sx={{ color: 'text.secondary' }}>{summary}</Box>}
      </Box>
      {toolbar}
      <Stack direction="row">
        <Tip title={view}>
          <IconButton aria-label={`${view}: ${title}`} onClick={onTable}>
            {asTable ? <ShowChart fontSize="small" /> : <TableChart fontSize="small" />}
          </IconButton>
        </Tip>
        {file && !isEmpty && (
          <Tip title="Export to CSV">
            <IconButton aria-label={`Export to CSV: ${title}`} onClick={() => saveCsv(fileOf(props), file)}>
              <Download fontSize="small" />
            </IconButton>
          </Tip>
        )}
      </Stack>
    </Stack>
  )
}

function fileOf(props: ChartCardProps): Parameters<typeof saveCsv>[0] {
  const { x, unit, running, fileX } = props
  const columns = figureColumns(props)
  return {
    header: [
      x[0] instanceof Date ? `Time (${zoneName()})` : 'Time',
      ...columns.map(s => (unit ? `${s.label} (${unit})` : s.label)),
      ...(running ? ['Note'] : []),
    ],
    rows: x.map((at, i) => [
      fileX ? fileX(at) : at,
      ...columns.map(s => s.values[i] ?? null),
      ...(running ? [running.index === i ? running.text : null] : []),
    ]),
  }
}

type LegendProps = Pick<ChartCardProps, 'title' | 'series' | 'running'> & {
  before: string | undefined
  hidden: ReadonlySet<string>
  onToggle: (id: string) => void
}
/** Shows and hides the lines. */
function Legend({ title, series, before, running, hidden, onToggle }: LegendProps) {
  return (
    <Stack
      direction="row"
      useFlexGap
      role="group"
      aria-label={`Series of ${title}`}
      sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center', mt: 1 }}
    >
      {(series.length > 1 || before) &&
        series.map((s, i) => (
          <Entry
            key={s.id}
            isHidden={hidden.has(s.id)}
            onToggle={() => onToggle(s.id)}
            line="solid"
            color={chartColor(i)}
          >
            {s.label}
          </Entry>
        ))}
      {before && (
        <Entry isHidden={hidden.has(BEFORE)} onToggle={() => onToggle(BEFORE)} line="dotted">
          {before}
        </Entry>
      )}
      {running && (
        <Stack direction="row" sx={{ ...entry, color: 'text.secondary' }}>
          <Swatch line="dashed" />
          {running.text}
        </Stack>
      )}
    </Stack>
  )
}
