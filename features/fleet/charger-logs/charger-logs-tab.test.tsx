// The Logs tab on the real client: live rows on top, older pages below, an interval that stands still, texts and file.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { downloads } from '#testing/web/downloads.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { type TestServer, testServer } from '#testing/web/server.ts'
import { getExchange, listLog, listLogInterval, searchLog } from './charger-log.contract.ts'
import { ChargerLogsTab } from './charger-logs-tab.tsx'
import { listSecurityEvents } from './security-event.contract.ts'

const charger = { chargepoint_pk: 5, chargepoint_id: 'CP-5' }
const entry = (n: number) => ({
  id: n,
  messageTime: new Date(1_760_000_000_000 + n * 1000).toISOString(),
  messageType: n % 2 ? ('INCOMING' as const) : ('OUTGOING' as const),
  message: `[2,"m${n}","Action${n}",{"padding":"${'x'.repeat(120)}"}]`,
})
/** Newest first, `n` down to `from`. */
const entries = (n: number, from = 1) => Array.from({ length: Math.max(0, n - from + 1) }, (_, i) => entry(n - i))

let newest = 120
/** A log of `newest` rows, paged by position as the server does. */
const serveLog = (server: TestServer) =>
  server.on(listLog, ({ query }) => {
    const limit = Number(query.get('limit'))
    const below = query.get('before') ? Number(query.get('before')?.split('.')[1]) - 1 : newest
    const data = entries(below, Math.max(1, below - limit + 1))
    const last = data.at(-1)?.id ?? 0
    return { data, page: 1, limit, total: newest, next: last > 1 ? `1.${last}` : null }
  })
/** Opens the live stream by hand; returns a function that writes an event into it. */
function liveStream() {
  const rest = globalThis.fetch
  let out: ReadableStreamDefaultController<Uint8Array> | undefined
  const keep = (c: ReadableStreamDefaultController<Uint8Array>) => {
    out = c
  }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!url.includes('/events')) return rest(url, init)
    expect(url).toContain('charger=CP-5')
    return new Response(new ReadableStream<Uint8Array>({ start: keep }), {
      headers: { 'content-type': 'text/event-stream' },
    })
  })
  return (n: number) => {
    const { id, ...e } = entry(n)
    const event = { type: 'log', at: e.messageTime, teamId: 1, chargepoint_pk: 5, id: `live-${id}`, ...e }
    act(() => out?.enqueue(new TextEncoder().encode(`event: log\ndata: ${JSON.stringify(event)}\n\n`)))
  }
}
const list = () => screen.findByRole('list', { name: 'Logs' })
const shown = async () =>
  within(await list())
    .getAllByRole('listitem')
    .map(i => /Action\d+/.exec(i.textContent ?? '')?.[0])
const tab = (at = '/') => show(<ChargerLogsTab teamId={1} charger={charger} />, { at })

beforeEach(() => {
  newest = 120
  signInAs()
  // jsdom has no layout; the list draws what fits in sight.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(560)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900)
})

test('rows are newest first, cut at 100 characters, and only those in sight are drawn', async () => {
  serveLog(testServer())
  tab()
  const items = within(await list()).getAllByRole('listitem')
  expect((await shown()).slice(0, 3)).toEqual(['Action120', 'Action119', 'Action118'])
  expect(items.length).toBeLessThan(40)
  expect(items[0]).toHaveTextContent('OUTGOING')
  expect(items[1]).toHaveTextContent('INCOMING')
  expect(items[0]?.textContent).toContain(`${entry(120).message.slice(0, 100)}…`)
  expect(items[0]).toHaveAttribute('aria-posinset', '1')
  expect(screen.getByText('120 messages')).toBeVisible()
  expect(screen.getByText('Your current timezone is 5.5hrs ahead.')).toBeVisible()
})

test('a click opens the whole message with its fields, and its answer beside it', async () => {
  const server = serveLog(testServer())
  const [request, other] = [entry(120), entry(119)]
  const answer = { ...other, messageType: 'INCOMING' as const, messageTime: request.messageTime }
  server.on(getExchange, ({ query }) => {
    expect(Object.fromEntries(query)).toEqual({ at: request.messageTime, messageId: 'm120' })
    return { data: [request, { ...answer, id: 121, message: '[4,"m120","NotSupported","",{}]' }] }
  })
  tab()
  await userEvent.click(within(await list()).getAllByRole('button')[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'Action120' })
  expect(within(dialog).getByRole('region', { name: 'Message' }).textContent).toBe(
    JSON.stringify(JSON.parse(request.message), null, 2),
  )
  expect(within(dialog).getByRole('button', { name: 'Copy message' })).toBeVisible()
  expect(await within(dialog).findByText('Answered after 0 ms.')).toBeVisible()
  const fields = within(dialog).getByRole('region', { name: 'Fields of the request' })
  expect(within(fields).getByRole('row', { name: /^padding x+ Unknown field/ })).toBeVisible()
  const refusal = within(dialog).getByRole('region', { name: 'Fields of the error' })
  expect(within(refusal).getByText('The receiver knows this action and does not offer it.')).toBeVisible()
})

