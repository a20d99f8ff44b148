// The live status panel with the real client: its texts to the letter, the menu by right, events in counts and rows.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { chooseTeam } from '#kit/session.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import {
  getLiveStation,
  type LiveStation,
  listLiveHistory,
  listLiveStatus,
  setLiveStatus,
} from './live-status.contract.ts'
import { withEvents } from './live-status-live.tsx'
import { LiveStatusPanel } from './live-status-panel.tsx'

const station = (more: Partial<LiveStation> = {}): LiveStation => ({
  id: 7,
  name: 'Hall',
  chargepointId: 'CP-07',
  status: 'online',
  unknownSince: null,
  location: { address: '1 Test Road, Pune' },
  connectors: { active: 1, total: 2 },
  powerOutput: 7.2,
  lastUpdate: new Date(Date.now() - 340_000).toISOString(),
  maintenanceByHand: false,
  notTaken: null,
  ...more,
})
const detail = {
  ...station(),
  connectors: { active: 1, total: 2, list: [] },
  vendor: null,
  firmware: null,
  lastHeartbeat: null,
  maintenanceReason: null,
}
const summary = {
  totalStations: 9,
  online: 4,
  charging: 3,
  offline: 2,
  maintenance: 0,
  lastUpdated: '2026-01-05T09:00:00Z',
}
const reply = (stations: LiveStation[], total = stations.length) => ({ data: { summary, stations }, total })

let server: TestServer
beforeEach(() => {
  server = testServer()
  server.on(getLiveStation, { data: detail })
})
const open = (stations: LiveStation[], total?: number) => {
  server.on(listLiveStatus, reply(stations, total))
  signInAs()
  return show(<LiveStatusPanel />)
}

test('each count leads to the list of its charge points, where the reader may open it', async () => {
  open([station()])
  await screen.findByText('Hall')
  const filtersOf = (name: string) => {
    const href = screen.getByRole('link', { name }).getAttribute('href')
    return JSON.parse(new URL(`http://x${href}`).searchParams.get('filters') ?? '').conditions
  }
  for (const [name, value] of [
    ['Online', 'online'],
    ['Charging', 'charging'],
    ['Offline', 'offline'],
    ['Maintenance', 'maintenance'],
  ] as const)
    expect(filtersOf(name)).toEqual([{ field: 'live_status', operator: 'isAnyOf', value, valueType: 'text' }])
})

test('without view of charge points no figure and no name leads anywhere', async () => {
  server.on(listLiveStatus, reply([station()]))
  signInAs(testUser([roleIn(1, 'Volt Works', {})]))
  show(<LiveStatusPanel />)
  await screen.findByText('Hall')
  expect(screen.queryByRole('link')).toBeNull()
})

test('counts and stations read as the rules say (S-LIVE)', async () => {
  open([
    station(),
    station({
      id: 8,
      name: 'Yard',
      status: 'offline',
      location: { address: null },
      powerOutput: null,
      lastUpdate: null,
    }),
  ])
  expect(screen.getByRole('heading', { name: 'Charging Station - Live Status' })).toBeVisible()
  const [hall, yard] = await screen
    .findAllByRole('listitem')
    .then(all => all.filter(i => i.closest('ul[aria-label="Charging stations"]')))
  expect(hall).toHaveTextContent('HallOnline1 Test Road, PuneConnectors1/2Power7.20 kWLast updated5 min ago')
  expect(yard).toHaveTextContent('YardOfflineCP-07Connectors–/2PowerN/ALast updated–')
  for (const [word, count] of [
    ['Online', '4'],
    ['Charging', '3'],
    ['Offline', '2'],
    ['Maintenance', '0'],
  ])
    expect(screen.getByRole('link', { name: word ?? '' }).closest('dt')?.nextSibling).toHaveTextContent(count ?? '')
})

test('a station whose server is lost is unknown until it is back, and counts as offline', async () => {
  open([station({ status: 'offline', unknownSince: '2026-11-28T10:00:00Z', powerOutput: null })])
  const item = within((await screen.findByText('Hall')).closest('li') as HTMLElement)
  expect(item.getByText('Unknown')).toBeVisible()
  expect(item.getByText(/^The server that held its connection ended/)).toBeVisible()
  const lost = station({ status: 'offline', unknownSince: '2026-11-28T10:00:00Z' })
  const back = { status: 'online', connected: true, chargepoint_pk: 7, at: '2026-11-28T10:01:00Z' } as never
  expect(withEvents({ success: true, message: '', ...reply([lost]) }, [back]).data.stations).toMatchObject([
    { status: 'online', unknownSince: null },
  ])
})

