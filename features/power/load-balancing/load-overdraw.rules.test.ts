// When a charger counts as drawing more than its limit: cases of samples, limits and silence, one step after the other.
import { expect, test } from 'vitest'
import { type DrawWatch, type Measured, nextDrawWatch, overdrawOf } from './load-overdraw.rules.ts'

const S = 1000
/**
 * At a second: the limit, the draw, and when the draw was measured. A draw of null: no session runs; '?': its meter is
 * silent.
 */
type Step = [atSec: number, limit: number, draw: number | null | '?', measuredSec?: number]
const measuredOf = (draw: Step[2], atSec: number): Measured =>
  typeof draw === 'number'
    ? { drawing: 1, draw, at: atSec * S, isPartial: false }
    : { drawing: 0, draw: 0, at: null, isPartial: draw === '?' }
const after = (steps: readonly Step[]) => {
  let watch: DrawWatch | null = null
  for (const [atSec, limit, draw, measuredSec = atSec] of steps)
    watch = nextDrawWatch(watch, { limit, measured: measuredOf(draw, measuredSec), unit: 'dA', now: atSec * S })
  return overdrawOf(watch)
}

test.each<[string, Step[], boolean]>([
  [
    'samples a minute apart, all above',
    [
      [0, 200, 200],
      [30, 200, 319],
      [60, 200, 319],
      [90, 200, 319],
    ],
    true,
  ],
  [
    'samples above for less than a minute',
    [
      [0, 200, 200],
      [30, 200, 319],
      [89, 200, 319],
    ],
    false,
  ],
  [
    'one old sample, however often it is looked at',
    [
      [0, 200, 200],
      [30, 200, 319],
      [60, 200, 319, 30],
      [90, 200, 319, 30],
    ],
    false,
  ],
  [
    'one sample below in between',
    [
      [0, 200, 200],
      [30, 200, 319],
      [60, 200, 200],
      [90, 200, 319],
      [120, 200, 319],
    ],
    false,
  ],
  [
    'a sample of before the lowering does not count',
    [
      [0, 320, 319],
      [30, 200, 319, 20],
      [80, 200, 319],
      [130, 200, 319],
    ],
    false,
  ],
  [
    'samples after a lowering do',
    [
      [0, 320, 319],
      [30, 200, 319, 20],
      [80, 200, 319],
      [140, 200, 319],
    ],
    true,
  ],
  [
    'a further lowering begins nothing anew',
    [
      [0, 200, 200],
      [30, 200, 319],
      [60, 100, 319],
      [90, 100, 319],
    ],
    true,
  ],
  [
    'a limit raised above the draw ends it',
    [
      [0, 200, 200],
      [30, 200, 319],
      [90, 200, 319],
      [91, 320, 319],
    ],
    false,
  ],
  [
    'a tenth above the limit is the voltage',
    [
      [0, 200, 200],
      [30, 200, 220],
      [90, 200, 220],
    ],
    false,
  ],
  [
    'of a small limit an ampere',
    [
      [0, 60, 60],
      [30, 60, 70],
      [90, 60, 70],
    ],
    false,
  ],
  [
    'more than that is too much',
    [
      [0, 60, 60],
      [30, 60, 71],
      [90, 60, 71],
    ],
    true,
  ],
  [
    'a limit of 0',
    [
      [0, 0, 0],
      [30, 0, 60],
      [90, 0, 60],
    ],
    true,
  ],
  [
    'a meter that falls silent ends nothing',
    [
      [0, 200, 200],
      [30, 200, 319],
      [90, 200, 319],
      [700, 200, '?'],
    ],
    true,
  ],
  [
    'the end of the session does',
    [
      [0, 200, 200],
      [30, 200, 319],
      [90, 200, 319],
      [91, 200, null],
    ],
    false,
  ],
  [
    'a meter that never spoke tells nothing',
    [
      [0, 200, '?'],
      [90, 200, '?'],
    ],
    false,
  ],
])('%s', (_what, steps, isOver) => {
  expect(after(steps) !== undefined).toBe(isOver)
})

test('since when, what and beside which limit', () => {
  const steps: Step[] = [
    [0, 200, 200],
    [30, 200, 310],
    [60, 150, 315],
    [90, 150, 319],
  ]
  expect(after(steps)).toEqual({ since: 30 * S, draw: 319, limit: 150 })
})
