// The dashboard with the real client: its words and order, the requests of each period, the link of each figure,
// failures.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { dayOf } from '@wattdesk/base/time'
import { beforeEach, expect, test, vi } from 'vitest'
import { listLiveStatus } from '#control/live-status/live-status.contract.ts'
import { listAttention } from '#desk/attention/attention.contract.ts'
import { listTransactions } from '#desk/transactions/transaction.contract.ts'
import { listSiteOutages, listUptime } from '#fleet/uptime/uptime.contract.ts'
import { chooseTeam } from '#kit/session.ts'
import { downloads } from '#testing/web/downloads.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import { sheetOf } from '#testing/web/sheet.ts'
import { transactionRow } from '#testing/web/transactions.ts'
import {
  type GraphPoint,
  getGraph,
  getStatistic,
  listStatistics,
  STATISTICS,
  type Statistic,
  type StatisticName,
} from './dashboard.contract.ts'
import { DashboardPage } from './dashboard-page.tsx'

const counts: Record<StatisticName, [count: number, percent: number]> = {
  totalDevices: [24, 0],
  onlineDevices: [12, -48],
  offlineDevices: [12, 1100],
  totalEnergy: [10_751_480, -16],
  totalRevenue: [222_062.55, 7],
  totalSessions: [506, -17],
}
const statistic = (field: StatisticName): Statistic => ({
  field,
  count: counts[field][0],
  footer: `Footer of ${field}`,
  percentChange: counts[field][1],
  cumulativeEnergyUsage: { cumulativeEnergyUsage: [] },
})
const point = (date: string, sessions = 3): GraphPoint => ({
  date,
  revenue: 10.5,
  energy: 4,
  sessions,
  successful: sessions - 1,
  failed: 1,
  card: 10.5,
  wallet: 0,
  rfid: 0,
})

const NONE = {
  totalStations: 0,
  online: 0,
  charging: 0,
  offline: 0,
  maintenance: 0,
  lastUpdated: '2026-01-05T09:00:00Z',
}

const NO_UPTIME = {
  overallUptime: null,
  totalStations: 0,
  excellentStations: 0,
  goodStations: 0,
  needsAttentionStations: 0,
  otherStations: 0,
  from: '2026-01-05T09:00:00Z',
  to: '2026-01-05T09:00:00Z',
}
let server: TestServer
beforeEach(() => {
  server = testServer()
    // The handler registered last is tried first, so this one for any name comes before those for single paths.
    .on(getStatistic, ({ params }) => ({ data: statistic(params.statName as StatisticName) }))
    .on(listStatistics, {
      data: Object.fromEntries(STATISTICS.map(s => [s, statistic(s)])) as Record<StatisticName, Statistic>,
    })
    .on(getGraph, ({ query }) => ({
      data: { current: [point(query.get('start') ?? ''), point(query.get('end') ?? '')], base: [] },
    }))
    .on(listSiteOutages, { data: [] })
    .on(listAttention, { data: [], kinds: 0 })
    .on(listUptime, {
      data: { summary: NO_UPTIME, stations: [], historicalTrend: { labels: [], uptimeData: [] } },
      total: 0,
    })
    .on(listLiveStatus, {
      data: {
        summary: NONE,
        stations: [],
      },
      total: 0,
    })
})
const open = (at = '/dashboard', user = testUser()) => {
  signInAs(user)
  return show(<DashboardPage />, { at })
}
const card = (name: string) => screen.findByRole('group', { name })
/** Waits until the card has the text. */
const cardReads = (name: string, text: string) => waitFor(async () => expect(await card(name)).toHaveTextContent(text))
const asked = (part: string) => server.calls.filter(c => c.includes(part))

test('the welcome, the cards in order with count, footer and change', async () => {
  open()
  expect(
    screen.getByRole('heading', { name: "Welcome back, Fleet Driver! Here's your charging network overview." }),
  ).toBeVisible()
  await cardReads('Total Devices', '24Footer of totalDevices0% increase since last 7 days')
  await cardReads('Online Devices', '12Footer of onlineDevices48% decrease since last 7 days')
  await cardReads('Total Energy', '10,751.48 kWh')
  await cardReads('Total Revenue', '₹222.06K')
  const names = within(document.body)
    .getAllByRole('group')
    .map(g => g.getAttribute('aria-label'))
    .filter(n => n?.startsWith('Total') || n?.endsWith('Devices'))
  expect(names).toEqual([
    'Total Devices',
    'Online Devices',
    'Offline Devices',
    'Total Energy',
    'Total Revenue',
    'Total Sessions',
  ])
})

