// The panel with the real client: its lines with their words and links, its empty and failed states, the roles that do
// not see it, and its regular reading while the stream is away.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useLiveConnection } from '#kit/live.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { type TestServer, testServer } from '#testing/web/server.ts'
import { type AttentionItem, listAttention } from './attention.contract.ts'
import { AttentionPanel } from './attention-panel.parts.tsx'

const hourAgo = (hours: number) => new Date(Date.now() - (hours + 0.5) * 3_600_000).toISOString()
const item = (more: Partial<AttentionItem>): AttentionItem => ({
  kind: 'offline',
  tone: 'offline',
  count: 12,
  title: 'charge points offline',
  since: hourAgo(3),
  loss: null,
  step: 'Check power and SIM',
  to: '/charger?filters=x',
  ...more,
})
let server: TestServer
beforeEach(() => {
  server = testServer()
})
const open = (data: AttentionItem[], kinds = 8) => {
  server.on(listAttention, { data, kinds })
  signInAs()
  return show(<AttentionPanel />)
}

test('a line says how many, since when, what is lost, and leads to its list', async () => {
  const loss = { perHour: 1240.4, soFar: 3721.2, covers: 10, workedOutAt: hourAgo(5) }
  const { router } = open([
    item({ loss }),
    item({ kind: 'of-later', tone: 'warning', count: 1, title: 'failed refund', since: null }),
  ])
  const list = await screen.findByRole('list', { name: 'What needs attention' })
  const [first, second] = within(list).getAllByRole('link')
  expect(first).toHaveTextContent(/^12 charge points offline~₹1,240\/hCheck power and SIMoldest 3 hours ago$/)
  expect(first).toHaveAttribute('title', 'About ₹3,721 so far, an estimate of 10 of 12')
  // A kind that the portal was not made for.
  expect(second).toHaveTextContent(/^1 failed refundCheck power and SIM$/)
  expect(screen.getByText(/Estimated/)).toHaveTextContent(
    '~ is the estimated loss an hour; ₹3,721 lost so far. Estimated for 10 of 12 from what they earned while up in the last 28 days, calculated 5 hours ago.',
  )
  await userEvent.tab()
  expect(first).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(router.state.location.pathname + router.state.location.search).toBe('/charger?filters=x')
})

test('an estimate that covers all says nothing of a part; without one there is no figure and no footnote', async () => {
  const view = open([item({ loss: { perHour: 10, soFar: 20, covers: 12, workedOutAt: hourAgo(1) } })])
  expect(await screen.findByRole('link')).toHaveAttribute('title', 'About ₹20 so far, an estimate')
  expect(screen.getByText(/Estimated/)).toHaveTextContent(/₹20 lost so far. Estimated from what/)
  view.unmount()
  open([item({})])
  expect(await screen.findByRole('link')).not.toHaveTextContent('₹')
  expect(screen.queryByText(/estimated/)).toBeNull()
})

test('nothing to attend to', async () => {
  open([])
  expect(await screen.findByText('Nothing needs attention')).toBeVisible()
  expect(screen.getByRole('region', { name: 'Needs attention' })).toBeVisible()
})

test('a reader who may see no kind is told nothing, not that all is well', async () => {
  open([], 0)
  await waitFor(() => expect(server.calls.some(c => c.includes('/attention'))).toBe(true))
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
  expect(screen.queryByText('Nothing needs attention')).toBeNull()
})

test('what cannot be had says why and is tried again', async () => {
  server.on(listAttention, () => ({ status: 422, message: 'Not so' }))
  signInAs()
  show(<AttentionPanel />)
  expect(await screen.findByText('Failed to load what needs attention: Not so')).toBeVisible()
  server.on(listAttention, { data: [item({})], kinds: 8 })
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('charge points offline', { exact: false })).toBeVisible()
  expect(screen.queryByText(/Failed to load/)).toBeNull()
})

describe('it follows what happens', () => {
  const asked = () => server.calls.filter(c => c.endsWith('/attention')).length
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  test('while the stream is away it is read again every half minute', async () => {
    open([item({})])
    await screen.findByRole('link')
    const before = asked()
    await pass(29_000)
    expect(asked()).toBe(before)
    await pass(2000)
    await waitFor(() => expect(asked()).toBe(before + 1))
  })

  test('events of chargers and sessions are gathered: one reading after 15 seconds, none without an event', async () => {
    server.on(listAttention, { data: [item({})], kinds: 8 })
    const rest = globalThis.fetch
    let out: ReadableStreamDefaultController<Uint8Array> | undefined
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
      url.includes('/events')
        ? new Response(
            new ReadableStream<Uint8Array>({
              start: c => {
                out = c
              },
            }),
            { headers: { 'content-type': 'text/event-stream' } },
          )
        : rest(url, init),
    )
    const Live = () => {
      useLiveConnection()
      return <AttentionPanel />
    }
    signInAs()
    show(<Live />)
    await screen.findByRole('link')
    await waitFor(() => expect(out).toBeDefined())
    const station = {
      type: 'station',
      at: 'x',
      teamId: 1,
      chargepoint_pk: 5,
      chargepoint_id: 'CP-5',
      status: 'offline',
    }
    const more = { connected: false, statusCode: 'I', lastHeartbeatTimestamp: null, activeConnectors: 0, powerKw: null }
    const say = () =>
      act(async () =>
        out?.enqueue(new TextEncoder().encode(`event: station\ndata: ${JSON.stringify({ ...station, ...more })}\n\n`)),
      )
    const before = asked()
    for (let i = 0; i < 3; i++) {
      await say()
      await pass(2000)
    }
    expect(asked()).toBe(before)
    await pass(10_000)
    await waitFor(() => expect(asked()).toBe(before + 1))
    await pass(60_000)
    expect(asked()).toBe(before + 1)
  })
})
