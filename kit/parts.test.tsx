import Edit from '@mui/icons-material/EditOutlined'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, testUser } from '#testing/web/server.ts'
import { type Action, ActionButton, standing } from './actions.tsx'
import { ChartCard } from './chart-card.tsx'
import { type Column, cellText, fileHeader, fileValue } from './columns.tsx'
import { deletion } from './confirm.tsx'
import { portionOf, streamOf } from './export.ts'
import { Energy, Money } from './figures.tsx'
import { narrow } from './list.ts'
import { noFilters } from './list-state.ts'
import { Page } from './page.tsx'
import { pressed } from './shortcuts.ts'
import { sparkPath } from './sparkline.tsx'
import { StatTile } from './stat-tile.tsx'
import { statusOf } from './status.ts'
import { Tabs } from './tabs.tsx'

const action = (more: Partial<Action<{ on: boolean }>> = {}): Action<{ on: boolean }> => ({
  id: 'a',
  label: 'Do it',
  icon: Edit,
  run: () => undefined,
  ...more,
})

test('an action is hidden without its right, ready with it, and says why it cannot be used', () => {
  const role = roleIn(1, 'T', { Tag: 'V' })
  expect(standing(action({ right: 'Tag.update' }), { on: true }, role)).toBe('hidden')
  expect(standing(action({ right: ['Tag.update', 'Tag.view'] }), { on: true }, role)).toBe('ready')
  expect(standing(action({ when: t => t.on }), { on: false }, role)).toBe('hidden')
  expect(standing(action({ when: t => t.on || 'It is off' }), { on: false }, role)).toEqual({ why: 'It is off' })
})

test('a dangerous action names its target first, does nothing on Cancel and runs on Delete', async () => {
  signInAs()
  let ran = 0
  const remove = action({
    label: 'Delete',
    danger: true,
    confirm: () => deletion('Price group Night'),
    run: () => {
      ran++
      return { message: 'Price group deleted successfully' }
    },
  })
  show(<ActionButton action={remove} target={{ on: true }} />)
  const press = (name: string) => screen.findByRole('button', { name }).then(b => userEvent.click(b))
  await press('Delete')
  expect(await screen.findByRole('dialog', { name: 'Price group Night' })).toHaveTextContent(
    'Are you sure you want to delete this record?',
  )
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(ran).toBe(0)
  await press('Delete')
  await screen.findByRole('dialog')
  await press('Delete')
  expect(await screen.findByText('Price group deleted successfully')).toBeVisible()
  expect(ran).toBe(1)
})

test('the primary action of a page is there for whoever has the right, and only for them', () => {
  signInAs(testUser([roleIn(1, 'T', { Tag: 'V' })]))
  const add: Action = { id: 'add', label: 'Add Tag', icon: Edit, right: 'Tag.create', run: () => undefined }
  const { unmount } = show(<Page primary={add}>list</Page>)
  expect(screen.queryByRole('button', { name: 'Add Tag' })).toBeNull()
  unmount()
  signInAs(testUser([roleIn(1, 'T', { Tag: 'VC' })]))
  show(<Page primary={add}>list</Page>)
  expect(screen.getByRole('button', { name: 'Add Tag' })).toBeVisible()
})

test('cells read by their kind, files hold numbers, dates and text', async () => {
  const row = { a: 1234567.5, e: 12_345, t: '2025-01-31T18:30:00Z', f: 'Y', bad: 'x', none: null }
  const col = (c: Column<typeof row>) => c
  expect(cellText(col({ field: 'a', header: 'A', kind: 'money' }), row)).toBe('₹12,34,567.50')
  expect(cellText(col({ field: 'e', header: 'E', kind: 'energy' }), row)).toBe('12.35 kWh')
  expect(cellText(col({ field: 't', header: 'T', kind: 'time' }), row)).toBe('01 Feb 2025 00:00')
  expect(cellText(col({ field: 'f', header: 'F', kind: 'flag' }), row)).toBe('Yes')
  expect(cellText(col({ field: 'none', header: 'N' }), row)).toBe('–')
  const energy = col({ field: 'e', header: 'Energy', kind: 'energy' })
  expect([fileHeader(energy), fileValue(energy, row)]).toEqual(['Energy (kWh)', 12.345])
  expect(fileValue(col({ field: 't', header: 'T', kind: 'time' }), row)).toEqual(new Date('2025-01-31T18:30:00Z'))
  expect(fileHeader(col({ field: 't', header: 'Start Time', kind: 'relative' }))).toBe('Start Time (Asia/Kolkata)')
  expect(fileValue(col({ field: 'bad', header: 'B', kind: 'money' }), row)).toBe(0)
  expect(fileValue(col({ field: 'none', header: 'N', kind: 'money' }), row)).toBe(0)
  expect(fileValue(col({ field: 'words', header: 'W', kind: 'number', value: () => 'EVSE 1' }), row)).toBe('EVSE 1')
  // A register that is not there is not a register at 0.
  expect(fileValue(col({ field: 'none', header: 'N', kind: 'number' }), row)).toBe('')
  const { portions, ...file } = streamOf([energy, col({ field: 'f', header: 'F', noExport: true })], portionOf([row]))
  expect(file).toEqual({ header: ['Energy (kWh)'], moneyAt: [] })
  expect(await Array.fromAsync(portions)).toEqual([[[12.345]]])
})

test('figures carry their unit, and nothing is a dash', () => {
  show(
    <>
      <Money amount={1500n} /> <Money amount={0.5} /> <Energy energyWh={500} /> <Money amount={null} />
    </>,
  )
  for (const text of ['₹15.00', '₹0.50', '0.50 kWh', '–']) expect(screen.getByText(text)).toBeVisible()
})