test('panels stand in their order', async () => {
  server.on(listAttention, { data: [], kinds: 8 })
  open()
  await screen.findByText('Nothing needs attention')
  await screen.findByText('Charging Station - Live Status')
  await screen.findByRole('region', { name: 'Environmental Impact' })
  await screen.findByRole('region', { name: 'Charging Station Locations' })
  const order = screen
    .getAllByRole('region')
    .map(r => r.getAttribute('aria-label') ?? r.querySelector('h3')?.textContent)
  expect(order.filter(o => !o?.endsWith('figures'))).toEqual([
    'Needs attention',
    'Revenue Trends',
    'Energy Consumption',
    'Charging Sessions',
    'Environmental Impact',
    'Station Uptime Metrics',
    'Charging Station - Live Status',
    'Charging Station Locations',
  ])
  expect(screen.getByRole('region', { name: 'Environmental Impact' })).toHaveTextContent(
    'CO2 Offset0.7 kgTrees Equivalent0.0Emission Reduction18.0%Renewable Share20%Sustainability Score6.8 / 10',
  )
})

test('on a phone what needs attention stands before the cards', async () => {
  const wide = globalThis.matchMedia
  globalThis.matchMedia = (media: string) => ({ ...wide(media), matches: media.includes('max-width:599') })
  server.on(listAttention, { data: [], kinds: 8 })
  try {
    open()
    const attention = await screen.findByRole('region', { name: 'Needs attention' })
    const first = await card('Total Devices')
    expect(attention.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  } finally {
    globalThis.matchMedia = wide
  }
})

test('another period asks for its own days, by the business time zone', async () => {
  const { router } = open()
  const zone = 'Asia/Kolkata'
  await waitFor(() => expect(asked('/transactions/graph')).not.toEqual([]))
  const day = (back: number) => dayOf(new Date(Date.now() - back * 86_400_000), zone)
  expect(asked('/transactions/graph')[0]).toContain(`start=${day(6)}&end=${day(0)}`)
  await userEvent.click(await screen.findByRole('combobox', { name: 'Period' }))
  expect(screen.getAllByRole('option').map(o => o.textContent)).toEqual([
    'Today',
    'Last 7 Days',
    'Last 30 Days',
    'Last 90 Days',
  ])
  await userEvent.click(screen.getByRole('option', { name: 'Today' }))
  await waitFor(() => expect(asked('/transactions/graph').at(-1)).toContain(`start=${day(0)}&end=${day(0)}`))
  expect(router.state.location.search).toBe('?period=Today')
  await waitFor(() => expect(asked('/totalRevenue').at(-1)).toContain('type=Today'))
  await cardReads('Total Sessions', '17% decrease since yesterday')
})

test('each card leads to what it counts, where the reader may open it', async () => {
  open()
  const link = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href') ?? ''
  expect(await link('Total Devices')).toBe('/charger')
  expect(decodeURIComponent(await link('Online Devices'))).toContain('"value":"online, charging"')
  expect(await link('Total Revenue')).toMatch(/^\/transactions\?start=.*Z&end=.*Z&counted=true$/)
  expect(await link('Total Sessions')).toMatch(/^\/transactions\?start=.*Z&end=.*Z$/)
})

test('without a right to the lists nothing leads there', async () => {
  open('/dashboard', testUser([roleIn(1, 'Volt Works', {})]))
  await card('Total Devices')
  await screen.findAllByText(/in total/)
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Export transactions/ })).toBeNull()
})

