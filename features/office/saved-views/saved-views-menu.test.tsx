// Views of a list in its toolbar, with the real client: opening, changing, saving (S-VIEWS).
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listQuery } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { setDensity } from '#kit/density.ts'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { ListViewsSlot } from '#kit/list-views.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  type SavedView,
  setDefaultView,
  updateSavedView,
  type ViewContent,
} from './saved-view.contract.ts'
import { SavedViewsMenu } from './saved-views-menu.parts.tsx'

const Row = z.object({ id: z.number(), name: z.string(), city: z.string() })
const things = endpoint({
  method: 'GET',
  path: '/cms/v1/things',
  can: 'Tag.view',
  summary: 'Things',
  offers: { sorts: ['name', 'city'], filters: { city: 'text' } },
  query: listQuery(['name', 'city'], { city: 'text' }),
  data: z.array(Row),
  beside: { total: z.number() },
})
const columns: Column<z.infer<typeof Row>>[] = [
  { field: 'name', header: 'Name', identity: true },
  { field: 'city', header: 'City' },
  { field: 'id', header: 'Number', hidden: true },
]
function Things() {
  const state = useListState()
  return (
    <ListViewsSlot value={SavedViewsMenu}>
      <DataGrid
        label="Things"
        columns={columns}
        list={useList(things, {}, state)}
        state={state}
        rowId={r => r.id}
        search="Search things"
        filterFields={[{ field: 'city', label: 'City', type: 'text' }]}
      />
    </ListViewsSlot>
  )
}

const content: ViewContent = {
  combine: 'AND',
  conditions: [{ field: 'city', operator: 'equals', value: 'Pune' }],
  q: '',
  sort: '-name',
  columns: [
    { field: 'name', isShown: true },
    { field: 'id', isShown: true },
    { field: 'city', isShown: true },
  ],
  density: 'comfortable',
  pageSize: 10,
}
const view = (more: Partial<SavedView> = {}): SavedView => ({
  id: 7,
  list: 'things',
  name: 'Pune',
  isShared: false,
  isMine: true,
  keptBy: 'asha',
  scheduledReports: 0,
  content,
  updatedAt: '2026-01-05T09:00:00Z',
  ...more,
})