test('a text, an action, a type and a kind are looked for, further back as long as little is found', async () => {
  const server = serveLog(testServer())
  server.on(searchLog, ({ query }) => {
    const isFirst = query.get('before') === null
    return isFirst
      ? { data: entries(3, 2), next: '1.2', searchedTo: '2026-01-02T00:00:00Z' }
      : { data: entries(1), next: null, searchedTo: '2026-01-01T00:00:00Z' }
  })
  const files = downloads()
  const { router } = tab()
  await list()
  type('Text in message', ' hush ')
  for (const [label, option] of [
    ['Action', 'Heartbeat'],
    ['Type (direction)', 'From the charger'],
    ['Kind (of message)', 'Errors'],
  ] as const) {
    await userEvent.click(screen.getByRole('combobox', { name: label }))
    await userEvent.click(await screen.findByRole('option', { name: option }))
  }
  await userEvent.click(screen.getByRole('button', { name: 'Search' }))
  await waitFor(async () => expect(await shown()).toEqual(['Action3', 'Action2', 'Action1']))
  expect(screen.getByRole('status')).toHaveTextContent('3 found, everything was looked through')
  const asked = server.calls.filter(c => c.includes('/log/search')).map(c => new URLSearchParams(c.split('?')[1]))
  const wanted = { q: 'hush', action: 'Heartbeat', messageType: 'INCOMING', kind: 'ERROR', limit: '50' }
  expect(asked.map(a => Object.fromEntries(a))).toEqual([wanted, { ...wanted, before: '1.2' }])
  expect(router.state.location.search).toContain('action=Heartbeat')
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect((await files[0]?.blob.text())?.split('\r\n')).toHaveLength(1 + 3 + 1)
  await userEvent.click(screen.getByRole('button', { name: 'Clear Filter' }))
  await waitFor(async () => expect((await shown())[0]).toBe('Action120'))
  expect(router.state.location.search).toBe('')
})