test.each([
  [{ notTaken: 'waits', maintenanceByHand: true }, 'has not confirmed the maintenance yet'],
  [{ notTaken: 'waits', maintenanceByHand: false }, 'has not confirmed the end of maintenance yet'],
  [{ notTaken: 'refused', maintenanceByHand: true }, 'refused to go out of service'],
  [{ notTaken: 'refused', maintenanceByHand: false }, 'refused the end of maintenance'],
] as const)('what the charge point has not taken is said at the station: %o', async (more, text) => {
  open([station({ status: more.maintenanceByHand ? 'maintenance' : 'online', ...more })])
  expect(await screen.findByText(text, { exact: false })).toBeVisible()
})

test('three stations a page; the refresh button asks again', async () => {
  open([station()], 9)
  await userEvent.click(await screen.findByRole('button', { name: 'Go to page 3' }))
  await waitFor(() => expect(server.calls.at(-1)).toContain('page=3&pageSize=3'))
  const before = server.calls.length
  await userEvent.click(screen.getByRole('button', { name: 'Refresh live status' }))
  await waitFor(() => expect(server.calls.length).toBeGreaterThan(before))
  expect(server.calls.at(-1)).toBe(
    'GET /cms/v1/team/1/charging-status?includeDetails=true&statusFilter=all&page=3&pageSize=3',
  )
})

test('no stations', async () => {
  open([])
  expect(await screen.findByText('No charging stations found')).toBeVisible()
})

test.each([
  ['Something broke', 'Failed to load live charging status: Something broke'],
  ['', 'Failed to load live charging status: Failed to fetch live charging status'],
])('a failure with the message "%s" can be tried again', async (message, text) => {
  let isBroken = true
  server.on(listLiveStatus, () =>
    isBroken ? { status: 500, message: message || 'HTTP error! Status: 500' } : reply([station()]),
  )
  signInAs()
  show(<LiveStatusPanel />)
  expect(await screen.findByText(text)).toBeVisible()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Hall')).toBeVisible()
})

test('a page that cannot be had shows the failure, not the stations of another page, and keeps the way back', async () => {
  server.on(listLiveStatus, ({ query }) =>
    query.get('page') === '2' ? { status: 500, message: 'Database is away' } : reply([station()], 6),
  )
  signInAs()
  show(<LiveStatusPanel />)
  await screen.findByText('Hall')
  await userEvent.click(screen.getByRole('button', { name: 'Go to page 2' }))
  expect(await screen.findByText('Failed to load live charging status: Database is away')).toBeVisible()
  expect(screen.queryByText('Hall')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Go to page 1' }))
  expect(await screen.findByText('Hall')).toBeVisible()
})

test('stations of another team never stand in', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.on(listLiveStatus, async ({ params }) => {
    if (params.teamId === '2') await promise
    return reply([station({ name: `Of team ${params.teamId}` })])
  })
  signInAs(testUser([roleIn(1, 'Volt Works'), roleIn(2, 'Yard')]))
  show(<LiveStatusPanel />)
  await screen.findByText('Of team 1')
  act(() => chooseTeam(2))
  expect(screen.queryByText('Of team 1')).toBeNull()
  resolve()
  expect(await screen.findByText('Of team 2')).toBeVisible()
})

