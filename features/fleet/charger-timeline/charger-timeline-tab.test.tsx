// The Timeline tab on the real client: the calls and rights of each lane, the list with the same events, moving and
// zooming by buttons and keys, and the address that holds the view.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { getExchange } from '#fleet/charger-logs/charger-log.contract.ts'
import { chargerAudited } from '#fleet/chargers/charger-audit.words.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, testServer, testUser } from '#testing/web/server.ts'
import { ChargerTimelineTab } from './charger-timeline-tab.tsx'
import { getTimeline, getTimelineChanges, getTimelineSessions } from './timeline.contract.ts'

const charger = { chargepoint_pk: 5, chargepoint_id: 'CP-5', connectors: [{ connectorId: 2, evseId: null }] }
const START = '2026-01-02T04:30:00.000Z'
const END = '2026-01-02T05:30:00.000Z'
const at = (minutes: number) => new Date(Date.parse(START) + minutes * 60_000).toISOString()
const few = { counts: [], stepSec: 60 }
const HOUR = `/?start=${START}&end=${END}`

function serve() {
  const server = testServer()
  const event = (id: number, minutes: number, what: 'connected' | 'disconnected' | 'refused', more = {}) => ({
    id: `connection.${id}`,
    at: at(minutes),
    event: what,
    reason: null,
    closeCode: null,
    times: 1,
    lastAt: null,
    address: null,
    ...more,
  })
  const state = (connectorId: number, minutes: number, status: string, errorCode = 'NoError') => ({
    id: `status.${connectorId}.${minutes}`,
    connectorId,
    at: at(minutes),
    receivedAt: at(minutes),
    status,
    errorCode,
    info: null,
    vendorErrorCode: null,
  })
  server.on(getTimeline, ({ query }) => {
    const lanes = query.get('lanes')?.split(',') ?? []
    const all = {
      connection: {
        ...few,
        wasConnected: true,
        events: [
          event(1, 10, 'disconnected', { reason: 'Closed with 1006', closeCode: 1006 }),
          event(2, 12, 'refused', { reason: 'Wrong credentials', times: 4, lastAt: at(13) }),
          event(3, 14, 'connected', { address: '10.0.0.9' }),
        ],
      },
      status: {
        ...few,
        before: [state(1, -20, 'Available')],
        events: [state(1, 30, 'Faulted', 'GroundFailure')],
      },
      security: {
        ...few,
        events: [
          {
            id: 'security.5',
            at: at(35),
            toldAt: null,
            receivedAt: at(36),
            type: 'TamperDetectionActivated',
            severity: 'Critical',
            source: 'Charger',
            techInfo: 'Lid opened',
          },
        ],
      },
      commands: { ...few, events: [] },
      messages: {
        events: null,
        stepSec: 1800,
        counts: [{ at: at(0), n: 1204, bad: 0, connectorId: 0 }],
      },
    }
    return { data: Object.fromEntries(Object.entries(all).filter(([l]) => lanes.includes(l))) }
  })
  server.on(getTimelineSessions, {
    data: {
      ...few,
      events: [
        {
          id: 'sessions.77',
          transactionId: 77,
          connectorId: 1,
          at: at(20),
          endedAt: at(50),
          energyWh: 7200,
          idTag: 'TAG-1',
          stopReason: 'Local',
        },
      ],
    },
  })
  server.on(getTimelineChanges, {
    data: {
      ...few,
      events: [
        {
          id: 9,
          at: at(40),
          userId: 1,
          username: 'asha',
          teamId: 1,
          teamName: 'One',
          action: 'update',
          feature: 'ChargerPoint',
          recordId: '5',
          recordName: 'CP-5',
          before: { note: 'a' },
          after: { note: 'b' },
          names: {},
          ip: null,
        },
      ],
    },
  })
  return server
}
const tab = (address = HOUR) =>
  show(<ChargerTimelineTab teamId={1} charger={charger} audited={chargerAudited} />, { at: address })
