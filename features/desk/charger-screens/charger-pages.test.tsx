// The charger screens with the real client: cards, search, row menu by right, deleting, the tabs of one charger.
import { act, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { getChargerHealth } from '#fleet/charger-health/charger-health.contract.ts'
import {
  type Charger,
  type ChargerRow,
  deleteCharger,
  getCharger,
  listChargers,
} from '#fleet/chargers/charger.contract.ts'
import { chargerColumns } from '#fleet/chargers/charger-columns.tsx'
import { chargerWith, patchRows } from '#fleet/chargers/charger-live.tsx'
import { charger, connector, hoursAgo, usable } from '#testing/web/chargers.ts'
import { show, showRoutes, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import { ChargerPage } from './charger-page.tsx'
import { ChargersPage } from './chargers-page.tsx'

// The grid is heavy to draw without a browser, the more so beside other work.
vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 20_000 })
const row = (more: Partial<ChargerRow> = {}): ChargerRow => ({
  id: 7,
  chargepoint_pk: 7,
  chargepoint_id: 'CP-07',
  chargepoint_name: 'Hall',
  street: 'Test Road',
  houseNumber: '1',
  zipcode: null,
  city: 'Pune',
  state: null,
  locationLatitude: null,
  locationLongitude: null,
  chargingSiteName: 'Mall',
  visibility: 1,
  status: 'Active',
  statusCode: 'A',
  live_status: 'charging',
  unknownSince: null,
  lastHeartbeatTimestamp: hoursAgo(2.5),
  team_name: 'Volt Works',
  description: '',
  charger_type: 'DC',
  access_level: 'Public',
  lastMessageAt: hoursAgo(2.5),
  connectors: [],
  ...more,
})
const summary = { total: 12, active: 5, inactive: 7, public: 9 }
const reply = (data: ChargerRow[], total = data.length) => ({ data, total, page: 1, pageSize: 10, summary })
let server: TestServer
beforeEach(() => {
  server = testServer().on(getChargerHealth, { data: { level: 'good', signs: [] } })
})
const menu = async (name = 'CP-07') => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions of ${name}` }))
  return (await screen.findAllByRole('menuitem')).map(i => i.textContent)
}
const rights = (letters: string) => testUser([roleIn(1, 'Volt Works', { ChargerPoint: letters, Transaction: 'V' })])

describe('the list', () => {
  const open = (rows: ChargerRow[], at = '/charger') => {
    server.on(listChargers, reply(rows))
    return show(<ChargersPage />, { at })
  }

  test('its columns stand in the order of D-CHARGER-8, the protocol behind them', () => {
    expect(chargerColumns.map(c => c.header)).toEqual(
      'Charger ID,Name,Team,Address,Charging Site,Visibility,Status,Last Heartbeat,Health,Protocol'.split(','),
    )
  })

  test('cards show the whole scope and narrow the list', async () => {
    signInAs()
    const { router } = open([row()])
    expect(await screen.findByRole('button', { name: 'Total chargers: 12' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Active chargers: 5' }))
    expect(screen.getByRole('button', { name: 'Active chargers: 5' })).toHaveAttribute('aria-pressed', 'true')
    expect(router.state.location.search).toContain('filters=')
    await waitFor(() => expect(decodeURIComponent(server.calls.at(-1) ?? '')).toContain('"field":"status"'))
    expect(server.calls.find(c => c.includes('/chargers?'))).toContain('page=1&pageSize=10')
  })

  test('a row shows status, live state and when it was last connected', async () => {
    signInAs()
    open([
      row(),
      row({
        id: 8,
        chargepoint_pk: 8,
        chargepoint_id: 'CP-08',
        lastHeartbeatTimestamp: hoursAgo(30),
        lastMessageAt: hoursAgo(30),
        status: 'Inactive',
        statusCode: 'I',
        live_status: 'offline',
      }),
      row({
        id: 9,
        chargepoint_pk: 9,
        chargepoint_id: 'CP-09',
        lastHeartbeatTimestamp: null,
        lastMessageAt: null,
        status: 'NA',
        statusCode: 'NA',
        live_status: 'maintenance',
      }),
      row({
        id: 10,
        chargepoint_pk: 10,
        chargepoint_id: 'CP-10',
        status: 'Inactive',
        statusCode: 'I',
        live_status: 'offline',
        unknownSince: hoursAgo(2.5),
      }),
    ])
    const cells = async (id: string) => (await screen.findByRole('row', { name: new RegExp(id) })).textContent
    expect(await cells('CP-07')).toBe('CP-07HallVolt Works1 Test Road, PuneMallPublicActiveCharging2 hours ago–')
    expect(await cells('CP-08')).toContain('PublicInactive1 day ago–')
    expect(await cells('CP-09')).toContain('PublicNAMaintenanceNever–')
    expect(await cells('CP-10')).toContain('PublicInactiveUnknown2 hours ago–')
    expect(screen.getAllByLabelText('Connected within the last 24 hours')).toHaveLength(2)
    expect(screen.getByLabelText('Last connected more than 24 hours ago')).toBeVisible()
    expect(screen.getByLabelText('Never connected')).toBeVisible()
  })

  test.each([
    ['VCUD', ['View', 'Edit', 'Delete', 'Remote Operation', 'View Transactions', 'View Logs']],
    ['VCU', ['View', 'Edit', 'Remote Operation', 'View Transactions', 'View Logs']],
    ['V', ['View', 'View Transactions', 'View Logs']],
    // Without the right to view the row menu has no View.
    ['CU', ['Edit', 'Remote Operation', 'View Transactions', 'View Logs']],
  ])('the row menu with %s', async (letters, expected) => {
    signInAs(rights(letters))
    open([row()])
    expect(await menu()).toEqual(expected)
  })

  test('deleting asks with the name of the record, and tells what the server says', async () => {
    signInAs()
    let isBusy = true
    server.on(deleteCharger, ({ params }) =>
      isBusy
        ? { status: 409, message: 'Charge Point has an active transaction' }
        : {
            message: 'Charge Point deleted successfully',
            data: { chargepoint_pk: Number(params.id), chargepoint_id: 'CP-07' },
          },
    )
    open([row()])
    const remove = async () => {
      await menu()
      await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
      const dialog = await screen.findByRole('dialog', { name: 'Charge Point CP-07' })
      expect(dialog).toHaveTextContent('Are you sure you want to delete this record?')
      await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    }
    await remove()
    expect(await screen.findByText('Charge Point has an active transaction')).toBeVisible()
    isBusy = false
    await remove()
    expect(await screen.findByText('Charge Point deleted successfully')).toBeVisible()
    expect(server.calls.filter(c => c.startsWith('DELETE')).at(-1)).toBe('DELETE /cms/v1/team/1/charger/7')
    // Read again.
    await waitFor(() => expect(server.calls.at(-1)).toMatch(/^GET \/cms\/v1\/team\/1\/chargers/))
  })

  test('links lead to the list and the tabs', async () => {
    signInAs()
    const { router } = open([row()])
    await menu()
    await userEvent.click(screen.getByRole('menuitem', { name: 'View Transactions' }))
    expect(router.state.location.pathname + router.state.location.search).toBe('/transactions?charger=7')
    await act(() => router.navigate('/charger'))
    await menu()
    await userEvent.click(screen.getByRole('menuitem', { name: 'View Logs' }))
    expect(router.state.location.pathname + router.state.location.search).toBe('/charger/7?tab=logs')
  })

  test('an event moves its row; one that changes the status or is not shown asks for the cards again', async () => {
    signInAs()
    const { cache } = open([row()])
    await screen.findByRole('row', { name: /CP-07/ })
    const event = {
      type: 'station' as const,
      at: hoursAgo(0),
      teamId: 1,
      chargepoint_pk: 7,
      chargepoint_id: 'CP-07',
      connected: true,
    }
    const told = { ...event, lastHeartbeatTimestamp: null, activeConnectors: 0, powerKw: 0 }
    expect(patchRows(cache, [{ ...told, status: 'online', statusCode: 'A' }])).toBe(false)
    expect(await screen.findByRole('row', { name: /Active/ })).toBeVisible()
    expect(patchRows(cache, [{ ...told, status: 'offline', statusCode: 'I', connected: false }])).toBe(true)
    expect(await screen.findByRole('row', { name: /Inactive/ })).toBeVisible()
    expect(patchRows(cache, [{ ...told, chargepoint_pk: 99, status: 'online', statusCode: 'A' }])).toBe(true)
  })
})

describe('one charger', () => {
  const open = (c: Charger, at = '/charger/7') => {
    server.on(getCharger, { data: c })
    return show(<ChargerPage />, { at, path: '/charger/:id' })
  }

  test('its running session stands at its connector, with the next thing to do', async () => {
    signInAs()
    const session = {
      transactionId: 41,
      transactionStart: hoursAgo(1),
      powerKw: 31.5,
      energyWh: 12_340,
      totalAmountCharged: 262.1,
      socPercent: 55,
    }
    const { router } = open(
      charger({ connectors: [connector({ status: 'Charging', ...session }), connector({ connectorId: 2 })] }),
    )
    expect(await screen.findByRole('heading', { name: 'Edit Charge Point (CP-07)' })).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Transaction 41' })).toHaveAttribute('href', '/transactions/41')
    for (const text of ['31.50 kW', '12.34 kWh', '₹262.10', '55%', 'Connected and usable'])
      expect(screen.getByText(text)).toBeVisible()
    expect(screen.getAllByRole('tab').map(t => t.textContent)).toEqual([
      'General',
      'Address',
      'Settings',
      'Config',
      'Logs',
      'Timeline',
      'Operating Instruction',
      'Report Incidents',
      'Remote Operations',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Start' }))
    expect(router.state.location.search).toBe('?tab=remote_operations&operation=RemoteStart&connectorId=2')
    await act(() => router.navigate(-1))
    await userEvent.click(await screen.findByRole('button', { name: 'Stop' }))
    expect(router.state.location.search).toBe('?tab=remote_operations&operation=RemoteStop&transactionId=41')
  })

  test('reading alone: no operations, no amounts without view on transactions', async () => {
    signInAs(testUser([roleIn(1, 'Volt Works', { ChargerPoint: 'V' })]))
    open(charger({ connectors: [connector({ status: 'Charging', transactionId: 41, powerKw: 7 })] }))
    expect(await screen.findByText('Transaction 41')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Transaction 41' })).toBeNull()
    expect(screen.getAllByRole('tab').map(t => t.textContent)).not.toContain('Remote Operations')
    for (const name of ['Stop', 'Start', 'Reset']) expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByText('Cost')).toBeNull()
  })

  test('one that is gone shows what was known last, and says why nothing can be sent', async () => {
    signInAs()
    open(
      charger({
        status: 'I',
        live_status: 'offline',
        wholeStatus: 'Available',
        connection: { ...usable, socketOpen: false, heard: false, usable: false },
        connectors: [1, 2].map(connectorId => connector({ connectorId, unknownSince: hoursAgo(2.5) })),
      }),
    )
    expect(await screen.findAllByText('Not connected')).not.toHaveLength(0)
    const now = within(screen.getByRole('region', { name: 'Connectors now' }))
    const cards = now.getAllByRole('heading', { name: /^Connector \d/ }).map(h => h.closest('.MuiCard-root'))
    expect(cards).toHaveLength(2)
    for (const card of cards) expect(card).toHaveTextContent(/State unknown since 2 hours ago, last told: Available/)
    // Two connectors, and the charge point as a whole.
    expect(screen.getAllByText('Unknown')).toHaveLength(3)
    expect(screen.queryByText('Available')).toBeNull()
    expect(screen.getByRole('button', { name: 'Reset' })).toHaveAttribute('aria-disabled', 'true')
  })

  test.each([
    [null, 'Not known yet'],
    [90, 'correct, less than 2 min off'],
    [19_800, '5 h 30 min ahead; the portal corrects the times that it reports'],
    [-7200, '2 h behind; the portal corrects the times that it reports'],
  ])('how its clock runs stands in words: %s s', async (clockOffsetSec, text) => {
    signInAs()
    open(charger({ clockOffsetSec }))
    expect(await screen.findByText(text)).toBeVisible()
  })

  test('values that OCPP does not know are shown with how often they came', async () => {
    signInAs()
    open(
      charger({
        oddValues: [{ field: 'StatusNotification.errorCode', value: 'MadeUp', count: 1234, lastAt: hoursAgo(1) }],
      }),
    )
    expect(await screen.findByText('StatusNotification.errorCode = MadeUp')).toBeVisible()
    expect(screen.getByText(/1,234 times/)).toBeVisible()
  })

  test('a missing one leads to the dashboard', async () => {
    signInAs()
    server.on(getCharger, () => ({ status: 404, message: 'Charge point not found' }))
    const routes = [
      { path: '/charger/:id', element: <ChargerPage /> },
      { path: '/dashboard', element: null },
    ]
    const { router } = showRoutes(routes, '/charger/99')
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  })

  test('events bring a connector and the connection up to date', () => {
    const before = charger()
    const gone = chargerWith(before, {
      ...({ type: 'station', at: hoursAgo(0), teamId: 1, chargepoint_pk: 7, chargepoint_id: 'CP-07' } as const),
      ...({
        status: 'offline',
        connected: false,
        statusCode: 'I',
        lastHeartbeatTimestamp: null,
        activeConnectors: 0,
        powerKw: null,
      } as const),
    })
    expect(gone).toMatchObject({ status: 'I', live_status: 'offline', connection: { heard: false, usable: false } })
    const charging = chargerWith(before, {
      ...({
        type: 'connector',
        at: hoursAgo(0),
        teamId: 1,
        chargepoint_pk: 7,
        connectorId: 2,
        status: 'Charging',
      } as const),
      ...({ errorCode: 'NoError', transactionId: 5, powerKw: 11 } as const),
    })
    expect(charging.connectors.map(n => [n.status, n.transactionId])).toEqual([
      ['Available', null],
      ['Charging', 5],
    ])
    // The figures of an ended session do not carry over to the next one.
    const connector = { type: 'connector', at: hoursAgo(0), teamId: 1, chargepoint_pk: 7, connectorId: 2 } as const
    const next = [null, 6].reduce(
      (c, transactionId) =>
        chargerWith(c, { ...connector, status: 'Preparing', errorCode: 'NoError', transactionId, powerKw: null }),
      charging,
    )
    expect(charging.connectors[1]?.powerKw).toBe(11)
    expect(next.connectors[1]).toMatchObject({ transactionId: 6, powerKw: null, energyWh: null, socPercent: null })
  })
})
