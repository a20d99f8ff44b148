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

export const plainX = (x: Date | string): string => (x instanceof Date ? timeText(x) : x)
export const plainY = (y: number): string => y.toLocaleString('en-IN', { maximumFractionDigits: 2 })

/** The CSS variable of the nth colour of the fixed palette, counted from 0; after eight they begin again. */
export const chartColor = (n: number): string => `var(--mui-palette-chart-c${n % 8})`

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
  const {
    title,
    bare = false,
    level = 4,
    unit,
    x,
    series,
    before,
    running,
    kind,
    min,
    max,
    height = 260,
    isLoading = false,
    error,
    onRetry,
    file,
    fileX,
    toolbar,
    summary,
  } = props
  const { formatX = plainX, formatY = plainY } = props
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [asTable, setAsTable] = useState(false)
  // A title that ends with its unit as a word of its own needs none behind it.
  const isSaid = unit !== undefined && title.toLowerCase().split(/\W+/).includes(unit.toLowerCase())
  const heading = unit && !isSaid ? `${title} (${unit})` : title
  const columns = figureColumns(props)
  const empty = x.length === 0 || columns.every(s => s.values.every(v => v === null))
  const hasBefore = columns.length > series.length
  const drawn = series
    .filter(s => !hidden.has(s.id))
    .flatMap(s => [...s.values, ...((!hidden.has(BEFORE) && before && s.before) || [])])
  const toggle = (id: string) => {
    const next = new Set(hidden)
    if (!next.delete(id)) next.add(id)
    setHidden(next)
  }
  const body = () => {
    if (error) return <ErrorNotice error={error} text={error} {...(onRetry && { onRetry })} />
    if (isLoading) return <BlockSkeleton height={height} />
    if (empty)
      return (
        <Box sx={{ height, display: 'grid', placeItems: 'center', color: 'text.secondary' }}>No data available</Box>
      )
    if (asTable) return <ChartTable {...props} heading={heading} formatX={formatX} formatY={formatY} height={height} />
    return (
      <Boundary>
        <Suspense fallback={<BlockSkeleton height={height} />}>
          <Plot
            {...props}
            says={`${heading}: chart of ${series.flatMap(s => (hidden.has(s.id) ? [] : s.label)).join(', ')}. The table view has the figures.`}
            tickText={plainY}
            formatX={formatX}
            formatY={formatY}
            height={height}
            shown={series.map((s, i) => ({ series: s, color: chartColor(i) })).filter(s => !hidden.has(s.series.id))}
            ticks={yTicks(drawn, min, max)}
            labelsAt={room => labelsOf(x, kind === 'step', room)}
            nameBefore={before && !hidden.has(BEFORE) ? s => beforeLabel(s, before) : undefined}
          />
        </Suspense>
      </Boundary>
    )
  }
  const chart = (
    <Box component="section" aria-label={title} sx={{ p: { xs: 2, sm: 2.5 } }}>
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
          <Tip title={asTable ? 'Show as chart' : 'Show as table'}>
            <IconButton
              aria-label={`${asTable ? 'Show as chart' : 'Show as table'}: ${title}`}
              onClick={() => setAsTable(!asTable)}
            >
              {asTable ? <ShowChart fontSize="small" /> : <TableChart fontSize="small" />}
            </IconButton>
          </Tip>
          {file && !empty && (
            <Tip title="Export to CSV">
              <IconButton
                aria-label={`Export to CSV: ${title}`}
                onClick={() =>
                  saveCsv(
                    {
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
                    },
                    file,
                  )
                }
              >
                <Download fontSize="small" />
              </IconButton>
            </Tip>
          )}
        </Stack>
      </Stack>
      {body()}
      {(series.length > 1 || hasBefore || running) && !empty && !asTable && !error && !isLoading && (
        <Stack
          direction="row"
          useFlexGap
          role="group"
          aria-label={`Series of ${title}`}
          sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center', mt: 1 }}
        >
          {(series.length > 1 || hasBefore) &&
            series.map((s, i) => (
              <Entry
                key={s.id}
                isHidden={hidden.has(s.id)}
                onToggle={() => toggle(s.id)}
                line="solid"
                color={chartColor(i)}
              >
                {s.label}
              </Entry>
            ))}
          {hasBefore && before && (
            <Entry isHidden={hidden.has(BEFORE)} onToggle={() => toggle(BEFORE)} line="dotted">
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
      )}
    </Box>
  )
  return bare ? chart : <Card>{chart}</Card>
}
