import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, mix, readable } from './contrast.ts'
import { accentOf, chartColors, grounds, statusColors } from './theme.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map(n => `#${n.toString(16).padStart(6, '0')}`)

test('contrast is 21 between black and white, 1 to itself, and the same both ways', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  fc.assert(fc.property(colour, c => Math.abs(contrast(c, c) - 1) < 1e-9))
  fc.assert(fc.property(colour, colour, (a, b) => contrast(a, b) === contrast(b, a)))
})

test('a colour that already holds stays itself', () => {
  expect(readable('#1b4f8a', ['#ffffff'])).toBe('#1b4f8a')
})

test('any brand colour becomes an accent that reads at 4.5 to 1 on every ground it stands on', () => {
  fc.assert(
    fc.property(colour, fc.constantFrom('light' as const, 'dark' as const), (brand, scheme) => {
      const { main, contrastText } = accentOf(brand, scheme)
      const { page, paper } = grounds[scheme]
      expect(contrast(main, page)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(main, paper)).toBeGreaterThanOrEqual(4.5)
      // The active menu row: accent on a tint of itself.
      expect(contrast(main, mix(main, paper, 0.1))).toBeGreaterThanOrEqual(4.5)
      expect(contrast(contrastText, main)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

test('status words read on their tint and on cards, chart lines stand out at 3 to 1', () => {
  for (const scheme of ['light', 'dark'] as const) {
    for (const { text, tint } of Object.values(statusColors[scheme])) {
      expect(contrast(text, tint)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(text, grounds[scheme].paper)).toBeGreaterThanOrEqual(4.5)
    }
    expect(new Set(chartColors[scheme]).size).toBe(8)
    for (const c of chartColors[scheme]) expect(contrast(c, grounds[scheme].paper)).toBeGreaterThanOrEqual(3)
    expect(contrast(grounds[scheme].text, grounds[scheme].page)).toBeGreaterThanOrEqual(7)
    expect(contrast(grounds[scheme].quiet, grounds[scheme].page)).toBeGreaterThanOrEqual(4.5)
  }
})
