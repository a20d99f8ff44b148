// Steps of load balancing as people read them.
import { expect, test } from 'vitest'
import { loadText } from './load-figure.rules.ts'

test.each([
  ['dA', 125, '12.5 A'],
  ['dA', 60, '6 A'],
  ['dA', 0, '0 A'],
  ['W', 7360, '7.36 kW'],
  ['W', 7364, '7.36 kW'],
  ['W', 7365, '7.37 kW'],
  ['W', 22_000, '22 kW'],
] as const)('%s %i: %s', (unit, steps, text) => expect(loadText(unit, steps)).toBe(text))