const events = async () =>
  within(await screen.findByRole('list', { name: 'Events' }))
    .getAllByRole('listitem')
    .map(i => i.textContent)
const spanOf = (call: string) => {
  const q = new URLSearchParams(call.split('?')[1])
  return [q.get('from'), q.get('to')]
}

beforeEach(() => {
  signInAs()
  // jsdom has no layout, and the list draws only the visible rows.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(900)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900)
})

test('the list says all that the lanes hold, newest first, in words', async () => {
  serve()
  tab()
  await waitFor(async () =>
    expect(await events()).toEqual([
      'Changed: Notes10:40:00 · By asha',
      'TamperDetectionActivated10:35:00 · Critical · Lid opened',
      'Connector 1: Faulted10:30:00 · GroundFailure',
      'Session 7710:20:00 · Connector 1 · 30 min 00 s · 7.2 kWh',
      'Connected10:14:00 · From 10.0.0.9',
      'Connection refused10:12:00 · Wrong credentials · 4 times, last at 10:13:00',
      'Disconnected10:10:00 · Code 1006: broke off without notice',
      '1,204 messages10:00:00 · within 30 min',
    ]),
  )
  expect(screen.getByText('2026-01-02 10:00:00 to 11:00:00 (Asia/Kolkata)')).toBeVisible()
})

test('lanes that the reader may not see are neither offered nor asked for', async () => {
  signInAs(testUser([roleIn(1, 'Volt Works', { ChargerPoint: 'V' })]))
  const server = serve()
  tab()
  expect((await events()).some(e => e?.startsWith('Session'))).toBe(false)
  expect(server.calls.filter(c => /timeline\/(sessions|changes)/.test(c))).toEqual([])
  expect(screen.queryByRole('checkbox', { name: 'Sessions' })).toBeNull()
  expect(screen.queryByRole('checkbox', { name: 'Changes' })).toBeNull()
})

test('a chosen event is told in full and lives in the address; a link to it shows it again', async () => {
  serve()
  const { router } = tab()
  await userEvent.click(await screen.findByRole('button', { name: /^Session 77/ }))
  const detail = screen.getByRole('region', { name: 'Chosen event' })
  expect(within(detail).getByRole('link', { name: 'Transaction 77' })).toHaveAttribute('href', '/transactions/77')
  expect(router.state.location.search).toContain('event=sessions.77')
})

test('a security event tells who reported it and when it came', async () => {
  serve()
  tab(`${HOUR}&lanes=security&event=security.5`)
  const detail = await screen.findByRole('region', { name: 'Chosen event' })
  await waitFor(() => expect(detail).toHaveTextContent('SeverityCriticalReported byCharger'))
  expect(detail).toHaveTextContent('Technical informationLid opened')
})

test('a link shows the same time, lanes and event', async () => {
  const server = serve()
  tab(`${HOUR}&lanes=connection,changes&event=changes.9`)
  const detail = await screen.findByRole('region', { name: 'Chosen event' })
  expect(await within(detail).findByText('Notes')).toBeVisible()
  expect(screen.getByRole('button', { name: /^Changed: Note/ })).toHaveAttribute('aria-current', 'true')
  expect(screen.getByRole('checkbox', { name: 'Connection' })).toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'Messages' })).not.toBeChecked()
  expect(
    server.calls
      .filter(c => c.includes('/timeline?'))
      .every(c => c.includes('lanes=connection&') || c.endsWith('lanes=connection')),
  ).toBe(true)
  expect(server.calls.some(c => c.includes('/timeline/sessions'))).toBe(false)
})

