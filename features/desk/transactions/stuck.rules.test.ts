// When a running session counts as stuck (S-ATTENTION).
import { expect, test } from 'vitest'
import { LONGEST_RUN_HOURS, SILENT_HOURS } from './stuck.rules.ts'

test('a session is stuck after an hour without a reading, or after a day', () => {
  expect([SILENT_HOURS, LONGEST_RUN_HOURS]).toEqual([1, 24])
})