test('a short list is searched, filtered and sorted in the browser', () => {
  const rows = [
    { n: 'b10', v: 2 },
    { n: 'B9', v: 1 },
    { n: 'a', v: 3 },
  ]
  const names = (state: object) =>
    narrow(
      rows,
      { q: '', filters: noFilters, sort: undefined, ...state },
      { search: r => [r.n], filterFields: { v: 'number' } },
      330,
    ).map(r => r.n)
  expect(names({ sort: 'n' })).toEqual(['a', 'B9', 'b10'])
  expect(names({ sort: '-v' })).toEqual(['a', 'b10', 'B9'])
  expect(names({ q: 'B' })).toEqual(['b10', 'B9'])
  const words = { of: (r: { v: number }) => (r.v > 1 ? 'Inactive' : 'Active'), all: ['Active', 'Inactive'] }
  const found = (q: string) => narrow(rows, { q, filters: noFilters, sort: 'n' }, { words }, 330).map(r => r.n)
  expect([found('active'), found('inact')]).toEqual([['B9'], ['a', 'b10']])
  expect(
    names({ filters: { combine: 'AND', conditions: [{ field: 'v', operator: 'greaterThan', value: 1 }] } }),
  ).toEqual(['b10', 'a'])
})

test('every state has its word and tone, an unknown one reads as it is', () => {
  expect(statusOf('station', 'online')).toEqual({ tone: 'success', label: 'Online' })
  expect(statusOf('connector', 'SuspendedEV')).toEqual({ tone: 'warning', label: 'SuspendedEV' })
  expect(statusOf('payment', 'refunded').tone).toBe('active')
  expect(statusOf('task', 'Weird')).toEqual({ tone: 'neutral', label: 'Weird' })
  expect(statusOf('task', 'constructor')).toEqual({ tone: 'neutral', label: 'constructor' })
  expect(statusOf('station', null)).toEqual({ tone: 'neutral', label: 'Unknown' })
})

test('a tile has its count in full, and of a figure that is shortened the exact one on hover', () => {
  show(
    <>
      <StatTile label="Total Transactions" value={1234567} />
      <StatTile label="Total Revenue" value="₹1.3k" exact="₹1,260.00" />
    </>,
  )
  expect(screen.getByText('12,34,567')).not.toHaveAttribute('title')
  expect(screen.getByText('₹1.3k')).toHaveAttribute('title', '₹1,260.00')
})

test('a curve breaks at gaps and is nothing without two values', () => {
  expect(sparkPath([1, 2, null, 3, 1], 28).match(/M/g)).toHaveLength(2)
  expect(sparkPath([1, null], 28)).toBe('')
})

test('a chart without figures says so; with figures its table names them and the gap', async () => {
  const series = [{ id: 'a', label: 'CARD', values: [1500, null] }]
  const { unmount } = show(
    <ChartCard
      title="Revenue"
      unit="₹"
      x={['Mon', 'Tue']}
      series={[{ id: 'a', label: 'CARD', values: [null, null] }]}
    />,
  )
  expect(screen.getByText('No data available')).toBeVisible()
  unmount()
  show(<ChartCard title="Revenue" unit="₹" x={['Mon', 'Tue']} series={series} />)
  await userEvent.click(screen.getByRole('button', { name: 'Show as table: Revenue' }))
  expect(screen.getByRole('row', { name: 'Mon 1,500' })).toBeVisible()
  expect(screen.getByRole('row', { name: 'Tue –' })).toBeVisible()
})

test.each([
  ['Voltage', 'V', 'Voltage (V)'],
  ['Power', 'W', 'Power (W)'],
  ['Energy delivered in kWh', 'kWh', 'Energy delivered in kWh'],
  ['Revenue', undefined, 'Revenue'],
])('the heading of a chart names its unit once: %s, %s', (title, unit, heading) => {
  show(<ChartCard title={title} {...(unit && { unit })} x={['Mon']} series={[{ id: 'a', label: 'A', values: [1] }]} />)
  expect(screen.getByRole('heading', { name: heading })).toBeVisible()
})

test('the tab lives in the URL and a tab with errors says so', async () => {
  const items = [
    { id: 'general', label: 'General', panel: 'one' },
    { id: 'faq', label: 'FAQ', panel: 'two', hasError: true },
  ]
  const { router } = show(<Tabs label="Charger" items={items} />, { at: '/?q=1' })
  expect(screen.getByText('one')).toBeVisible()
  await userEvent.click(screen.getByRole('tab', { name: /FAQ.*has errors/ }))
  expect(router.state.location.search).toBe('?q=1&tab=faq')
  expect(screen.getByText('two')).toBeVisible()
})

test('a shortcut is its keys and no others, and a letter typed into a field is a letter', () => {
  const key = (k: string, more: KeyboardEventInit = {}) => new KeyboardEvent('keydown', { key: k, ...more })
  expect(pressed('Mod+K', key('k', { ctrlKey: true }))).toBe(true)
  expect(pressed('Mod+K', key('k'))).toBe(false)
  expect(pressed('Shift+N', key('N', { shiftKey: true }))).toBe(true)
  expect(pressed('n', key('N', { shiftKey: true }))).toBe(false)
  expect(pressed('?', key('?', { shiftKey: true }))).toBe(true)
  const field = document.createElement('input')
  let hit = true
  field.addEventListener('keydown', e => {
    hit = pressed('n', e)
  })
  field.dispatchEvent(key('n'))
  expect(hit).toBe(false)
})
