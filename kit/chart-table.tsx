// The figures of a chart as a table: what a screen reader, and anyone who wants the numbers, reads.
import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material'
import { type ChartCardProps, figureColumns } from './chart-props.ts'
import { RowLink } from './row-link.tsx'

type Props = Pick<ChartCardProps, 'x' | 'series' | 'before' | 'running' | 'linkOf'> & {
  heading: string
  formatX: (x: Date | string) => string
  formatY: (y: number) => string
  height: number
}
export function ChartTable({ x, series, before, running, linkOf, heading, formatX, formatY, height }: Props) {
  const columns = figureColumns({ series, ...(before && { before }) })
  return (
    // Focusable: what scrolls must be reachable by keyboard.
    <TableContainer sx={{ maxHeight: height }} tabIndex={0} role="region" aria-label={`${heading}, figures`}>
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>Time</TableCell>
            {columns.map(s => (
              <TableCell key={s.id} align="right">
                {s.label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {x.map((at, i) => (
            <TableRow key={at instanceof Date ? at.getTime() : at}>
              <TableCell component="th" scope="row">
                {linkOf ? <RowLink to={linkOf(i)}>{formatX(at)}</RowLink> : formatX(at)}
                {running?.index === i && (
                  <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
                    {running.text}
                  </Typography>
                )}
              </TableCell>
              {columns.map(s => {
                const v = s.values[i]
                return (
                  <TableCell key={s.id} align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                    {v === null || v === undefined ? '–' : formatY(v)}
                  </TableCell>
                )
              })}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
