// The uptime panel with the real client: its texts to the letter, its two periods, filter, pages, downtimes, failures.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Period } from '@wattdesk/base/time'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import { getStationUptime, listSiteOutages, listUptime, type UptimeStation } from './uptime.contract.ts'
import { UptimePanel } from './uptime-panel.parts.tsx'
import { durationText } from './uptime-words.tsx'

const station = (id: number, more: Partial<UptimeStation> = {}): UptimeStation => ({
  id,
  name: `Hall ${id}`,
  chargepointId: `CP-${id}`,
  location: { city: 'Pune' },
  uptime: 99.5,
  status: 'excellent',
  ...more,
})
const summary = {
  overallUptime: 93.456,
  totalStations: 12,
  excellentStations: 7,
  goodStations: 2,
  needsAttentionStations: 3,
  otherStations: 0,
  from: '2026-03-04T18:30:00Z',
  to: '2026-03-11T06:00:00Z',
}
const trend = { labels: ['Monday', 'Tuesday'], uptimeData: [90, null] }
const reply = (stations: UptimeStation[], total = 12) => ({
  data: { summary, stations, historicalTrend: trend },
  total,
})

let server: TestServer
beforeEach(() => {
  server = testServer().on(listSiteOutages, { data: [] })
})
const open = (stations: UptimeStation[], user = testUser()) => {
  server.on(listUptime, reply(stations))
  signInAs(user)
  return show(<UptimePanel period="Last7Days" />)
}
const asked = () => server.calls.filter(c => c.includes('/station-uptime?')).at(-1)

test('the figures, the table with its bars, and what has no value', async () => {
  open([
    station(1),
    station(2, { uptime: null, status: 'other', location: { city: null } }),
    station(3, { uptime: 88.1, status: 'needs_attention' }),
  ])
  expect(screen.getByRole('heading', { name: 'Station Uptime Metrics' })).toBeVisible()
  expect(await screen.findByText('93.46%')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Excellent 7' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Needs Attention 3' })).toBeVisible()
  const table = await screen.findByRole('table', { name: 'Uptime of stations' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(h => h.textContent),
  ).toEqual(['Station', 'Location', 'Uptime', 'Status'])
  const [, first, second] = within(table).getAllByRole('row')
  expect(first).toHaveTextContent('Hall 1')
  // On a phone, where the column has no room.
  expect(within(first as HTMLElement).getByText('Location: Pune')).toBeInTheDocument()
  expect(first).toHaveTextContent('Pune99.50%Excellent')
  expect(second).toHaveTextContent('N/AN/AN/A')
  expect(asked()).toContain('timeRange=7d&includeDetails=true&statusFilter=all&page=1&pageSize=5')
})

test('a class narrows the stations, a page goes on, and both begin anew with another period', async () => {
  open([station(1)])
  await userEvent.click(await screen.findByRole('button', { name: 'Go to page 2' }))
  await waitFor(() => expect(asked()).toContain('page=2'))
  await userEvent.click(screen.getByRole('button', { name: 'Needs Attention 3' }))
  await waitFor(() => expect(asked()).toContain('statusFilter=needs_attention&page=1'))
  expect(screen.getByRole('button', { name: 'Needs Attention 3' })).toHaveAttribute('aria-pressed', 'true')
  await userEvent.click(screen.getByRole('combobox', { name: 'Time Period' }))
  expect(screen.getAllByRole('option').map(o => o.textContent)).toEqual([
    'Today',
    'Last 7 Days',
    'Last 30 Days',
    'Last 90 Days',
  ])
  await userEvent.click(screen.getByRole('option', { name: 'Last 30 Days' }))
  await waitFor(() => expect(asked()).toContain('timeRange=30d'))
})

test('it follows the period of the dashboard when that changes', async () => {
  server.on(listUptime, reply([station(1)]))
  signInAs()
  function Dashboard() {
    const [period, setPeriod] = useState<Period>('Last7Days')
    return (
      <>
        <button type="button" onClick={() => setPeriod('Today')}>
          Change
        </button>
        <UptimePanel period={period} />
      </>
    )
  }
  show(<Dashboard />)
  await waitFor(() => expect(asked()).toContain('timeRange=7d'))
  await userEvent.click(screen.getByRole('combobox', { name: 'Time Period' }))
  await userEvent.click(screen.getByRole('option', { name: 'Last 90 Days' }))
  await waitFor(() => expect(asked()).toContain('timeRange=90d'))
  await userEvent.click(screen.getByRole('button', { name: 'Change' }))
  await waitFor(() => expect(asked()).toContain('timeRange=1d'))
})

