// Where the ticks of every chart stand: five round figures on the y axis, and on the x axis as many labels as have room.
import { dayMs, hourMs, minuteMs } from '@wattdesk/base/time'

const STEPS = 4
/** A step is one of these times a power of ten. */
const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

const tidy = (y: number): number => Number(y.toPrecision(12))
/** The round steps from small to large, from about `least` on; of whole figures whole ones. */
function* roundSteps(least: number, isWhole: boolean): Generator<number> {
  for (let power = Math.floor(Math.log10(least)); ; power++)
    for (const r of ROUND) {
      const step = tidy(r * 10 ** power)
      if (step >= least && (!isWhole || Number.isInteger(step))) yield step
    }
}

/**
 * Five ticks that hold all values, in equal round steps. `min` and `max` are ends that the chart fixes: 0 of amounts, 0 and
 * 100 of percent. Counts and other whole figures have whole ticks.
 */
export function yTicks(values: readonly (number | null)[], min?: number, max?: number): number[] {
  const known = values.filter(v => v !== null)
  const isWhole = known.every(Number.isInteger)
  // All ends are known: the four steps between them are as round as they are.
  if (min !== undefined && max !== undefined && max > min)
    return Array.from({ length: STEPS + 1 }, (_, i) => tidy(min + ((max - min) * i) / STEPS))
  const low = min ?? Math.min(...(known.length > 0 ? known : [0]))
  const high = Math.max(low, ...known)
  // A level line stands in the middle of its axis.
  const span = high > low ? high - low : Math.abs(low) / 50 || 1
  for (const step of roundSteps(span / STEPS, isWhole)) {
    const under = tidy((Math.floor(tidy(low / step)) - (high > low ? 0 : STEPS / 2)) * step)
    // Values that are never below zero have no ticks below zero.
    const first = min ?? (low >= 0 ? Math.max(0, under) : under)
    if (tidy(first + STEPS * step) >= high) return Array.from({ length: STEPS + 1 }, (_, i) => tidy(first + i * step))
  }
  return []
}

/** Every how manyth of `count` points has a label, where `room` labels fit: each one, or every 2nd, 3rd, 4th, 6th, 12th and so on. */
export function strideOf(count: number, room: number): number {
  const fits = (stride: number) => Math.ceil(count / stride) <= Math.max(1, room)
  const short = [1, 2, 3, 4].find(fits)
  if (short !== undefined) return short
  let stride = 6
  while (!fits(stride)) stride += 6
  return stride
}

const TIMES = [
  ...[1, 2, 5, 10, 15, 30].map(n => n * minuteMs),
  ...[1, 2, 3, 6, 12].map(n => n * hourMs),
  ...[1, 2, 7, 14, 28].map(n => n * dayMs),
]
/** Round times of the reader's clock from the first to the last moment, as many as `room` labels fit. */
export function timeTicks(from: Date, to: Date, room: number): Date[] {
  const midnight = new Date(from.getFullYear(), from.getMonth(), from.getDate()).getTime()
  const span = to.getTime() - from.getTime()
  const step = TIMES.find(t => span / t <= Math.max(1, room - 1)) ?? Math.ceil(span / dayMs) * dayMs
  const ticks: Date[] = []
  for (let t = midnight + Math.ceil((from.getTime() - midnight) / step) * step; t <= to.getTime(); t += step)
    ticks.push(new Date(t))
  return ticks
}

/** Where the x axis has labels: at round times where points stand by their times, else at every so manyth point. */
export function labelsOf(
  x: readonly (Date | string)[],
  isByTime: boolean,
  room: number,
): Date[] | ((at: unknown, index: number) => boolean) {
  const [first, last] = [x[0], x.at(-1)]
  if (isByTime && first instanceof Date && last instanceof Date) return timeTicks(first, last, room)
  const stride = strideOf(x.length, room)
  return (_, index) => index % stride === 0
}
