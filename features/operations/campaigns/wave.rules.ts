// The waves of a campaign, the window of the day, and the share of failures at which it stops (CAMP-02, CAMP-04).
import type { WaveSize } from './campaign.words.ts'

/** How many chargers each wave has, the rest in the last; no wave is empty. */
export function waveSizes(waves: readonly WaveSize[], total: number): number[] {
  const sizes: number[] = []
  let left = total
  for (const { count, unit } of waves) {
    const wanted = unit === '%' ? Math.ceil((total * count) / 100) : count
    const size = Math.min(wanted, left)
    if (size > 0) sizes.push(size)
    left -= size
  }
  return left > 0 ? [...sizes, left] : sizes
}

/** Minutes of the day, the end excluded; a window whose end is before its beginning goes over midnight. */
export type DayWindow = { from: number; to: number }
export const isWithin = ({ from, to }: DayWindow, minute: number): boolean =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to

/** '22:30' as minutes of the day. */
export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
export const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
/** The minute of the day of a moment in a time zone. */
export function minuteIn(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return minuteOf(parts.format(at))
}

/**
 * A wave's chargers: all of them, those verified, those that are over, those that are to be sent again after a failure, and those that failed since the share is
 * counted.
 */
export type WaveCount = {
  wave: number
  size: number
  verified: number
  ended: number
  /** Of those that are over: never sent, because the campaign was cancelled. */
  unsent: number
  again: number
  failed: number
  /** Given up before a person let the campaign go on: the share of the wave is counted without them. */
  forgiven: number
}

/** A share says nothing of fewer chargers than these. */
const LEAST = 10
/**
 * True once more than the share of the wave's chargers failed, of those that are over or failed. Fewer than ten of these count as
 * ten, in a smaller wave as all of it.
 */
export function isTooMany({ size, ended, again, failed }: WaveCount, stopPercent: number): boolean {
  const of = Math.max(Math.min(LEAST, size), ended + again)
  return failed > 0 && failed * 100 > stopPercent * of
}

export type NextStep = { is: 'go on' } | { is: 'next wave' } | { is: 'done' } | { is: 'stop'; why: string }
/** What follows from the counts of all waves, in order, while wave `current` is on. */
export function nextStep(
  waves: readonly WaveCount[],
  current: number,
  { stopPercent, wavePercent }: { stopPercent: number; wavePercent: number },
): NextStep {
  const begun = waves.filter(w => w.wave <= current)
  const bad = begun.find(w => w.failed > 0 && isTooMany(w, stopPercent))
  // Also where nothing is left to be stopped: a campaign that failed is not one that is done.
  if (bad) return { is: 'stop', why: `${countText(bad.failed)} of wave ${bad.wave} failed: more than ${stopPercent} %` }
  if (waves.every(w => w.ended === w.size)) return { is: 'done' }
  const now = waves.find(w => w.wave === current)
  if (!now || current === waves.length) return { is: 'go on' }
  const of = now.size - now.forgiven
  if (now.verified * 100 >= wavePercent * of) return { is: 'next wave' }
  if (now.ended < now.size) return { is: 'go on' }
  const share = Math.floor((now.verified * 100) / of)
  return { is: 'stop', why: `Wave ${current} ended with ${share} % verified, and the next needs ${wavePercent} %` }
}
const countText = (n: number): string => (n === 1 ? '1 charge point' : `${n.toLocaleString('en-IN')} charge points`)