test('the sessions of the period are saved as a file with the energy of each, by who may see them', async () => {
  const files = downloads()
  server.on(listTransactions, {
    data: [transactionRow()],
    total: 1,
    totalIsExact: true,
    summary: { totalTransactions: 1, activeTransactions: 0, completed: 1, totalRevenue: 259.13, totalChargers: 1 },
  })
  open('/dashboard?period=Last7Days')
  await userEvent.click(await screen.findByRole('button', { name: 'Export transactions of the period' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Export To Excel' }))
  await waitFor(() => expect(files).toHaveLength(1))
  const [head, first] = await sheetOf(files[0]?.blob as Blob)
  expect([head?.at(-1), first?.at(-1)]).toEqual(['Total Kw Consumed', 12.2])
  expect(files[0]?.name).toBe('transactions.xlsx')
  const asked = new URL(`http://x${server.calls.find(c => c.includes('export=all'))?.split(' ')[1]}`).searchParams
  const days = (Date.parse(asked.get('end') ?? '') - Date.parse(asked.get('start') ?? '')) / 86_400_000
  expect(days).toBeCloseTo(7, 5)
})

test('the day so far and the days before stand in the table and the file of a chart', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-10T09:02:00Z'), toFake: ['Date'] })
  try {
    const files = downloads()
    server.on(getGraph, {
      data: {
        current: [point('2026-03-09', 2), point('2026-03-10')],
        base: [point('2026-03-02', 5), point('2026-03-03', 7)],
      },
    })
    open()
    const legend = within(await screen.findByRole('group', { name: 'Series of Charging Sessions' }))
    expect(legend.getByText('Today until 14:32')).toBeVisible()
    expect(legend.getByRole('button', { name: 'Previous 7 days' })).toHaveAttribute('aria-pressed', 'true')
    await userEvent.click(screen.getByRole('button', { name: 'Export to CSV: Charging Sessions' }))
    await waitFor(() => expect(files).toHaveLength(1))
    expect((await files[0]?.blob.text())?.split('\r\n')).toEqual([
      'Time,Successful (sessions),Failed (sessions),"Successful, previous 7 days (sessions)","Failed, previous 7 days (sessions)",Note',
      '2026-03-09,1,1,4,1,',
      '2026-03-10,2,1,6,1,Today until 14:32',
      '',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Show as table: Charging Sessions' }))
    expect(screen.getByRole('row', { name: 'Tue Today until 14:32 2 1 6 1' })).toBeVisible()
  } finally {
    vi.useRealTimers()
  }
})

test('a statistic that fails is left out without a word; a graph that fails says so in each panel and is tried again', async () => {
  server
    .on(getStatistic, () => ({ status: 500, message: 'Broken' }))
    .on(listStatistics, () => ({ status: 500, message: 'Broken' }))
    .on(listLiveStatus, { data: { summary: NONE, stations: [] }, total: 0 })
    .on(listAttention, { data: [], kinds: 0 })
  server.on(getGraph, () => ({ status: 500, message: 'Broken' }))
  open()
  expect(await screen.findByText('Failed to load revenue data. Please try again.')).toBeVisible()
  expect(screen.getByText('Failed to load energy consumption data. Please try again.')).toBeVisible()
  expect(screen.getByText('Failed to load charging session data. Please try again.')).toBeVisible()
  await cardReads('Total Energy', 'Total Energy–')
  expect(screen.queryByText('Broken')).toBeNull()
  server.on(getGraph, { data: { current: [], base: [] } })
  await userEvent.click(screen.getAllByRole('button', { name: 'Retry' })[0] as HTMLElement)
  expect(await screen.findAllByText('No data available')).toHaveLength(3)
})

test('another team: the period begins anew, the panels are covered, its own figures are asked for', async () => {
  const roles = [roleIn(1, 'Volt Works'), roleIn(2, 'Hall Charging')]
  const { router } = open('/dashboard?period=Last90Days', testUser(roles))
  await cardReads('Total Devices', 'since last 90 days')
  act(() => chooseTeam(2))
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeInTheDocument()
  await waitFor(() => expect(router.state.location.search).toBe(''))
  await waitFor(() => expect(asked('/team/2/dashboard_stats').at(-1)).toContain('type=Last7Days'))
  // Nothing was requested for the period of the former team.
  expect(asked('/team/2/').filter(c => c.includes('Last90Days') || c.includes('timeRange=90d'))).toEqual([])
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull(), { timeout: 3000 })
})
