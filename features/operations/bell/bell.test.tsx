// The bell with the real client: its count, its list, what is read when, and notices of the browser itself.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { useLiveConnection } from '#kit/live.ts'
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
let hasMore = false
const read: unknown[] = []
beforeEach(() => {
  read.length = 0
  hasMore = false
  entries = [
    entry('alert-7', { severity: 'Critical' }),
    entry('notice-3', { severity: null, to: '/charger/actions/4' }),
    entry('alert-6', { isUnread: false, isOver: true }),
  ]
  server = testServer()
    .on(getBell, () => {
      const unread = entries.filter(e => e.isUnread).length
      return { data: { unread, critical: unread > 0 ? 1 : 0, first: 4, last: 9, entries, hasMore } }
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
  await waitFor(() => expect(read).toEqual([{ from: 4, to: 9, notices: [3] }]))
  expect(await screen.findByRole('button', { name: 'Alerts: none unread', hidden: true })).toBeInTheDocument()
  await userEvent.click(within(list).getByRole('link', { name: /notice-3/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/charger/actions/4'))
})

test('what fails to load says so, and an empty bell says that nothing has happened', async () => {
  server.on(getBell, () => ({ status: 422, message: 'Away' }))
  shown()
  await userEvent.click(await screen.findByRole('button', { name: /^Alerts: / }))
  const list = await screen.findByRole('dialog', { name: 'Alerts and notices' })
  server.on(getBell, { data: { unread: 0, critical: 0, first: 0, last: 0, entries: [], hasMore: false } })
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
  server.on(getBell, { data: { unread: 2, critical: 1, first: 4, last: 11, entries, hasMore } })
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
  await waitFor(() => expect(read).toEqual([{ from: 0, to: 0, notices: [5] }]))
})

test('only what is listed is read; the rest stays counted and is reached by showing more', async () => {
  const all = Array.from({ length: 130 }, (_, n) => entry(`alert-${200 - n}`))
  const asked: (string | null)[] = []
  server
    .on(getBell, ({ query }) => {
      const listed = Number(query.get('listed') ?? 20)
      asked.push(query.get('listed'))
      const unread = all.filter(e => e.isUnread).length
      const data = { unread: Math.min(99, unread), critical: 0, first: 201 - listed, last: 200 }
      return { data: { ...data, entries: all.slice(0, listed), hasMore: listed < all.length } }
    })
    .on(readBell, ({ body }) => {
      const { from } = body as { from: number }
      read.push(body)
      for (const e of all) if (Number(e.id.slice(6)) >= from) e.isUnread = false
      return { data: { unread: 0 } }
    })
  shown()
  const bell = await screen.findByRole('button', { name: 'Alerts: 99 or more unread' })
  expect(within(bell).getByText('99+')).toBeInTheDocument()
  await userEvent.click(bell)
  const list = await screen.findByRole('dialog', { name: 'Alerts and notices' })
  await waitFor(() => expect(read).toEqual([{ from: 181, to: 200, notices: [] }]))
  await userEvent.click(await within(list).findByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(read).toEqual([expect.anything(), { from: 161, to: 200, notices: [] }]))
  expect(within(list).getAllByRole('listitem')).toHaveLength(40)
  expect(await within(list).findByText('90 not read yet')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Alerts: 90 unread', hidden: true })).toBeInTheDocument()
  expect(asked).toContain('40')
})

test('what is older than the list is read at one stroke', async () => {
  hasMore = true
  server.on(getBell, { data: { unread: 99, critical: 0, first: 4, last: 9, entries, hasMore } })
  shown()
  await userEvent.click(await screen.findByRole('button', { name: 'Alerts: 99 or more unread' }))
  const list = await screen.findByRole('dialog', { name: 'Alerts and notices' })
  await userEvent.click(await within(list).findByRole('button', { name: 'Mark all as read' }))
  await waitFor(() =>
    expect(read.at(-1)).toEqual({ from: 0, to: 9, notices: [], older_until: '2026-03-04T08:00:00.000Z' }),
  )
})

test('while nothing can be asked the bell says that it does not know, not that nothing is unread', async () => {
  server.on(getBell, () => ({ status: 422, message: 'Away' }))
  const { unmount } = shown()
  const unknown = 'Alerts: not known while the portal is not connected'
  expect(await screen.findByRole('button', { name: unknown })).toHaveTextContent('?')
  unmount()
  // What was read before is old by then: the last count is not told as if it were that of now.
  entries = []
  server.on(getBell, { data: { unread: 0, critical: 0, first: 0, last: 0, entries: [], hasMore: false } })
  const { cache } = shown()
  expect(await screen.findByRole('button', { name: 'Alerts: none unread' })).not.toHaveTextContent('?')
  server.on(getBell, () => ({ status: 422, message: 'Away' }))
  await cache.invalidateQueries()
  expect(await screen.findByRole('button', { name: unknown })).toBeVisible()
})

function LiveBell() {
  useLiveConnection()
  return <BellButton />
}
test('while the live stream is away, none unread is not known, and what was unread before is still told', async () => {
  const ask = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (String(url).endsWith('/events')) throw new TypeError('Failed to fetch')
    return ask(url, init)
  })
  const { unmount } = showScreens([['/', <LiveBell key="b" />]], '/')
  expect(
    await screen.findByRole('button', { name: 'Alerts: 2 unread when last heard, later ones are not known' }),
  ).toHaveTextContent('2')
  unmount()
  entries = []
  showScreens([['/', <LiveBell key="b" />]], '/')
  const unknown = await screen.findByRole('button', { name: 'Alerts: not known while the portal is not connected' })
  expect(unknown).toHaveTextContent('?')
})
