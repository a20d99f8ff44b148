// An address asks a list for an unknown sort or filter: the list shows the nearest it has, and the address is
// corrected.
import { screen, waitFor } from '@testing-library/react'
import { listQuery } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { asPhone, show, signInAs } from '#testing/web/render.tsx'
import { type TestServer, testServer } from '#testing/web/server.ts'
import type { Column } from './columns.tsx'
import { DataGrid } from './data-grid.tsx'
import { useList, useLocalList } from './list.ts'
import { useListState } from './list-state.ts'

const Row = z.object({ id: z.number(), name: z.string(), kw: z.number() })
type Row = z.infer<typeof Row>
const list = endpoint({
  method: 'GET',
  path: '/cms/v1/things',
  can: 'Tag.view',
  summary: 'Things',
  offers: { sorts: ['name'], filters: { name: 'text', kw: 'number' } },
  query: listQuery(['name'], { name: 'text', kw: 'number' }),
  data: z.array(Row),
  beside: { total: z.number() },
})
const columns: Column<Row>[] = [
  { field: 'name', header: 'Name', identity: true },
  { field: 'kw', header: 'Power', kind: 'number', sort: false },
]
const filterFields = [
  { field: 'name', label: 'Name', type: 'text' },
  { field: 'kw', label: 'Power', type: 'number' },
] as const
const grid = { label: 'Things', columns, rowId: (r: Row) => r.id, filterFields }
const all = Array.from({ length: 12 }, (_, i): Row => ({ id: i + 1, name: `Row ${i + 1}`, kw: i }))

function OfServer() {
  const state = useListState({ sort: '-name' })
  return <DataGrid {...grid} list={useList(list, {}, state)} state={state} />
}
function Local() {
  const state = useListState()
  const source = { data: all, isPending: false, isFetching: false, error: null, refetch: () => undefined }
  const fields = { name: 'text', kw: 'number' } as const
  return <DataGrid {...grid} list={useLocalList(source, state, { filterFields: fields })} state={state} />
}

let server: TestServer
beforeEach(() => {
  asPhone()
  signInAs()
  server = testServer().on(list, ({ query }) => {
    const [page, size] = [Number(query.get('page')), Number(query.get('pageSize'))]
    return { data: all.slice((page - 1) * size, page * size), total: all.length }
  })
})
const filters = (...conditions: object[]) =>
  `filters=${encodeURIComponent(JSON.stringify({ combine: 'AND', conditions }))}`
const good = { field: 'name', operator: 'contains', value: 'Row' }

test.each([
  ['of the server', OfServer],
  ['that came whole', Local],
])('a page beyond the last of a list %s is the last page', async (_, List) => {
  const { router } = show(<List />, { at: '/?page=999' })
  expect(await screen.findByText('Row 12')).toBeVisible()
  expect(screen.queryByText('No things yet')).toBeNull()
  await waitFor(() => expect(router.state.location.search).toBe('?page=3'))
})

test('an empty list has one page', async () => {
  server.on(list, { data: [], total: 0 })
  const { router } = show(<OfServer />, { at: '/?page=4' })
  // Drawn anew when the address is put right.
  await waitFor(() => expect(screen.getByText('No things yet')).toBeVisible())
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('the server is never asked for a sort or a filter that its contract refuses', async () => {
  const bad = [
    { field: 'secret', operator: 'contains', value: 'x' },
    { field: 'name', operator: 'greaterThan', value: 1 },
    { field: 'kw', operator: 'equals', value: 'many' },
    { field: 'name', operator: 'equals' },
  ]
  const { router } = show(<OfServer />, { at: `/?sort=-nothing&${filters(good, ...bad)}` })
  expect(await screen.findByText('Row 1')).toBeVisible()
  await waitFor(() => expect(router.state.location.search).toBe(`?${new URLSearchParams(filters(good))}`))
  const asked = server.calls.map(c => new URL(c.split(' ')[1] ?? '', 'http://x').searchParams)
  expect(new Set(asked.map(q => q.get('filters')))).toEqual(
    new Set([JSON.stringify({ combine: 'AND', conditions: [good] })]),
  )
  expect(asked.every(q => q.get('sort') === null || q.get('sort') === '-name')).toBe(true)
})

test('a list that came whole knows its columns and its filter fields', async () => {
  const { router } = show(<Local />, { at: `/?sort=kw&${filters({ field: 'secret', operator: 'isEmpty' })}` })
  expect(await screen.findByText('Row 1')).toBeVisible()
  await waitFor(() => expect(router.state.location.search).toBe(''))
})
