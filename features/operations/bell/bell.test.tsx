// The bell with the real client: its count, its list, what is read when, and notices of the browser itself.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showScreens, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import { type BellEntry, getBell, readBell } from './bell.contract.ts'
import BellButton from './bell-button.tsx'

const entry = (id: string, more: Partial<BellEntry> = {}): BellEntry => ({
  id,
  at: '2026-03-04T08:00:00.000Z',
  severity: 'Major',
  text: `What ${id} says`,
  to: '/alerts/7',
  isUnread: true,
  isOver: false,
  ...more,
})
let server: TestServer
let entries: BellEntry[]
const read: unknown[] = []
beforeEach(() => {
  read.length = 0
  entries = [
    entry('alert-7', { severity: 'Critical' }),
    entry('notice-3', { severity: null, to: '/charger/actions/4' }),
    entry('alert-6', { isUnread: false, isOver: true }),
  ]
  server = testServer()
    .on(getBell, () => {
      const unread = entries.filter(e => e.isUnread).length
      return { data: { unread, critical: unread > 0 ? 1 : 0, last: 9, entries } }
    })
    .on(readBell, ({ body }) => {
      read.push(body)
      entries = entries.map(e => ({ ...e, isUnread: false }))
      return { data: { unread: 0 } }
    })
  signInAs(testUser([roleIn(1, 'Volt Works', { Alert: 'V' })]))
})
const shown = () =>
  showScreens(
    [
      ['/', <BellButton key="b" />],
      ['/charger/actions/:id', 'The act'],
    ],
    '/',
  )

test('counts what is unread; opening it shows the last ones and reads them', async () => {
  const { router } = shown()
  await userEvent.click(await screen.findByRole('button', { name: 'Alerts: 2 unread' }))
  const list = await screen.findByRole('dialog', { name: 'Alerts and notices' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(l => l.textContent),
  ).toEqual([
    expect.stringMatching(/^Critical.*What alert-7 says$/),
    expect.stringMatching(/What notice-3 says$/),
    expect.stringMatching(/, over.*What alert-6 says$/),
  ])
  await waitFor(() => expect(read).toEqual([{ to: 9, notices: [3] }]))
  expect(await screen.findByRole('button', { name: 'Alerts: none unread', hidden: true })).toBeInTheDocument()
  await userEvent.click(within(list).getByRole('link', { name: /notice-3/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/charger/actions/4'))
})

test('what fails to load says so, and an empty bell says that nothing has happened', async () => {
  server.on(getBell, () => ({ status: 422, message: 'Away' }))
  shown()
  await userEvent.click(await screen.findByRole('button', { name: /^Alerts: / }))
  const list = await screen.findByRole('dialog', { name: 'Alerts and notices' })
  server.on(getBell, { data: { unread: 0, critical: 0, last: 0, entries: [] } })
  await userEvent.click(await within(list).findByRole('button', { name: 'Retry' }))
  expect(await within(list).findByText('Nothing has happened in your teams.')).toBeVisible()
  expect(read).toEqual([])
})

test('a critical alert that comes while the page is open is shown by a browser that may; what stood before is not', async () => {
  const notices: [string, { tag?: string }][] = []
  class Notice {
    static permission = 'granted'
    onclick = null
    constructor(title: string, options: { tag?: string }) {
      notices.push([title, options])
    }
    close() {}
  }
  vi.stubGlobal('Notification', Notice)
  const { cache } = shown()
  await screen.findByRole('button', { name: 'Alerts: 2 unread' })
  expect(notices).toEqual([])
  entries = [entry('alert-8', { severity: 'Critical' }), entry('alert-9')]
  server.on(getBell, { data: { unread: 2, critical: 1, last: 11, entries } })
  await cache.invalidateQueries()
  await waitFor(() => expect(notices).toEqual([['What alert-8 says', expect.objectContaining({ tag: 'alert-8' })]]))
  vi.unstubAllGlobals()
})

test('a notice about the page that is being looked at is read there, and not counted; alerts and other notices stay', async () => {
  entries = [entry('notice-5', { severity: null, to: '/' }), entry('notice-3', { severity: null, to: '/import/4' })]
  server.on(readBell, ({ body }) => {
    read.push(body)
    entries = entries.map(e => ({ ...e, isUnread: e.isUnread && e.id !== 'notice-5' }))
    return { data: { unread: 1 } }
  })
  shown()
  expect(await screen.findByRole('button', { name: 'Alerts: 1 unread' })).toBeInTheDocument()
  await waitFor(() => expect(read).toEqual([{ to: 0, notices: [5] }]))
})
