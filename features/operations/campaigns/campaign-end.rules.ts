// How a campaign has ended, in one sentence for the user who started it.
import type { WaveCount } from './wave.rules.ts'

const count = (n: number): string => n.toLocaleString('en-IN')

/** 'Campaign Spring is done: 180 of 200 charge points verified, 20 given up'. */
export function endText(name: string, what: string, waves: readonly WaveCount[]): string {
  const sum = (of: (w: WaveCount) => number) => waves.reduce((n, w) => n + of(w), 0)
  const size = sum(w => w.size)
  const [verified, unsent] = [sum(w => w.verified), sum(w => w.unsent)]
  const givenUp = sum(w => w.ended - w.verified - w.unsent)
  return [
    `Campaign ${name} ${what}: ${count(verified)} of ${count(size)} ${size === 1 ? 'charge point' : 'charge points'} verified`,
    ...(givenUp > 0 ? [`${count(givenUp)} given up`] : []),
    ...(unsent > 0 ? [`${count(unsent)} not sent`] : []),
  ].join(', ')
}
