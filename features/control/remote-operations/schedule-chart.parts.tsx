// A charging schedule as steps over time: by the clock where its start is known, else by the time since its start.
import { ChartCard } from '#kit/chart-card.tsx'
import { elapsedText, pointsOf, type Schedule } from './schedule.rules.ts'

/** Any local midnight serves a schedule without one of its own: ticks stand at whole hours. */
const MIDNIGHT = new Date(2000, 0, 1)
const clock = new Intl.DateTimeFormat('en-IN', {
  day: '2-digit',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

type Props = Schedule & {
  title: string
  height?: number
  /** File name of the CSV, without ending. */
  file?: string
}
export function ScheduleChart({ title, height = 200, file, limits, unit, durationS, startsAt }: Props) {
  const points = pointsOf({ limits, durationS })
  const base = (startsAt ?? MIDNIGHT).getTime()
  const formatX = (x: Date | string) =>
    startsAt === null ? elapsedText((Number(x) - base) / 1000) : clock.format(new Date(x))
  return (
    <ChartCard
      bare
      level={3}
      title={title}
      unit={unit}
      kind="step"
      min={0}
      height={height}
      x={points.map(p => new Date(base + p.s * 1000))}
      formatX={formatX}
      formatY={y => `${y.toLocaleString('en-IN', { maximumFractionDigits: 1 })} ${unit}`}
      series={[{ id: 'limit', label: 'Limit', values: points.map(p => p.limit) }]}
      {...(file && { file })}
    />
  )
}
