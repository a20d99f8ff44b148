// Figures, states and warnings of a site's load in words (D-SITE-4).
import { describe, expect, test } from 'vitest'
import { figureText, loadWarnings, namesText, STATE_WORDS } from './load-words.rules.ts'

test.each([
  [12.5, 'A', '12.5 A'],
  [12.25, 'A', '12.3 A'],
  [12, 'A', '12 A'],
  [7.36, 'kW', '7.36 kW'],
  [7.366, 'kW', '7.37 kW'],
  [123_456, 'kW', '1,23,456 kW'],
] as const)('%d %s read %s', (y, unit, text) => expect(figureText(y, unit)).toBe(text))

test.each([
  [[], ''],
  [['A'], 'A'],
  [['A', 'B'], 'A and B'],
  [['A', 'B', 'C'], 'A, B and C'],
  [['A', 'B', 'C', 'D'], 'A, B, C and 1 more'],
  [['A', 'B', 'C', 'D', 'E', 'F'], 'A, B, C and 3 more'],
])('%j read %s', (names, text) => expect(namesText(names)).toBe(text))

test('every state has a word, and only troubles look like faults', () => {
  const faults = Object.entries(STATE_WORDS).filter(([, w]) => w.tone === 'fault')
  expect(faults.map(([state]) => state)).toEqual(['refused', 'forgotten'])
  expect(new Set(Object.values(STATE_WORDS).map(w => w.label)).size).toBe(6)
})

describe('a Load Value that cannot be kept', () => {
  const load = { held: { A: 20, kW: 12 }, restart: { A: 60, kW: 40, forgetful: ['CP-1'] } }
  const warned = (value: number | null, unit: 'kW' | 'kWh' | 'A', more = {}) =>
    loadWarnings({ ...load, ...more }, value, unit).map(t => (t.startsWith('Chargers that') ? 'held' : 'restart'))
  test.each([
    [60, 'A', []],
    [59, 'A', ['restart']],
    [20, 'A', ['restart']],
    [19, 'A', ['held', 'restart']],
    [40, 'kW', []],
    [11, 'kWh', ['held', 'restart']],
    [null, 'A', []],
    [Number.NaN, 'A', []],
  ] as const)('%s %s: %j', (value, unit, kinds) => expect(warned(value, unit)).toEqual(kinds))
  test('chargers that remember their limits need no warning of a restart', () => {
    expect(warned(1, 'A', { restart: { ...load.restart, forgetful: [] } })).toEqual(['held'])
  })
  test('names the chargers and the figures', () => {
    const [held, restart] = loadWarnings(load, 19, 'A')
    expect(held).toContain('may take 20 A by themselves')
    expect(restart).toMatch(/^CP-1 forgets its limit in a restart.*may take 60 A/)
    const many = { ...load, restart: { ...load.restart, forgetful: ['CP-1', 'CP-2'] } }
    expect(loadWarnings(many, 59, 'A')[0]).toMatch(/^CP-1 and CP-2 forget their limits/)
  })
})
