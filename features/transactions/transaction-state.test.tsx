// The state of a transaction as the list and its files say it.
import { expect, test } from 'vitest'
import type { Transaction } from './transaction.contract.ts'
import { transactionColumns } from './transaction-columns.tsx'

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
