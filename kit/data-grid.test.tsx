import Edit from '@mui/icons-material/EditOutlined'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listQuery } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { asPhone, show, signInAs } from '#testing/web/render.tsx'
import { roleIn, testServer, testUser } from '#testing/web/server.ts'
import type { Action } from './actions.tsx'
import type { Column } from './columns.tsx'
import { DataGrid, gridHeight } from './data-grid.tsx'
import { trackOf } from './grid-table.tsx'
import { useList } from './list.ts'
import { useListState } from './list-state.ts'

const Row = z.object({ id: z.number(), name: z.string(), amount: z.number() })
type Row = z.infer<typeof Row>
const list = endpoint({
  method: 'GET',
  path: '/cms/v1/things',
  can: 'Tag.view',
  summary: 'Things',
  offers: { sorts: ['name'], filters: { name: 'text' } },
  query: listQuery(['name'], { name: 'text' }),
  data: z.array(Row),
  beside: { total: z.number() },
})
const columns: Column<Row>[] = [
  { field: 'name', header: 'Name', identity: true },
  { field: 'amount', header: 'Amount', kind: 'money' },
]
const actions: Action<Row>[] = [
  {
    id: 'edit',
    label: 'Edit',
    icon: Edit,
    right: 'Tag.update',
    run: (row, { navigate }) => navigate(`/thing/${row.id}`),
  },
  { id: 'reset', label: 'Reset', icon: Edit, when: () => 'The charger is offline', run: () => undefined },
]
function Things() {
  const state = useListState()
  return (
    <DataGrid
      label="Things"
      columns={columns}
      list={useList(list, {}, state)}
      state={state}
      rowId={r => r.id}
      actions={actions}
      search="Search things"
      empty={{ title: 'No things yet', text: 'Add the first.' }}
    />
  )
}
beforeEach(() => {
  localStorage.clear()
  signInAs(testUser([roleIn(1, 'T', { Tag: 'VU' })]))
})

test('nothing yet: says so and names the first step', async () => {
  testServer().on(list, { data: [], total: 0 })
  show(<Things />)
  expect(await screen.findByText('No things yet')).toBeVisible()
  expect(screen.getByText('Add the first.')).toBeVisible()
})

test('an empty list offers its first step once; with rows it stands above them', async () => {
  const add: Action = { id: 'new-thing', label: 'New thing', icon: Edit, run: vi.fn() }
  function Addable() {
    const state = useListState()
    return (
      <DataGrid
        label="Things"
        columns={columns}
        list={useList(list, {}, state)}
        state={state}
        rowId={r => r.id}
        add={add}
        empty={{ title: 'No things yet', action: add }}
      />
    )
  }
  const server = testServer().on(list, { data: [], total: 0 })
  show(<Addable />)
  expect(await screen.findByText('No things yet')).toBeVisible()
  expect(screen.getAllByRole('button', { name: 'New thing' })).toHaveLength(1)
  server.on(list, { data: [{ id: 1, name: 'One', amount: 2 }], total: 1 })
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText('One')).toBeVisible()
  expect(screen.getAllByRole('button', { name: 'New thing' })).toHaveLength(1)
})