let server: TestServer
let kept: SavedView[]
let defaultId: number | null
beforeEach(() => {
  localStorage.clear()
  setDensity('comfortable')
  signInAs(testUser([roleIn(1, 'T', { Tag: 'VU' })]))
  kept = [view()]
  defaultId = null
  server = testServer()
    .on(things, { data: [{ id: 1, name: 'One', city: 'Pune' }], total: 1 })
    .on(listSavedViews, () => ({ data: kept, defaultId }))
    .on(createSavedView, ({ body }) => {
      const made = view({ id: 8, ...(body as Partial<SavedView>) })
      kept = [...kept, made]
      return { data: made, message: 'View created successfully' }
    })
    .on(updateSavedView, ({ params, body }) => {
      const is = (v: SavedView) => String(v.id) === params.id
      kept = kept.map(v => (is(v) ? { ...v, ...(body as Partial<SavedView>) } : v))
      return { data: kept.find(is), message: 'View updated successfully' }
    })
    // After the call whose path takes any word in its place.
    .on(setDefaultView, ({ body }) => {
      defaultId = (body as { viewId: number | null }).viewId
      return { data: { defaultId } }
    })
})
const headers = async () => (await screen.findAllByRole('columnheader')).map(h => h.textContent)
const openMenu = async () => userEvent.click(await screen.findByRole('button', { name: /^View/ }))
const pick = async (name: string | RegExp) => {
  await openMenu()
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

test('a view shows its filters, order and columns, and stands in the address', async () => {
  const { router } = show(<Things />)
  expect(await headers()).toEqual(['Name', 'City'])
  await pick('Pune')
  await waitFor(async () => expect(await headers()).toEqual(['Name', 'Number', 'City']))
  const asked = new URLSearchParams(router.state.location.search)
  expect([asked.get('view'), asked.get('sort'), asked.get('pageSize')]).toEqual(['7', '-name', '10'])
  expect(JSON.parse(asked.get('filters') ?? '').conditions[0]).toMatchObject({ field: 'city', value: 'Pune' })
  expect(await screen.findByRole('button', { name: 'View: Pune' })).toBeVisible()
  await pick(/^Usual view/)
  await waitFor(async () => expect(await headers()).toEqual(['Name', 'City']))
  expect(router.state.location.search).toBe('')
})

test('a changed view says so, can be put back, and saved by its keeper', async () => {
  show(<Things />, { at: '/?view=7' })
  expect(await screen.findByRole('button', { name: 'View: Pune' })).toBeVisible()
  const sortByCity = async () => userEvent.click(screen.getByRole('button', { name: 'City' }))
  await sortByCity()
  expect(await screen.findByRole('button', { name: 'View: Pune (changed)' })).toBeVisible()
  await pick('Reset to what was saved')
  expect(await screen.findByRole('button', { name: 'View: Pune' })).toBeVisible()
  await sortByCity()
  await screen.findByRole('button', { name: 'View: Pune (changed)' })
  await pick('Save the changes')
  expect(await screen.findByRole('button', { name: 'View: Pune' })).toBeVisible()
  expect(kept[0]?.content.sort).toBe('city')
})

test('a view that a colleague shares can be shown and put back, not changed', async () => {
  kept = [view({ isShared: true, isMine: false })]
  show(<Things />, { at: '/?view=7' })
  await screen.findByRole('button', { name: 'View: Pune' })
  await userEvent.click(screen.getByRole('button', { name: 'City' }))
  await screen.findByRole('button', { name: 'View: Pune (changed)' })
  await openMenu()
  const menu = within(await screen.findByRole('menu'))
  expect(menu.getByText('shared by asha')).toBeVisible()
  expect(menu.getByRole('menuitem', { name: 'Reset to what was saved' })).toBeVisible()
  for (const name of ['Save the changes', 'Rename or share', 'Delete'])
    expect(menu.queryByRole('menuitem', { name })).toBeNull()
})

test('a list opens with the view that was chosen for it, unless the address asks for something else', async () => {
  defaultId = 7
  const first = show(<Things />)
  expect(await screen.findByRole('button', { name: 'View: Pune' })).toBeVisible()
  await waitFor(async () => expect(await headers()).toEqual(['Name', 'Number', 'City']))
  await pick(/^Usual view/)
  await waitFor(() => expect(first.router.state.location.search).toBe('?view=usual'))
  expect(await screen.findByRole('button', { name: 'Views' })).toBeVisible()
  first.unmount()
  localStorage.removeItem('columns:Things')
  const { router } = show(<Things />, { at: '/?sort=city' })
  expect(await screen.findByRole('button', { name: 'Views' })).toBeVisible()
  expect(router.state.location.search).toBe('?sort=city')
})

test('what stands in a link of a view is meant: only its columns come from the view', async () => {
  const { router } = show(<Things />, { at: '/?view=7&q=fast' })
  await waitFor(async () => expect(await headers()).toEqual(['Name', 'Number', 'City']))
  const asked = new URLSearchParams(router.state.location.search)
  expect([asked.get('q'), asked.get('filters')]).toEqual(['fast', null])
  expect(screen.getByRole('button', { name: 'View: Pune (changed)' })).toBeVisible()
})

test('a new view keeps what the list shows and becomes the one that it opens with', async () => {
  show(<Things />, { at: '/?sort=city' })
  await pick('Save as a new view')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Name is required')).toBeVisible()
  await userEvent.type(dialog.getByLabelText(/^Name/), 'By city')
  await userEvent.click(dialog.getByLabelText('Open the list with this view'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('button', { name: 'View: By city' })).toBeVisible()
  expect(kept[1]).toMatchObject({ name: 'By city', isShared: false, content: { sort: 'city', conditions: [] } })
  expect(defaultId).toBe(8)
  expect(server.calls.filter(c => c.startsWith('POST'))).toHaveLength(1)
})

test('a view that was made is changed, not made again, when only the choice of the first one failed', async () => {
  server.on(setDefaultView, () => ({ status: 503, message: 'Please try again' }))
  show(<Things />)
  await pick('Save as a new view')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(/^Name/), 'Mine')
  await userEvent.click(dialog.getByLabelText('Open the list with this view'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Please try again')).toBeVisible()
  server.on(setDefaultView, () => ({ data: { defaultId: 8 } }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('button', { name: 'View: Mine' })).toBeVisible()
  expect(server.calls.filter(c => c.startsWith('POST'))).toHaveLength(1)
})

test('a view that could not be deleted stays in the address', async () => {
  server.on(deleteSavedView, () => ({ status: 503, message: 'Please try again' }))
  const { router } = show(<Things />, { at: '/?view=7' })
  await screen.findByRole('button', { name: 'View: Pune' })
  await pick('Delete')
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Please try again')).toBeVisible()
  expect(router.state.location.search).toContain('view=7')
})

test('views that could not be read say so and can be asked for again', async () => {
  server.on(listSavedViews, () => ({ status: 400, message: 'No' }))
  show(<Things />)
  await openMenu()
  const again = await screen.findByRole('menuitem', { name: /The views could not be read/ })
  server.on(listSavedViews, () => ({ data: kept, defaultId }))
  await userEvent.click(again)
  expect(await screen.findByRole('menuitem', { name: 'Pune' })).toBeVisible()
})

test('columns change places but for the one that names the row', async () => {
  show(<Things />)
  await headers()
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Number' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Order of columns' }))
  await screen.findByRole('dialog', { name: 'Order of columns' })
  expect(screen.queryByRole('button', { name: 'Name further right' })).toBeNull()
  expect(screen.getByRole('button', { name: 'City further left' })).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: 'City further right' }))
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(async () => expect(await headers()).toEqual(['Name', 'Number', 'City']))
})