describe('maintenance', () => {
  const menu = async () => userEvent.click(await screen.findByRole('button', { name: 'Actions of Hall' }))

  const set = async (taskId: string | null, reason = '') => {
    const asked: unknown[] = []
    server.on(setLiveStatus, ({ params, body }) => {
      asked.push(params.stationId, body)
      const data = { ...station({ status: 'maintenance' }), maintenanceReason: reason || null }
      return { message: 'Station status updated successfully', data, taskId }
    })
    open([station()])
    await menu()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Set Maintenance' }))
    const dialog = await screen.findByRole('dialog', { name: 'Hall' })
    if (reason) await userEvent.type(within(dialog).getByLabelText('Reason (optional)'), reason)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Set Maintenance' }))
    await waitFor(() => expect(asked).toHaveLength(2))
    return asked
  }

  test('is set after a question that names the station, and told', async () => {
    expect(await set(null)).toEqual(['7', { status: 'maintenance' }])
    expect(await screen.findByText('Station status updated successfully')).toBeVisible()
  })

  test('takes a reason along; how a connected charger took it, its operation says', async () => {
    expect(await set('t-9', 'New cable')).toEqual(['7', { status: 'maintenance', reason: 'New cable' }])
    await waitFor(() => expect(sessionStorage.getItem('operations')).toContain('Set Maintenance: Hall'))
    expect(screen.queryByText('Station status updated successfully')).toBeNull()
  })

  test('its history names each change, the person and the reason', async () => {
    const row = { stationId: 7, chargepointId: 'CP-07', name: 'Hall', changedAt: '2026-01-05T09:00:00Z' }
    const changes = [
      { ...row, id: 2, fromStatus: 'maintenance', toStatus: 'online', reason: null, changedBy: null },
      { ...row, id: 1, fromStatus: 'online', toStatus: 'maintenance', reason: 'New cable', changedBy: 'admin' },
    ]
    server.on(listLiveHistory, { data: changes, total: 2, totalIsExact: true, limit: 100, offset: 0 })
    open([station()])
    await menu()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Status History' }))
    const dialog = await screen.findByRole('dialog', { name: 'Status History · Hall' })
    const [last, first] = await within(dialog).findAllByRole('listitem')
    expect(first).toHaveTextContent(/^Onlinebecame.*Maintenanceadmin · .*New cable$/)
    expect(last).toHaveTextContent(/^Maintenancebecame.*OnlineThe station itself · /)
    expect(server.calls.at(-1)).toContain('/charging-status/history?stationId=7&limit=100&offset=0')
  })

  test('is ended the same way', async () => {
    open([station({ status: 'maintenance', maintenanceByHand: true })])
    await menu()
    expect(await screen.findByRole('menuitem', { name: 'End Maintenance' })).toBeVisible()
  })

  test('an open dialog says what somebody else did meanwhile, or that it could not ask', async () => {
    open([station()])
    server.on(getLiveStation, { data: { ...detail, maintenanceByHand: true, maintenanceReason: 'Cable is worn' } })
    await menu()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Set Maintenance' }))
    expect(
      await screen.findByText('Somebody has set maintenance for this station meanwhile: Cable is worn'),
    ).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    server.on(getLiveStation, () => ({ status: 500, message: '' }))
    await menu()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Set Maintenance' }))
    expect(await screen.findByText('Failed to fetch station details')).toBeVisible()
  })

  test('cannot be set while a car charges, and says why', async () => {
    open([station({ status: 'charging' })])
    await menu()
    const item = await screen.findByRole('menuitem', { name: /Set Maintenance/ })
    expect(item).toHaveAttribute('aria-disabled', 'true')
    expect(item).toHaveTextContent('Station has an active charging session')
  })

  test('is not there without update on ChargerPoint, nor is the link without view; the history is', async () => {
    server.on(listLiveStatus, reply([station()]))
    signInAs(testUser([roleIn(1, 'Volt Works', { Transaction: 'V' })]))
    show(<LiveStatusPanel />)
    expect(await screen.findByText('Hall')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Hall' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Actions of Hall' }))
    expect((await screen.findAllByRole('menuitem')).map(item => item.textContent)).toEqual(['Status History'])
  })
})

test('an event moves its station and the counts; of stations not shown it changes nothing', () => {
  const before = { success: true as const, message: 'OK', ...reply([station()]) }
  const event = {
    type: 'station' as const,
    at: '2026-01-05T10:00:00Z',
    teamId: 1,
    chargepoint_pk: 7,
    chargepoint_id: 'CP-07',
    status: 'charging' as const,
    connected: true,
    statusCode: 'A' as const,
    lastHeartbeatTimestamp: null,
    activeConnectors: 2,
    powerKw: 50,
  }
  const after = withEvents(before, [event])
  expect(after.data.summary).toMatchObject({ online: 3, charging: 4, totalStations: 9 })
  expect(after.data.stations[0]).toMatchObject({
    status: 'charging',
    powerOutput: 50,
    lastUpdate: event.at,
    connectors: { active: 2, total: 2 },
  })
  expect(withEvents(before, [{ ...event, chargepoint_pk: 99 }])).toBe(before)
})
