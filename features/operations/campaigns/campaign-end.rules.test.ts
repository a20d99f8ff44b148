import { expect, test } from 'vitest'
import { endText } from './campaign-end.rules.ts'
import type { WaveCount } from './wave.rules.ts'

const wave = (more: Partial<WaveCount>): WaveCount => ({
  wave: 1,
  size: 0,
  verified: 0,
  ended: 0,
  unsent: 0,
  forgiven: 0,
  again: 0,
  failed: 0,
  ...more,
})

test.each<[string, WaveCount[], string]>([
  ['is done', [wave({ size: 1, verified: 1, ended: 1 })], 'Campaign Spring is done: 1 of 1 charge point verified'],
  [
    'is done',
    [wave({ size: 5, verified: 5, ended: 5 }), wave({ wave: 2, size: 1195, verified: 1190, ended: 1195 })],
    'Campaign Spring is done: 1,195 of 1,200 charge points verified, 5 given up',
  ],
  [
    'was cancelled by asha',
    [wave({ size: 5, verified: 2, ended: 3 }), wave({ wave: 2, size: 10, ended: 9, unsent: 9 })],
    'Campaign Spring was cancelled by asha: 2 of 15 charge points verified, 1 given up, 9 not sent',
  ],
])('%s, over all waves', (what, waves, text) => {
  expect(endText('Spring', what, waves)).toBe(text)
})
