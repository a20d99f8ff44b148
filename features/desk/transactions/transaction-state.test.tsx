// The state of a transaction as the list and its files say it.
import { expect, test } from 'vitest'
import type { Transaction } from './transaction.contract.ts'
import { transactionColumns } from './transaction-columns.tsx'
import { drawnAsToldBy } from './transaction-live.tsx'

const STOP = '2026-01-24T10:00:00Z'
test.each([
  [null, false, 'Active'],
  [STOP, false, 'Completed'],
  [STOP, true, 'To review'],
  [null, true, 'To review'],
])('stopped at %s, in review %s: %s', (stoptime, inReview, text) => {
  const column = transactionColumns.find(c => c.field === 'state')
  expect(column?.value?.({ stoptime, inReview } as Transaction)).toBe(text)
})

test('a running session draws what its connector tells, also nothing; one that has ended, and one that is not told of, stays', () => {
  const running = { stoptime: null, powerW: 7200 }
  expect(drawnAsToldBy({ powerKw: 0 }, running).powerW).toBe(0)
  expect(drawnAsToldBy({ powerKw: 7.204 }, running).powerW).toBe(7204)
  expect(drawnAsToldBy({ powerKw: null }, running)).toBe(running)
  const ended = { stoptime: STOP, powerW: null }
  expect(drawnAsToldBy({ powerKw: 7 }, ended)).toBe(ended)
})