test('a station opens its downtimes, also without view on charge points', async () => {
  // The last registered answer is tried first: any station, then the path of its own.
  server.on(getStationUptime, {
    data: {
      ...station(1),
      historicalTrend: trend,
      downtimes: [
        { from: '2026-03-10T06:00:00Z', to: null, beganBefore: false, minutes: 125, cause: 'network', reason: null },
        {
          from: '2026-03-09T06:00:00Z',
          to: '2026-03-09T06:10:00Z',
          beganBefore: true,
          minutes: 10,
          cause: 'planned',
          reason: 'Cable',
        },
      ],
    },
  })
  server.on(listSiteOutages, { data: [] })
  const { unmount } = open([station(1)])
  await userEvent.click(await screen.findByRole('button', { name: 'Hall 1' }))
  const dialog = await screen.findByRole('dialog', { name: 'Downtimes · Hall 1' })
  const [now, before] = await within(dialog).findAllByRole('listitem')
  expect(now).toHaveTextContent('Network: the connection was lost2 h 5 min')
  expect(now).toHaveTextContent('and still down')
  expect(before).toHaveTextContent('Planned maintenance, left out of the uptime10 min')
  expect(before).toHaveTextContent('· Cable')
  unmount()
  server.calls.length = 0
  open([station(1)], testUser([roleIn(1, 'Volt Works', {})]))
  expect(await screen.findByRole('button', { name: 'Hall 1' })).toBeVisible()
  expect(server.calls.filter(c => c.includes('/outages'))).not.toEqual([])
})

test('whole sites that were down are named with their cause', async () => {
  server.on(listSiteOutages, {
    data: [
      {
        siteId: 1,
        siteName: 'Depot',
        from: '2026-03-10T06:00:00Z',
        to: null,
        minutes: 50,
        cause: 'power' as const,
        stations: [
          { id: 1, name: 'A' },
          { id: 2, name: 'B' },
        ],
      },
    ],
  })
  open([station(1)])
  const line = within(await screen.findByRole('list', { name: 'Outages of whole sites' })).getByRole('listitem')
  expect(line).toHaveTextContent('Depot: 2 stations down for 50 min, still down')
  const link = within(line).getByRole('link', { name: '2 stations' })
  const filters = new URL(`http://x${link.getAttribute('href')}`).searchParams.get('filters') ?? ''
  expect(JSON.parse(filters).conditions).toEqual([{ field: 'chargepoint_pk', operator: 'isAnyOf', value: '1,2' }])
})

test('of many outages all can be read, as many as are counted', async () => {
  const outage = (n: number) => ({
    siteId: n,
    siteName: `Depot ${n}`,
    from: '2026-03-10T06:00:00Z',
    to: null,
    minutes: n,
    cause: 'power' as const,
    stations: [{ id: 1, name: 'A' }],
  })
  server.on(listSiteOutages, { data: [1, 2, 3, 4, 5].map(outage) })
  open([station(1)], testUser([roleIn(1, 'Volt Works', {})]))
  const list = within(await screen.findByRole('list', { name: 'Outages of whole sites' }))
  expect(screen.getByText('Whole sites down (5)')).toBeVisible()
  expect(list.getAllByRole('listitem')).toHaveLength(3)
  expect(list.queryByRole('link')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show all 5' }))
  expect(list.getAllByRole('listitem')).toHaveLength(5)
})

test('the class that a figure counts is in the address, and a pasted address shows it', async () => {
  server.on(listUptime, reply([station(1)]))
  signInAs()
  const { router } = show(<UptimePanel period="Last7Days" />, { at: '/dashboard?uptime-range=30d' })
  await userEvent.click(await screen.findByRole('button', { name: 'Needs Attention 3' }))
  expect(router.state.location.search).toBe('?uptime-range=30d&uptime-only=needs_attention')
  await waitFor(() => expect(asked()).toContain('timeRange=30d'))
  expect(asked()).toContain('statusFilter=needs_attention')
})

test('the last day of the trend is marked in the table as not over', async () => {
  open([station(1)])
  await userEvent.click(await screen.findByRole('button', { name: 'Show as table: Uptime Trend' }))
  expect(screen.getByRole('row', { name: 'Mon 90.00%' })).toBeVisible()
  expect(screen.getByRole('row', { name: 'Tue Today until 11:30 –' })).toBeVisible()
})

test('a failure says so and is tried again; no stations at all read so', async () => {
  server.on(listUptime, () => ({ status: 500, message: 'Something broke' }))
  signInAs()
  show(<UptimePanel period="Last7Days" />)
  expect(await screen.findByText('Failed to load station uptime data: Something broke')).toBeVisible()
  server.on(listUptime, {
    data: { summary: { ...summary, totalStations: 0 }, stations: [], historicalTrend: trend },
    total: 0,
  })
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('No Station Uptime Data Available')).toBeVisible()
  const before = server.calls.length
  await userEvent.click(screen.getByRole('button', { name: 'Refresh Data' }))
  await waitFor(() => expect(server.calls.length).toBe(before + 1))
})

test.each([
  [0, 'less than a minute'],
  [59, '59 min'],
  [60, '1 h'],
  [125, '2 h 5 min'],
  [1440, '1 d'],
  [4560, '3 d 4 h'],
])('%d minutes read %s', (minutes, text) => expect(durationText(minutes)).toBe(text))
