// The properties of a chart.
import type { ReactNode } from 'react'

export type Series = {
  id: string
  label: string
  /** A value for each point of `x`; null is a gap. */
  values: readonly (number | null)[]
  /** The same of the period before, at the points of this one. */
  before?: readonly (number | null)[]
}
/** A point that is not over: an hour, a day. */
export type RunningPoint = {
  index: number
  /** 'Today until 14:32'. */
  text: string
}
/** 'Today until 14:32', by the clock of a zone. */
export const runningText = (at: Date | string, zone: string): string =>
  `Today until ${new Date(at).toLocaleTimeString('en-IN', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}`
export type ChartCardProps = {
  title: string
  /** Without a card of its own: the chart stands on another one. */
  bare?: boolean
  /** The level of a bare chart's heading, one below the heading it stands under; default 4. */
  level?: 3 | 4
  /** Stands in the title: 'kWh', '₹', 'sessions'. */
  unit?: string
  /** A step holds each value until the next point, and its points stand as far apart as their times: `x` are times. */
  kind?: 'line' | 'area' | 'step'
  /** The points of time or the names along the axis. */
  x: readonly (Date | string)[]
  formatX?: (x: Date | string) => string
  formatY?: (y: number) => string
  series: readonly Series[]
  /** The period before, where series tell of it: 'Previous 7 days'. */
  before?: string
  /** Up to where the figures go, where a point is not over yet: it is drawn dashed, and marked in table and file. */
  running?: RunningPoint | undefined
  min?: number
  max?: number
  /** Height of the plot, default 260. */
  height?: number
  isLoading?: boolean
  /** Shown as an alert in place of the plot; `onRetry` puts Retry beside it. */
  error?: string | undefined
  onRetry?: () => void
  /** File name of the CSV, without ending. */
  file?: string
  /** A name of the axis as the CSV has it; as in `x` where none is said. */
  fileX?: (x: Date | string) => string
  /** Where a point leads: a click in the plot, a link in the table view. */
  linkOf?: (index: number) => string
  /** Controls at the right of the title. */
  toolbar?: ReactNode
  /** A line of figures under the title. */
  summary?: ReactNode
}

/** All that a chart shows as columns of figures: its series, then those of the period before. */
export type FigureColumn = { id: string; label: string; values: readonly (number | null)[] }
export const figureColumns = ({ series, before }: Pick<ChartCardProps, 'series' | 'before'>): FigureColumn[] => [
  ...series,
  ...series.flatMap(s =>
    s.before && before ? [{ id: `${s.id} before`, label: beforeLabel(s, before), values: s.before }] : [],
  ),
]
/** 'Energy, previous 7 days'. */
export const beforeLabel = ({ label }: Pick<Series, 'label'>, before: string): string =>
  `${label}, ${before.charAt(0).toLowerCase()}${before.slice(1)}`
