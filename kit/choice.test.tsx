// Chosen rows of a list and their file: of lists that the server pages, with and without a filter by key, and of short ones.
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listQuery } from '@wattdesk/base/paging'
import { query } from '@wattdesk/wire/call'
import { endpoint } from '@wattdesk/wire/endpoint'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, testServer, testUser } from '#testing/web/server.ts'
import type { Column } from './columns.tsx'
import { DataGrid } from './data-grid.tsx'
import { useList, useLocalList } from './list.ts'
import { conditionsOf, filtersNaming } from './list-picked.ts'
import { useListState } from './list-state.ts'
import { BADGES } from './multi-select.tsx'

const Row = z.object({ id: z.number(), name: z.string() })
type Row = z.infer<typeof Row>
const of = (path: string, key?: string) =>
  endpoint({
    method: 'GET',
    path,
    can: 'Tag.view',
    summary: 'Things',
    offers: { sorts: ['name'], filters: { name: 'text', id: 'text' }, ...(key && { key }) },
    query: listQuery(['name'], { name: 'text', id: 'text' }),
    data: z.array(Row),
    beside: { total: z.number() },
  })
const keyed = of('/cms/v1/keyed', 'id')
const plain = of('/cms/v1/plain')
const local = endpoint({ method: 'GET', path: '/cms/v1/local', can: 'Tag.view', summary: 'All', data: z.array(Row) })
const columns: Column<Row>[] = [{ field: 'name', header: 'Name', identity: true }]
const grid = { label: 'Things', columns, rowId: (r: Row) => r.id, search: 'Search things', file: 'things' }

const start = { pageSize: 5, sort: '-name' }
function Served({ e }: { e: typeof keyed }) {
  const state = useListState(start)
  return <DataGrid {...grid} list={useList(e, {}, state)} state={state} />
}
function Short() {
  const state = useListState(start)
  const q = useQuery(query(local, {}))
  const list = useLocalList({ ...q, data: q.data?.data }, state, { search: r => [r.name] })
  return <DataGrid {...grid} list={list} state={state} />
}

const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L']
const all: readonly Row[] = names.map((name, i) => ({ id: i + 1, name }))
type Filters = { conditions: { field: string; value: string }[] }
/** The server's answer, last name first as requested. */
function answer(search: URLSearchParams): { data: Row[]; total: number } {
  const filters = JSON.parse(search.get('filters') ?? '{"conditions":[]}') as Filters
  const keys = filters.conditions.flatMap(c => c.value.split(',').map(Number))
  const found = all
    .filter(r => r.name.includes(search.get('q') ?? '') && (keys.length === 0 || keys.includes(r.id)))
    .toReversed()
  const from = (Number(search.get('page') ?? 1) - 1) * 5
  return { data: search.get('export') ? found : found.slice(from, from + 5), total: found.length }
}

let saved: Blob[]
beforeEach(() => {
  localStorage.clear()
  signInAs(testUser([roleIn(1, 'T', { Tag: 'VU' })]))
  saved = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    saved.push(blob as Blob)
    return 'blob:x'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const server = testServer()
  for (const e of [keyed, plain]) server.on(e, ({ query: search }) => answer(search))
  server.on(local, { data: [...all] })
})

const bar = () => screen.findByRole('region', { name: 'Chosen rows' })
const choose = async (name: string) => userEvent.click(await screen.findByRole('checkbox', { name: `Choose ${name}` }))
async function exported(): Promise<string[]> {
  await userEvent.click(within(await bar()).getByRole('button', { name: 'Export the chosen' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Export to CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  return (await (saved[0] as Blob).text()).replace('\ufeff', '').trim().split('\r\n').slice(1)
}

const lists = [
  ['served, with a filter by key', <Served key="k" e={keyed} />],
  ['served, without one', <Served key="p" e={plain} />],
  ['short, searched in the browser', <Short key="s" />],
] as const

test.each(lists)(
  'rows picked on two pages and under a search, %s: the file holds them in the order of the list',
  async (_, list) => {
    show(list)
    await choose('H')
    await userEvent.click(screen.getByRole('button', { name: 'Go to next page' }))
    await choose('G')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search things' }), 'L')
    await choose('L')
    expect(await bar()).toHaveTextContent('3 chosen, 2 of them not on this page')
    expect(await exported()).toEqual(['L', 'H', 'G'])
  },
)

test.each(lists)('all that match but one, %s: the file holds the others', async (_, list) => {
  show(list)
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose all 5 on this page' }))
  await userEvent.click(within(await bar()).getByRole('button', { name: 'Choose all 12 that match' }))
  await choose('K')
  expect(await exported()).toEqual(names.toReversed().filter(n => n !== 'K'))
})

test('conditions name every key, one with a comma by itself; too many for an address are not named', () => {
  const long = Array.from({ length: 200 }, (_, i) => `CHARGER-${i}`)
  const conditions = conditionsOf('id', ['A,B', ...long])
  expect(conditions.at(0)).toEqual({ field: 'id', operator: 'equals', value: 'A,B' })
  const parts = conditions.slice(1).map(c => String(c.value))
  expect(parts.join(',').split(',')).toEqual(long)
  for (const part of parts) expect(part.length).toBeLessThanOrEqual(1000)
  expect(filtersNaming('id', long)).toBeDefined()
  expect(filtersNaming('id', [...long, ...long, ...long])).toBeUndefined()
})

test('small badges take three brand colours in turn (D-SHELL-8)', () => {
  const rules = Object.entries(BADGES)
  expect(rules.map(([chips]) => /nth-of-type\((.*)\)/.exec(chips)?.[1])).toEqual(['3n + 1', '3n + 2', '3n + 3'])
  const colours = rules.map(([, { bgcolor }]) => /--mui-palette-chart-c\d/.exec(bgcolor)?.[0])
  expect(new Set(colours).size).toBe(3)
})
