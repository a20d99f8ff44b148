// What the list and the page of imports say of a checked file (IMPORT-02).
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ImportStateChip } from './import-state.tsx'

const counts = { new: 0, changed: 0, equal: 3, refused: 2 }
test.each([
  [counts, 'Nothing to import'],
  [{ ...counts, new: 1 }, 'To be decided'],
  [{ ...counts, changed: 1 }, 'To be decided'],
])('a checked file with %j: %s', (of, text) => {
  render(<ImportStateChip of={{ state: 'Checked', done: 0, counts: of }} />)
  expect(screen.getByText(text)).toBeVisible()
})