test('no match: the text of S-EMPTY, and Clear filters shows the list again', async () => {
  testServer().on(list, ({ query }) =>
    query.get('q') ? { data: [], total: 0 } : { data: [{ id: 1, name: 'One', amount: 2 }], total: 1 },
  )
  asPhone()
  show(<Things />, { at: '/?q=zzz' })
  expect(await screen.findByText('Not found')).toBeVisible()
  expect(screen.getByText('No results found for "zzz". Try checking for typos or using complete words.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('One')).toBeVisible()
})

test('no right: says whom to ask', async () => {
  testServer().on(list, () => ({ status: 403, message: 'Not Authorized' }))
  show(<Things />)
  expect(await screen.findByText(/Ask an administrator of the team/)).toBeVisible()
})

test('a failure shows the server’s message, and Retry asks again', async () => {
  let fails = true
  testServer().on(list, () =>
    fails ? { status: 500, message: 'Database is away' } : { data: [{ id: 1, name: 'One', amount: 2 }], total: 1 },
  )
  asPhone()
  show(<Things />)
  expect(await screen.findByText('Database is away')).toBeVisible()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('One')).toBeVisible()
})

test('on a phone rows are cards with the same figures and actions, pages come from the server', async () => {
  const server = testServer().on(list, ({ query }) => ({
    data: [{ id: Number(query.get('page')), name: `Row ${query.get('page')}`, amount: 123456.5 }],
    total: 11,
  }))
  asPhone()
  const { router } = show(<Things />)
  expect(await screen.findByText('Row 1')).toBeVisible()
  expect(screen.getByText('₹1,23,456.50')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Go to next page' }))
  expect(await screen.findByText('Row 2')).toBeVisible()
  expect(router.state.location.search).toBe('?page=2')
  expect(server.calls.at(-1)).toMatch(/page=2&pageSize=5&tz=330/)
  await userEvent.click(screen.getByRole('button', { name: 'Actions of Row 2' }))
  const reset = await screen.findByRole('menuitem', { name: /Reset/ })
  expect(reset).toHaveAttribute('aria-disabled', 'true')
  expect(reset).toHaveTextContent('The charger is offline')
  await userEvent.click(screen.getByRole('menuitem', { name: 'Edit' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/thing/2'))
})

test('on a phone a text of the foot stands whole below the facts, and where there is none, nothing stands', async () => {
  const reason = 'The charge point could not fetch the file. '.repeat(5).trim()
  testServer().on(list, { data: [reason, ''].map((name, i) => ({ id: i, name, amount: i })), total: 2 })
  asPhone()
  const told: Column<Row>[] = [
    { field: 'id', header: 'Number', identity: true },
    { field: 'name', header: 'Reason', foot: true },
    { field: 'amount', header: 'Amount', kind: 'money' },
  ]
  const Told = () => {
    const state = useListState()
    return <DataGrid label="Things" columns={told} list={useList(list, {}, state)} state={state} rowId={r => r.id} />
  }
  show(<Told />)
  const text = await screen.findByText(reason)
  expect(text.closest('dl')).toBeNull()
  const [, without] = screen.getAllByRole('listitem')
  expect(without).toHaveTextContent(/^1Amount₹1.00$/)
})

test('on a wide screen the grid shows the rows, and a header sorts on the server only where the contract allows', async () => {
  const server = testServer().on(list, { data: [{ id: 1, name: 'One', amount: 2 }], total: 1 })
  show(<Things />)
  const grid = await screen.findByRole('table', { name: 'Things' })
  const header = () => within(grid).getByRole('columnheader', { name: 'Name' })
  const sort = () => userEvent.click(within(header()).getByRole('button'))
  await sort()
  await waitFor(() => expect(server.calls.at(-1)).toMatch(/sort=name/))
  expect(header()).toHaveAttribute('aria-sort', 'ascending')
  await sort()
  await waitFor(() => expect(server.calls.at(-1)).toMatch(/sort=-name/))
  expect(header()).toHaveAttribute('aria-sort', 'descending')
  await sort()
  await waitFor(() => expect(server.calls.at(-1)).not.toMatch(/sort=/))
  expect(header()).not.toHaveAttribute('aria-sort')
  expect(within(within(grid).getByRole('columnheader', { name: 'Amount' })).queryByRole('button')).toBeNull()
})

test('the menu of a row is its last column, the primary action stands in the row of the search', async () => {
  testServer().on(list, { data: [{ id: 1, name: 'One', amount: 2 }], total: 1 })
  const add: Action = { id: 'add', label: 'Add Thing', icon: Edit, right: 'Tag.update', run: () => undefined }
  function WithAdd() {
    const state = useListState()
    const grid = { columns, actions, add, rowId: (r: Row) => r.id, search: 'Search things' }
    return <DataGrid label="Things" {...grid} list={useList(list, {}, state)} state={state} />
  }
  const { unmount } = show(<WithAdd />)
  const grid = await screen.findByRole('table', { name: 'Things' })
  expect(within(grid).getAllByRole('columnheader').at(-1)).toHaveTextContent('Actions')
  const row = screen.getByRole('searchbox').closest('[data-noprint]') as HTMLElement
  expect(within(row).getByRole('button', { name: 'Add Thing' })).toBeVisible()
  unmount()
  signInAs(testUser([roleIn(1, 'T', { Tag: 'V' })]))
  show(<WithAdd />)
  await screen.findByRole('table', { name: 'Things' })
  expect(screen.queryByRole('button', { name: 'Add Thing' })).toBeNull()
})

test('a column is as wide as its longest figure: no digit is cut', () => {
  const amount: Column<Row> = { field: 'amount', header: 'Amount', kind: 'money', width: 90 }
  const wide = (n: number) => Number.parseInt(trackOf(amount, [{ id: 1, name: 'One', amount: n }]), 10)
  expect(wide(2)).toBe(90)
  // ₹12,34,56,78,901.23 at 13 px, with the padding of the cell.
  expect(wide(12_345_678_901.23)).toBeGreaterThan(19 * 7.5 + 20)
  expect(trackOf({ ...amount, width: 0 }, [{ id: 1, name: 'One', amount: 2 }])).toBe('minmax(110px, 1fr)')
})

test('on a phone the list is sorted from a menu, and again for the other direction', async () => {
  const server = testServer().on(list, { data: [{ id: 1, name: 'One', amount: 2 }], total: 1 })
  asPhone()
  const { router } = show(<Things />)
  await screen.findByText('One')
  const sort = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Sort' }))
    // The amount is not among what the contract sorts by.
    expect(screen.getAllByRole('menuitemradio').map(i => i.textContent)).toEqual([expect.stringContaining('Name')])
    await userEvent.click(screen.getByRole('menuitemradio', { name: /Name/ }))
  }
  await sort()
  await waitFor(() => expect(router.state.location.search).toBe('?sort=name'))
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await sort()
  await waitFor(() => expect(router.state.location.search).toBe('?sort=-name'))
  await waitFor(() => expect(server.calls.at(-1)).toMatch(/sort=-name/))
})

test('the search waits for a pause in typing and starts at page 1', async () => {
  const server = testServer().on(list, { data: [{ id: 1, name: 'One', amount: 2 }], total: 11 })
  asPhone()
  show(<Things />, { at: '/?page=2' })
  await screen.findByText('One')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search things' }), 'abc')
  await waitFor(() => expect(server.calls.at(-1)).toMatch(/page=1.*q=abc/))
  expect(server.calls.filter(c => c.includes('q='))).toHaveLength(1)
})

test('the grid is 52 px a row plus 100 high, at least 200', () => {
  expect([0, 1, 2, 5, 10].map(n => gridHeight(n, 52))).toEqual([200, 200, 204, 360, 620])
})

test('rows of another team never stand in for those that are on their way', async () => {
  const ofTeam = endpoint({ ...list, path: '/cms/v1/team/{teamId}/things', params: z.object({ teamId: z.number() }) })
  const { promise, resolve } = Promise.withResolvers<void>()
  testServer().on(ofTeam, async ({ params }) => {
    if (params.teamId === '2') await promise
    return { data: [{ id: 1, name: `Of team ${params.teamId}`, amount: 1 }], total: 1 }
  })
  asPhone()
  function OfTeam() {
    const [teamId, setTeam] = useState(1)
    const state = useListState()
    return (
      <>
        <button type="button" onClick={() => setTeam(2)}>
          Other team
        </button>
        <DataGrid
          label="Things"
          columns={columns}
          list={useList(ofTeam, { params: { teamId } }, state)}
          state={state}
          rowId={r => r.id}
        />
      </>
    )
  }
  show(<OfTeam />)
  await screen.findByText('Of team 1')
  await userEvent.click(screen.getByRole('button', { name: 'Other team' }))
  expect(screen.queryByText('Of team 1')).toBeNull()
  resolve()
  expect(await screen.findByText('Of team 2')).toBeVisible()
})

/** Rows named by page and search, from a server that can go away or be slow. */
function awayServer() {
  const state = { isUp: true, slow: undefined as Promise<void> | undefined }
  const server = testServer().on(list, async ({ query }) => {
    await state.slow
    const q = query.get('q') ?? ''
    const data = q === 'zzz' ? [] : [{ id: 1, name: `Page ${query.get('page')} ${q}`.trim(), amount: 1 }]
    return { data, total: data.length && 11 }
  })
  const answering = fetch
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    if (!state.isUp) throw new TypeError('Failed to fetch')
    return answering(...args)
  })
  return { server, state }
}

test('a page that cannot be had shows why in its place, never the rows of another under its number', async () => {
  const { state } = awayServer()
  asPhone()
  show(<Things />)
  await screen.findByText('Page 1')
  expect(screen.getByText('1–5 of 11')).toBeVisible()
  state.isUp = false
  await userEvent.click(screen.getByRole('button', { name: 'Go to next page' }))
  expect(await screen.findByText('Page 2 could not be loaded. The server cannot be reached.')).toBeVisible()
  expect(screen.queryByText('Page 1')).toBeNull()
  expect(screen.queryByText(/of 11/)).toBeNull()
  state.isUp = true
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('6–10 of 11')).toBeVisible()
  expect(screen.getByText('Page 2')).toBeVisible()
})

test('without a network a search says so at once, and finds its rows when the network is back', async () => {
  const { state } = awayServer()
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  asPhone()
  show(<Things />)
  await screen.findByText('Page 1')
  act(() => void window.dispatchEvent(new Event('offline')))
  state.isUp = false
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search things' }), 'abc{Enter}')
  expect(
    await screen.findByText('Page 1 of the search "abc" could not be loaded. This device is offline.'),
  ).toBeVisible()
  state.isUp = true
  onLine.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('Page 1 abc')).toBeVisible()
  onLine.mockRestore()
})

