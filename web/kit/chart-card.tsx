// A chart on a card: line or area, one unit, crosshair with all series, legend as toggles, gaps as gaps, table view and CSV.
import Download from '@mui/icons-material/FileDownloadOutlined'
import ShowChart from '@mui/icons-material/ShowChart'
import TableChart from '@mui/icons-material/TableChartOutlined'
import { Box, ButtonBase, Card, IconButton, Stack, Typography } from '@mui/material'
import { zoneName } from '@wattdesk/base/time'
import { Suspense, useState } from 'react'
import type { ChartCardProps } from './chart-props.ts'
import { ChartTable } from './chart-table.tsx'
import { Boundary, ErrorNotice } from './error.tsx'
import { saveCsv } from './export.ts'
import { later } from './later.ts'
import { BlockSkeleton } from './skeleton.tsx'
import { timeText } from './time.tsx'
import { Tip } from './tip.tsx'

const Plot = later(() => import('./chart-plot.tsx'))

export type { ChartCardProps, Series } from './chart-props.ts'

export const plainX = (x: Date | string): string => (x instanceof Date ? timeText(x) : x)
export const plainY = (y: number): string => y.toLocaleString('en-IN', { maximumFractionDigits: 2 })

/** The CSS variable of the nth colour of the fixed palette, counted from 0; after eight they begin again. */
export const chartColor = (n: number): string => `var(--mui-palette-chart-c${n % 8})`

export function ChartCard(props: ChartCardProps) {
  const {
    title,
    bare = false,
    level = 4,
    unit,
    x,
    series,
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
  const empty = x.length === 0 || series.every(s => s.values.every(v => v === null))
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
            heading={heading}
            formatX={formatX}
            formatY={formatY}
            height={height}
            shown={series.map((s, i) => ({ series: s, color: chartColor(i) })).filter(s => !hidden.has(s.series.id))}
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
                        ...series.map(s => (unit ? `${s.label} (${unit})` : s.label)),
                      ],
                      rows: x.map((at, i) => [fileX ? fileX(at) : at, ...series.map(s => s.values[i] ?? null)]),
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
      {series.length > 1 && !empty && !asTable && !error && (
        <Stack
          direction="row"
          useFlexGap
          role="group"
          aria-label={`Series of ${title}`}
          sx={{ gap: 1, flexWrap: 'wrap', mt: 1 }}
        >
          {series.map((s, i) => (
            <ButtonBase
              key={s.id}
              aria-pressed={!hidden.has(s.id)}
              onClick={() => toggle(s.id)}
              sx={{
                gap: 0.75,
                px: 1,
                py: 0.5,
                borderRadius: 1,
                fontSize: '0.8125rem',
                ...(hidden.has(s.id) && { textDecoration: 'line-through', color: 'text.secondary' }),
              }}
            >
              <Box
                aria-hidden
                sx={{ width: 12, height: 3, borderRadius: 1, bgcolor: hidden.has(s.id) ? 'divider' : chartColor(i) }}
              />
              {s.label}
            </ButtonBase>
          ))}
        </Stack>
      )}
    </Box>
  )
  return bare ? chart : <Card>{chart}</Card>
}
