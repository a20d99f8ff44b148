// Blocks of meter values give back what was stored, to the letter, and are small.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SampledValue } from './meter.rules.ts'
import { type BlockValue, blockText, metersOfText } from './meter-block.rules.ts'
import { blockOf } from './meter-block.store.ts'

const sample = fc.record(
  {
    value: fc.oneof(fc.stringMatching(/^\d{1,7}(\.\d)?$/), fc.string()),
    context: fc.constantFrom('Sample.Periodic', 'Transaction.End'),
    measurand: fc.constantFrom('Energy.Active.Import.Register', 'SoC', 'Voltage'),
    phase: fc.constantFrom('L1', 'L2'),
    unit: fc.constantFrom('Wh', 'V', 'Percent'),
  },
  { requiredKeys: ['value'] },
) as fc.Arbitrary<SampledValue>
const ms = fc.integer({ min: 0, max: 4_102_444_800_000 })
const meter: fc.Arbitrary<BlockValue> = fc.record({
  connectorId: fc.integer({ min: 0, max: 4 }),
  at: ms.map(t => new Date(t)),
  receivedAt: ms.map(t => new Date(t)),
  samples: fc.array(sample, { maxLength: 5 }),
})

test('whatever was stored comes back to the letter, in its order', () => {
  fc.assert(
    fc.property(fc.array(meter, { minLength: 1, maxLength: 20 }), meters => {
      const back = metersOfText(blockText(meters))
      expect(JSON.stringify(back)).toBe(JSON.stringify(meters))
    }),
    { numRuns: 300 },
  )
})

describe('the texts of samples keep the order of their keys', () => {
  test.each([
    ['value last', [{ unit: 'Wh', value: '5' }]],
    ['value first', [{ value: '5', unit: 'Wh' }]],
    ['no samples', []],
    ['a sample without a value', [{ unit: 'Wh' } as unknown as SampledValue]],
  ])('%s', (_, samples) => {
    const at = new Date('2026-01-05T10:00:00.123Z')
    const [back] = metersOfText(blockText([{ connectorId: 1, at, receivedAt: at, samples }]))
    expect(JSON.stringify(back?.samples)).toBe(JSON.stringify(samples))
  })
})

test('a session of ten values of four samples takes a twentieth', () => {
  const began = Date.parse('2026-01-05T10:00:00.000Z')
  const periodic = (measurand: string, unit: string, value: number) => ({
    value: String(value),
    context: 'Sample.Periodic',
    measurand,
    location: 'Outlet',
    unit,
  })
  const meters = Array.from({ length: 10 }, (_, i) => ({
    connectorId: 1,
    at: new Date(began + i * 30_000),
    receivedAt: new Date(began + i * 30_000 + 180 + ((i * 37) % 90)),
    samples: [
      periodic('Energy.Active.Import.Register', 'Wh', 1_234_000 + i * 397),
      periodic('Power.Active.Import', 'W', 47_000 + ((i * 613) % 997)),
      periodic('Current.Import', 'A', 118 + ((i * 7) % 5)),
      periodic('Voltage', 'V', 398 + ((i * 3) % 4)),
    ],
  }))
  const rows = meters.reduce((bytes, m) => bytes + JSON.stringify(m.samples).length, 0)
  expect(blockOf(meters).length).toBeLessThan(rows / 20)
})
