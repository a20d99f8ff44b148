// A live cell tints when its watched value changes, again for every change, and not when it first shows.
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Column, cellContent } from './columns.tsx'

type Row = { energy: number; name: string }
const live: Column<Row> = { field: 'energy', header: 'Energy', live: r => r.energy }
const cell = (row: Row) => <div data-testid="cell">{cellContent(live, row)}</div>
const animation = () => getComputedStyle(screen.getByTestId('cell').firstElementChild as Element).animation

test('only a changed value tints, each change anew', () => {
  const { rerender } = render(cell({ energy: 1, name: 'a' }))
  expect(animation()).toBe('none')
  rerender(cell({ energy: 1, name: 'b' }))
  expect(animation()).toBe('none')
  rerender(cell({ energy: 2, name: 'b' }))
  const first = animation()
  expect(first).toContain('0.6s')
  rerender(cell({ energy: 3, name: 'b' }))
  expect(animation()).toContain('0.6s')
  expect(animation()).not.toBe(first)
})

test('a column that is not live has no frame around its value', () => {
  expect(cellContent({ field: 'name', header: 'Name' } satisfies Column<Row>, { energy: 1, name: 'a' })).toBe('a')
})
