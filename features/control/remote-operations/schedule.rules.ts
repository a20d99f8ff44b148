// A charging schedule as it is drawn: a limit from each second on until the next, up to the end of the schedule.
import { knownOperation } from './operations/operations.contract.ts'
import type { Task } from './remote-operation.contract.ts'

type Limit = { startPeriod: number; limit: number }
export type Schedule = {
  /** Ascending. */
  limits: readonly Limit[]
  unit: 'A' | 'W'
  /** Seconds; null: open, the last limit holds on. */
  durationS: number | null
  /** The instant of second 0; null: a schedule that begins with its session. */
  startsAt: Date | null
}

/** An open schedule is drawn a quarter beyond its last step, at least an hour. */
const beyond = (lastS: number): number => lastS + Math.max(3600, Math.round(lastS / 4))

/** The points of the drawing: each step at its second, and the last limit once more where the drawing ends. */
export function pointsOf({
  limits,
  durationS,
}: Pick<Schedule, 'limits' | 'durationS'>): { s: number; limit: number }[] {
  const shown = limits.filter(l => durationS === null || l.startPeriod < durationS)
  const last = shown.at(-1)
  if (!last) return []
  const end = durationS ?? beyond(last.startPeriod)
  return [...shown, { startPeriod: end, limit: last.limit }].map(({ startPeriod: s, limit }) => ({ s, limit }))
}

/** A length of time since the start: 6:00 h, 0:00:45. */
export function elapsedText(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.round(seconds) % 60]
  return s === 0 ? `${h}:${two(m)} h` : `${h}:${two(m)}:${two(s)}`
}

const isNumber = (n: unknown): n is number => typeof n === 'number' && Number.isFinite(n)
const isLimit = (l: Partial<Limit> | null): l is Limit => isNumber(l?.startPeriod) && isNumber(l?.limit)
type Answer = {
  scheduleStart?: unknown
  chargingSchedule?: {
    chargingRateUnit?: unknown
    duration?: unknown
    startSchedule?: unknown
    chargingSchedulePeriod?: unknown
  } | null
}

/** The schedule that a charger has answered to GetCompositeSchedule; undefined for any other task or answer. */
export function compositeOf(task: Pick<Task, 'operation' | 'result'>): Schedule | undefined {
  if (knownOperation(task.operation)?.shows !== 'schedule') return undefined
  const { scheduleStart, chargingSchedule } = (task.result[0]?.details ?? {}) as Answer
  if (!chargingSchedule) return undefined
  const { chargingRateUnit: unit, duration, startSchedule, chargingSchedulePeriod: periods } = chargingSchedule
  if ((unit !== 'A' && unit !== 'W') || !Array.isArray(periods)) return undefined
  const limits = (periods as Limit[]).filter(isLimit).toSorted((a, b) => a.startPeriod - b.startPeriod)
  const startsAt = new Date(String(startSchedule ?? scheduleStart))
  return limits.length === 0
    ? undefined
    : {
        limits,
        unit,
        durationS: isNumber(duration) && duration > 0 ? duration : null,
        startsAt: Number.isNaN(startsAt.getTime()) ? null : startsAt,
      }
}