test('rows of before stand in for those on their way under their own name, and the pager claims neither', async () => {
  const { state } = awayServer()
  const { promise, resolve } = Promise.withResolvers<void>()
  asPhone()
  show(<Things />, { at: '/?page=2&q=abc' })
  await screen.findByText('Page 2 abc')
  state.slow = promise
  await userEvent.click(screen.getByRole('button', { name: 'Go to previous page' }))
  expect(screen.getByText('Loading page 1')).toBeVisible()
  expect(
    await screen.findByText(
      /^These rows are still page 2 of the search "abc", as of \d\d:\d\d:\d\d. Page 1 of the search "abc" is being loaded.$/,
    ),
  ).toBeVisible()
  resolve()
  expect(await screen.findByText('Page 1 abc')).toBeVisible()
  expect(screen.queryByText(/These rows are still/)).toBeNull()
  expect(screen.getByText('1–5 of 11')).toBeVisible()
})

test('an empty search of before does not say that the next one finds nothing', async () => {
  const { state } = awayServer()
  asPhone()
  show(<Things />, { at: '/?q=zzz' })
  await screen.findByText(/No results found for "zzz"/)
  const { promise, resolve } = Promise.withResolvers<void>()
  state.slow = promise
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search things' }), '{Backspace}{Enter}')
  expect(screen.queryByText(/No results found/)).toBeNull()
  resolve()
  expect(await screen.findByText('Page 1 zz')).toBeVisible()
})

test('rows that could not be read again stay, with the time they are of', async () => {
  const { state } = awayServer()
  asPhone()
  show(<Things />)
  await screen.findByText('Page 1')
  state.isUp = false
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText(/^The server cannot be reached. These rows are as of \d\d:\d\d:\d\d.$/)).toBeVisible()
  expect(screen.getByText('Page 1')).toBeVisible()
})