test('a search that finds nothing stops after a few calls, says how far it has looked, and goes on when asked', async () => {
  serveLog(testServer()).on(searchLog, ({ query }) => {
    const day = Number(query.get('before')?.split('.')[0] ?? 20) - 1
    return { data: [], next: `${day}.0`, searchedTo: `2026-01-${day}T00:00:00Z` }
  })
  tab('/?q=needle')
  expect(await screen.findByText('0 found, looked back to 15 Jan 2026 05:30')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Look further back' })).toBeEnabled()
  expect(screen.getByText('No Logs Found')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Look further back' }))
  expect(await screen.findByText('0 found, looked back to 10 Jan 2026 05:30')).toBeVisible()
})

test('what arrives on the stream is on top, once, and loaded rows stay', async () => {
  serveLog(testServer())
  const write = liveStream()
  tab()
  expect(await screen.findByText('Live')).toBeVisible()
  newest = 121
  write(121)
  await waitFor(async () => expect((await shown()).slice(0, 2)).toEqual(['Action121', 'Action120']))
  expect(await screen.findByText('121 messages')).toBeVisible()
  // The same frame comes with a page too.
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(async () => expect((await shown()).slice(0, 2)).toEqual(['Action121', 'Action120']))
})

test('near the end the next page is asked for once, by its position', async () => {
  const server = serveLog(testServer())
  liveStream()
  tab()
  const box = (await list()).parentElement as HTMLElement
  Object.defineProperties(box, { scrollHeight: { value: 2000 }, clientHeight: { value: 560 } })
  const pages = () => server.calls.filter(c => c.includes('before='))
  box.scrollTop = 1000
  fireEvent.scroll(box)
  expect(pages()).toEqual([])
  box.scrollTop = 1200
  fireEvent.scroll(box)
  fireEvent.scroll(box)
  await waitFor(() => expect(pages()).toEqual([expect.stringContaining('before=1.71')]))
})

test('while the stream is broken, page 1 is asked for every 5 seconds', async () => {
  const server = serveLog(testServer())
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    tab()
    await list()
    const before = server.calls.filter(c => c.includes('/log?')).length
    newest = 123
    await act(() => vi.advanceTimersByTimeAsync(5100))
    await waitFor(async () => expect((await shown())[0]).toBe('Action123'))
    expect(server.calls.filter(c => c.includes('/log?')).length).toBeGreaterThan(before)
    expect(screen.getByText('Updating every 5 seconds')).toBeVisible()
  } finally {
    vi.useRealTimers()
  }
})

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('an interval that is none makes no call and says so', async () => {
  const server = serveLog(testServer())
  tab()
  await list()
  await userEvent.click(screen.getByRole('button', { name: 'Search' }))
  expect(screen.getByText('Please select a valid time interval')).toBeVisible()
  type('Start Date/Time', '2026-01-02T10:00:00')
  type('End Date/Time', '2026-01-02T09:00:00')
  await userEvent.click(screen.getByRole('button', { name: 'Search' }))
  expect(screen.getByText('Please select a valid time interval')).toBeVisible()
  expect(server.calls.filter(c => c.includes('time_interval'))).toEqual([])
})

test('an interval is asked for in UTC, stands still and lives in the address; Clear Filter goes back to live', async () => {
  const server = serveLog(testServer())
  server.on(listLogInterval, { data: entries(3), total: 3, isCut: false })
  const { router } = tab()
  await list()
  type('Start Date/Time', '2026-01-02T10:00:00')
  type('End Date/Time', '2026-01-02T11:30:00')
  await userEvent.click(screen.getByRole('button', { name: 'Search' }))
  await waitFor(async () => expect(await shown()).toEqual(['Action3', 'Action2', 'Action1']))
  expect(screen.getByText('Time filter')).toBeVisible()
  const call = server.calls.find(c => c.includes('time_interval'))
  // The browser of the test stands in India.
  expect(Object.fromEntries(new URLSearchParams(call?.split('?')[1]))).toEqual({
    startDate: '2026-01-02',
    startTime: '04:30:00',
    endDate: '2026-01-02',
    endTime: '06:00:00',
  })
  expect(router.state.location.search).toContain('from=2026-01-02T10%3A00')
  await userEvent.click(screen.getByRole('button', { name: 'Clear Filter' }))
  await waitFor(async () => expect((await shown())[0]).toBe('Action120'))
  expect(router.state.location.search).toBe('')
  expect(screen.getByLabelText('Start Date/Time')).toHaveValue('')
})

test('a pasted link shows its interval, and an empty one its own words', async () => {
  serveLog(testServer()).on(listLogInterval, { data: [], total: 0, isCut: false })
  tab('/?from=2026-01-02T10:00:00&to=2026-01-02T11:00:00')
  expect(await screen.findByText('No Logs Found')).toBeVisible()
  expect(screen.getByText('Try adjusting your date range or search criteria')).toBeVisible()
  expect(screen.getByLabelText('End Date/Time')).toHaveValue('2026-01-02T11:00')
})

test('Export CSV holds every page of the live log', async () => {
  serveLog(testServer())
  const files = downloads()
  tab()
  await list()
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect(files[0]?.name).toBe('Logs.csv')
  const lines = (await files[0]?.blob.text())?.split('\r\n') ?? []
  // Header, 120 rows, a blank line after each fifty, and the end of the last line.
  expect(lines).toHaveLength(1 + 120 + 2 + 1)
  expect(lines[51]).toBe('')
})

test('security events: a list of their own behind a choice that lives in the address, with severity, times and who says so', async () => {
  const at = '2026-01-02T10:00:00.000Z'
  const server = serveLog(testServer()).on(listSecurityEvents, {
    data: [
      {
        id: 1,
        at,
        toldAt: '2026-01-02T15:30:00.000Z',
        receivedAt: at,
        type: 'TamperDetectionActivated',
        severity: 'Critical',
        source: 'Charger',
        techInfo: 'Lid opened',
      },
    ],
    page: 1,
    pageSize: 20,
    total: 1,
  })
  const { router } = tab()
  await list()
  await userEvent.click(screen.getByRole('button', { name: 'Security events' }))
  expect(await screen.findByText('TamperDetectionActivated')).toBeVisible()
  for (const text of ['Critical', 'Lid opened', 'Charger']) expect(screen.getAllByText(text)[0]).toBeVisible()
  expect(router.state.location.search).toContain('log=security')
  expect(server.calls.some(c => c.includes('security-events?') && c.includes('sort=-at'))).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Messages' }))
  await list()
  expect(router.state.location.search).not.toContain('log=')
})

test('a refusal of the server is shown, with a way to try again', async () => {
  testServer().on(listLog, () => ({ status: 500, message: 'Something went wrong. Please try again.' }))
  tab()
  expect(await screen.findByText('Something went wrong. Please try again.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})
