import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#testing/web/render.tsx'
import { type ListControls, type ListDefaults, readListState, useListState, writeListState } from './list-state.ts'

let state: ListControls
function Probe(defaults: ListDefaults) {
  state = useListState(defaults)
  return <output>{JSON.stringify(state.query)}</output>
}
const filters = { combine: 'OR', conditions: [{ field: 'name', operator: 'contains', value: 'x' }] } as const

test('without anything in the URL the defaults hold: page 1, five rows, the screen’s own sort', () => {
  show(<Probe sort="-startedAt" />)
  expect(state).toMatchObject({ page: 1, pageSize: 5, sort: '-startedAt', q: '', narrowed: false })
})

test('a pasted link reproduces the list', () => {
  show(<Probe />, {
    at: `/?page=3&pageSize=20&sort=-name&q=abc&filters=${encodeURIComponent(JSON.stringify(filters))}`,
  })
  expect(state).toMatchObject({ page: 3, pageSize: 20, sort: '-name', q: 'abc', filters, narrowed: true })
  expect(state.query).toMatchObject({ page: 3, filters: JSON.stringify(filters), tz: -new Date().getTimezoneOffset() })
})

test.each([
  ['page=-2&pageSize=5000&filters=%7Bnope', ''],
  ['page=abc&pageSize=7', ''],
  ['page=1e1&pageSize=0x14&sort=', ''],
  ['page=2.5&q=%20%20', ''],
  ['page=03&pageSize=5&other=kept', '?page=3&other=kept'],
  ['filters=%5B1%5D&q=%20abc%20', '?q=abc'],
  [`q=${'x'.repeat(300)}`, `?q=${'x'.repeat(200)}`],
  ['page=2&pageSize=10', '?page=2&pageSize=10'],
])('the address %s becomes %s, without a step in the history', async (mangled, proper) => {
  const { router } = show(<Probe />, { at: `/?${mangled}` })
  await waitFor(() => expect(router.state.location.search).toBe(proper))
  expect(state.pageSize).toBe(proper.includes('pageSize') ? 10 : 5)
  expect(state.filters.conditions).toEqual([])
  await act(() => router.navigate(-1))
  expect(router.state.location.search).toBe(proper)
})

test('a change of search goes back to page 1; a change of page makes a step in the history', async () => {
  const { router } = show(<Probe />, { at: '/?page=4&other=kept' })
  await act(async () => state.set({ q: 'abc' }))
  expect(router.state.location.search).toBe('?other=kept&q=abc')
  await act(async () => state.set({ page: 2 }))
  expect(state).toMatchObject({ page: 2, q: 'abc' })
  await act(() => router.navigate(-1))
  expect(state).toMatchObject({ page: 1, q: 'abc' })
  await act(async () => state.clear())
  expect(router.state.location.search).toBe('?other=kept')
  expect(screen.getByRole('status')).toBeVisible()
})

test('two lists on one screen keep apart by their prefix', () => {
  const first = { ...readListState(new URLSearchParams(), { prefix: 'a.' }), page: 2 }
  const params = new URLSearchParams('b.page=5')
  writeListState(params, first, { prefix: 'a.' })
  expect(readListState(params, { prefix: 'a.' }).page).toBe(2)
  expect(readListState(params, { prefix: 'b.' }).page).toBe(5)
})