test('buttons and keys move and zoom; a number of events leads to its step', async () => {
  const server = serve()
  const { router } = tab()
  await events()
  const stands = (clocks: string) => screen.findByText(`2026-01-02 ${clocks} (Asia/Kolkata)`)
  await userEvent.click(screen.getByRole('button', { name: 'Earlier' }))
  await stands('09:30:00 to 10:30:00')
  const chart = screen.getByRole('group', { name: 'Timeline' })
  fireEvent.keyDown(chart, { key: 'ArrowRight' })
  await stands('10:00:00 to 11:00:00')
  fireEvent.keyDown(chart, { key: '+' })
  await stands('10:22:30 to 10:37:30')
  expect(spanOf(server.calls.findLast(c => c.includes('/timeline?')) ?? '')).toEqual([at(22.5), at(37.5)])
  fireEvent.keyDown(chart, { key: '-' })
  await stands('10:00:00 to 11:00:00')
  await userEvent.click(screen.getByRole('button', { name: /^1,204 messages/ }))
  await stands('10:00:00 to 10:30:00')
  expect(new URLSearchParams(router.state.location.search).get('end')).toBe(at(30))
})

test('without a time it shows the last hour and moves on; going earlier leaves that, End comes back', async () => {
  const server = serve()
  const { router } = tab('/')
  expect(await screen.findByText('Live')).toBeVisible()
  const [from, to] = spanOf(server.calls.findLast(c => c.includes('/timeline?')) ?? '')
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(3_600_000)
  expect(Math.abs(Date.parse(to ?? '') - Date.now())).toBeLessThan(60_000)
  await events()
  await userEvent.click(screen.getByRole('button', { name: 'Earlier' }))
  expect(await screen.findByRole('button', { name: 'Go to now' })).toBeVisible()
  expect(router.state.location.search).toContain('start=')
  fireEvent.keyDown(screen.getByRole('group', { name: 'Timeline' }), { key: 'End' })
  expect(await screen.findByText('Live')).toBeVisible()
  expect(router.state.location.search).not.toContain('start=')
})

test('while the archive of old messages is away, the other lanes are shown, with what is missing', async () => {
  const server = serve()
  const faulted = {
    id: 'status.1.30',
    connectorId: 1,
    at: at(30),
    receivedAt: at(30),
    status: 'Faulted',
    errorCode: 'GroundFailure',
    info: null,
    vendorErrorCode: null,
  }
  const away = 'Old data cannot be read from the archive at the moment. Please try again.'
  server.on(getTimeline, ({ query }) =>
    query.get('lanes') === 'messages'
      ? { status: 503, message: away }
      : { data: { status: { ...few, before: [], events: [faulted] } } },
  )
  tab(`${HOUR}&lanes=status,messages`)
  expect(await screen.findByText(away)).toBeVisible()
  expect((await screen.findAllByText(/Faulted/)).length).toBeGreaterThan(0)
})

test('a message is explained with its answer; an empty time and a refusal have their words', async () => {
  const server = serve()
  const message = { id: 'messages.4', at: at(5), messageType: 'INCOMING' as const, isCut: false }
  server.on(getTimeline, {
    data: { messages: { ...few, events: [{ ...message, message: '[2,"a","Heartbeat",{}]' }] } },
  })
  server.on(getExchange, {
    data: [
      { id: 8, messageTime: at(5), messageType: 'OUTGOING', message: '[3,"a",{"currentTime":"2026-01-02T04:35:00Z"}]' },
    ],
  })
  tab(`${HOUR}&lanes=messages&event=messages.4`)
  const detail = await screen.findByRole('region', { name: 'Chosen event' })
  expect(await within(detail).findByText('Fields of the answer')).toBeVisible()
  expect(within(detail).getByText('The time by our clock, by which the charger sets its own.')).toBeVisible()
  server.on(getTimeline, { data: { messages: { ...few, events: [] } } })
  await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }))
  expect(await screen.findByText('Nothing happened in this time')).toBeVisible()
  server.on(getTimeline, () => ({ status: 422, message: 'Please select a time between one minute and 31 days' }))
  await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }))
  expect(await screen.findByText('Please select a time between one minute and 31 days')).toBeVisible()
})
