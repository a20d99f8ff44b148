// The words of what becomes of the rows of a file of tags (S-TAG-IMPORT).
import { expect, test } from 'vitest'
import { OUTCOME_WORDS } from './tag-import.contract.ts'

test('every outcome of a row has words of its own', () => {
  expect(Object.keys(OUTCOME_WORDS).toSorted()).toEqual(['error', 'exists', 'made', 'ready', 'twice'])
  expect(new Set(Object.values(OUTCOME_WORDS)).size).toBe(5)
})
