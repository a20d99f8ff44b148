// The screens of drivers with the real client: cards and actions by right, where the actions lead, what a new driver sends,
// the draft around the form of a new tag, tags and vehicle, and what a refusal says.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { listAvailableTags } from '#control/remote-operations/remote-operation.contract.ts'
import { listAvailableVehicles } from '#drivers/vehicles/vehicle.contract.ts'
import { clearSession } from '#kit/session.ts'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { put } from '#testing/web/put.ts'
import { menuOf, show, showScreens, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import {
  addDriverTags,
  assignVehicle,
  createDriver,
  type Driver,
  getAttachedVehicle,
  getDriver,
  listDrivers,
  listDriverTags,
  removeDriverTag,
  setDriverStatus,
  updateDriver,
} from './driver.contract.ts'
import { DriverPage } from './driver-page.tsx'
import { DriversPage } from './drivers-page.tsx'

const driver = (more: Partial<Driver> = {}): Driver => ({
  id: 7,
  companyId: 1,
  teamId: 1,
  team_name: 'Volt Works',
  firstName: 'Fleet',
  lastName: 'One',
  fullName: 'Fleet One',
  email: 'fleet+1@volt.example',
  phone: '+91 98000 00001'.slice(0, 14),
  active: 'Y',
  createdAt: '2026-01-05T09:00:00.000Z',
  balanceAmount: 125.5,
  ocpp_tag_pk: 70,
  ocppTagId: 70,
  id_tag: 'APP-0000000000000001',
  deviceId: null,
  recipientType: null,
  language: null,
  gstin: null,
  legalName: null,
  businessAddress: null,
  domain: 'volt',
  address: {
    lat: 12.9,
    lng: 77.5,
    street: 'MG Road',
    houseNumber: '1',
    zip_code: '560001',
    city: 'Bengaluru',
    state: 'Karnataka',
    country: 'IN',
  },
  ...more,
})
const as = (letters: object) => signInAs(testUser([roleIn(1, 'Volt Works', { Vehicle: 'V', ...letters })]))
let server: TestServer
beforeEach(() => {
  sessionStorage.clear()
  as({ Customers: 'VCUD', Tag: 'VCU' })
  server = testServer()
    .on(listDrivers, {
      data: [driver(), driver({ id: 8, firstName: 'Member', fullName: 'Member Two', email: null, active: 'N' })],
      total: 2,
      totalIsExact: true,
      summary: { total: 1200, active: 1100, inactive: 100 },
    })
    .on(getDriver, () => ({ data: driver(), tag: '"one"' }))
    .on(listRecordAudit, { data: [] })
    .on(listDriverTags, { data: [{ id: 5, tag: 'CARD-5' }] })
    .on(listAvailableTags, { data: [{ id: 9, tag: 'CARD-9', tagId: 'CARD-9' }], total: 1 })
    .on(getAttachedVehicle, { data: [] })
    .on(listAvailableVehicles, {
      data: [{ vehicle_id: 3, registration_number: 'KA 01', make: 'Volt', model: 'One', vehicle_type: 'Car' }],
      total: 1,
    })
})
const at = (path: string) =>
  showScreens(
    [
      ['/customer', <DriversPage key="a" />],
      ['/customer/new', <DriverPage key="b" />],
      ['/customer/:id', <DriverPage key="c" />],
      ['*', <p key="d">Elsewhere</p>],
    ],
    path,
  )

describe('the list', () => {
  test('cards count the whole scope; Disable and Enable stand where they apply, and do it at once', async () => {
    let sent: unknown
    server.on(setDriverStatus, a => {
      sent = [a.params.id, a.body]
      return { data: driver({ active: 'N' }), message: 'Customer disabled successfully' }
    })
    at('/customer')
    for (const [label, value] of [
      ['Total Drivers', '1,200'],
      ['Active Drivers', '1,100'],
      ['Inactive Drivers', '100'],
    ] as const) {
      expect(await screen.findByText(label)).toBeVisible()
      expect(await screen.findByText(value)).toBeVisible()
    }
    for (const header of ['Name', 'Email ID', 'Phone Number', 'Status', 'Created on'])
      expect(await screen.findByRole('columnheader', { name: new RegExp(`^${header}`) })).toBeVisible()
    expect(await menuOf('Member Two')).toEqual(['View', 'Edit', 'Enable', 'Wallet History', 'Transactions'])
    await userEvent.keyboard('{Escape}')
    expect(await menuOf('Fleet One')).toEqual(['View', 'Edit', 'Disable', 'Wallet History', 'Transactions'])
    await userEvent.click(screen.getByRole('menuitem', { name: 'Disable' }))
    expect(await screen.findByText('Customer disabled successfully')).toBeVisible()
    expect(sent).toEqual(['7', { status: 'N' }])
  })
  test.each([
    ['Wallet History', '/wallet/7', ''],
    [
      'Transactions',
      '/transactions',
      '?id=7&email=fleet%2B1%40volt.example&phone=%2B91+98000+0000&domain=volt&ocpp_tag_pk=70',
    ],
    ['View', '/customer/7', '?mode=view'],
  ])('%s leads to %s', async (label, pathname, search) => {
    const { router } = at('/customer')
    await menuOf('Fleet One')
    await userEvent.click(screen.getByRole('menuitem', { name: label }))
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname, search }))
  })
  test('without the rights there is View alone and nothing to add', async () => {
    as({ Customers: 'V' })
    show(<DriversPage />)
    expect(await menuOf('Fleet One')).toEqual(['View'])
    expect(screen.queryByRole('button', { name: 'Add EV Driver' })).toBeNull()
  })
})

const type = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })

describe('a new driver', () => {
  test('has one page without tabs; what is missing is said and nothing is sent', async () => {
    at('/customer/new')
    expect(await screen.findByText('Create new customer')).toBeVisible()
    expect(screen.queryByRole('tab')).toBeNull()
    expect(screen.queryByText('Vehicle Details')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    for (const text of [
      'First Name is required',
      'Last Name is required',
      "Please specify either email or phone number. Both can't be left blank",
    ])
      expect(await screen.findByText(text)).toBeVisible()
    expect(screen.getAllByText('Please specify address as well').length).toBeGreaterThan(0)
    expect(server.calls.some(c => c.startsWith('POST'))).toBe(false)
  })
  test('keeps what was typed while a tag is made, and sends it all with the tags chosen', async () => {
    let sent: unknown
    server.on(createDriver, a => {
      sent = { body: a.body, teamId: a.query.get('teamId') }
      return { status: 201, message: 'Customer created successfully', data: driver() }
    })
    const { router } = at('/customer/new')
    await type(/^First Name/, 'Depot')
    await type(/^Phone/, '080-2345678')
    await type(/^Latitude/, '12.5')
    await userEvent.click(screen.getByRole('button', { name: 'Create new RFID tag' }))
    // Without a question: nothing is lost.
    expect(await screen.findByText('Elsewhere')).toBeVisible()
    expect(router.state.location).toMatchObject({ pathname: '/tag/new', search: '?returnTo=%2Fcustomer%2Fnew' })
    expect(JSON.parse(sessionStorage.getItem('customerDraft') ?? '{}')).toMatchObject({ of: null, tab: 'tags' })
    await router.navigate('/customer/new?tab=tags')
    expect(await screen.findByLabelText(/^First Name/)).toHaveValue('Depot')
    expect(screen.getByLabelText(/^Phone/)).toHaveValue('080-2345678')
    expect(screen.getByLabelText(/^Latitude/)).toHaveValue('12.5')
    await type(/^Last Name/, 'Desk')
    await type(/^Longitude/, '77.25')
    await userEvent.click(await screen.findByRole('combobox', { name: /RFID Tags/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'CARD-9' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Customer created successfully')).toBeVisible()
    expect(sent).toMatchObject({
      teamId: '1',
      body: {
        firstName: 'Depot',
        lastName: 'Desk',
        address: { lat: 12.5, lng: 77.25, country: 'IN' },
        ocppTagIds: [9],
      },
    })
    expect(router.state.location.pathname).toBe('/customer')
    expect(sessionStorage.getItem('customerDraft')).toBeNull()
  })
  test('tags beyond the first page are found as one types; a tag made a moment ago is chosen, though it is on none', async () => {
    const asked: Record<string, string>[] = []
    server
      .on(listAvailableTags, ({ query }) => {
        const { q, keys, ...rest } = Object.fromEntries(query)
        asked.push({ ...rest, ...(q && { q }), ...(keys && { keys }) })
        if (keys) return { data: [{ id: 7001, tag: 'CARD-7001', tagId: 'CARD-7001' }], total: 1 }
        if (q === '6999') return { data: [{ id: 6999, tag: 'CARD-6999', tagId: 'CARD-6999' }], total: 1 }
        return { data: [{ id: 9, tag: 'CARD-9', tagId: 'CARD-9' }], total: 7000 }
      })
      .on(createDriver, ({ body }) => ({ status: 201, message: JSON.stringify(body), data: driver() }))
    at('/customer/new?tab=tags&made=7001')
    expect(await screen.findByRole('button', { name: 'CARD-7001' })).toBeVisible()
    expect(screen.getByText('7,000 tags without a driver. Type to find a tag')).toBeVisible()
    put(await screen.findByRole('combobox', { name: /RFID Tags/ }), '6999')
    await userEvent.click(await screen.findByRole('option', { name: 'CARD-6999' }))
    expect(await screen.findByRole('button', { name: 'CARD-6999' })).toBeVisible()
    expect(asked).toContainEqual({ teamId: '1', forDriver: 'true', keys: '7001' })
    expect(asked).toContainEqual({ teamId: '1', forDriver: 'true', limit: '50', q: '6999' })
    for (const [label, value] of [
      [/^First Name/, 'A'],
      [/^Last Name/, 'B'],
      [/^Email/, 'a@b.example'],
      [/^Latitude/, '1'],
      [/^Longitude/, '2'],
    ] as const)
      await type(label, value)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/"ocppTagIds":\[7001,6999\]/)).toBeVisible()
  })
  test('a tag that somebody else took meanwhile is said at the tags', async () => {
    const text = 'RFID Tag CARD-9 belongs to another driver'
    server.on(createDriver, () => ({ status: 409, message: text, errors: { ocppTagIds: text, tagIds: text } }))
    at('/customer/new')
    for (const [label, value] of [
      [/^First Name/, 'A'],
      [/^Last Name/, 'B'],
      [/^Email/, 'a@b.example'],
      [/^Latitude/, '1'],
      [/^Longitude/, '2'],
    ] as const)
      await type(label, value)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.getAllByText(text)[0]).toBeVisible())
    expect(screen.getByLabelText(/^First Name/)).toHaveValue('A')
  })
})

describe('a stored driver', () => {
  test('a draft comes back over what the form was filled from; what somebody else saved meanwhile is compared', async () => {
    const { router } = at('/customer/7?tab=tags')
    await userEvent.click(await screen.findByRole('tab', { name: 'General' }))
    await type(/^First Name/, 'Typed')
    await userEvent.click(screen.getByRole('tab', { name: 'RFID Tags' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Create new RFID tag' }))
    await screen.findByText('Elsewhere')
    expect(router.state.location.search).toBe('?returnTo=%2Fcustomer%2F7%3Ftab%3Dtags')
    server.on(getDriver, () => ({ data: driver({ lastName: 'Theirs' }), tag: '"two"' }))
    await router.navigate('/customer/7?tab=tags')
    expect(await screen.findByRole('tab', { name: 'RFID Tags', selected: true })).toBeVisible()
    await userEvent.click(screen.getByRole('tab', { name: 'General' }))
    expect(await screen.findByLabelText(/^First Name/)).toHaveValue('Typed')
    expect(await screen.findByText(/changed by|was changed/i)).toBeVisible()
    // Left for somewhere else, nothing of it stays.
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/customer'))
    expect(sessionStorage.getItem('customerDraft')).toBeNull()
  })
  test('a draft goes with the session, and is for nobody else', async () => {
    const { router } = at('/customer/7?tab=tags')
    await userEvent.click(await screen.findByRole('button', { name: 'Create new RFID tag' }))
    await screen.findByText('Elsewhere')
    expect(sessionStorage.getItem('customerDraft')).not.toBeNull()
    expect(router.state.location.pathname).toBe('/tag/new')
    clearSession()
    expect(sessionStorage.getItem('customerDraft')).toBeNull()
  })
  test('tags are added and removed, each by its right', async () => {
    let sent: unknown[] = []
    server
      .on(addDriverTags, a => {
        sent.push(a.body)
        return { data: [], message: 'Successfully associated user with selected tags' }
      })
      .on(removeDriverTag, a => {
        sent.push(a.params)
        return { data: [], message: 'Successfully disassociated user with selected tags' }
      })
    const view = at('/customer/7?tab=tags')
    await userEvent.click(await screen.findByRole('button', { name: 'Add RFID Tags' }))
    expect(await screen.findByText('Please select tags to be added')).toBeVisible()
    await userEvent.click(await screen.findByRole('combobox', { name: /RFID Tags/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'CARD-9' }))
    await userEvent.click(screen.getByRole('button', { name: 'Add RFID Tags' }))
    expect(await screen.findByText('Successfully associated user with selected tags')).toBeVisible()
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
    const question = await screen.findByRole('dialog')
    await userEvent.click(within(question).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Successfully disassociated user with selected tags')).toBeVisible()
    expect(sent).toEqual([{ tagIds: [9] }, { id: '7', tagId: '5' }])
    // Nothing that was given stands chosen for the next time.
    expect(screen.queryByRole('button', { name: 'CARD-9' })).toBeNull()
    view.unmount()
    const back = at('/customer/7?tab=tags&made=9')
    // The tag that was made a moment ago is chosen, once.
    expect(await screen.findByRole('button', { name: 'CARD-9' })).toBeVisible()
    await waitFor(() => expect(back.router.state.location.search).toBe('?tab=tags'))
    back.unmount()
    sent = []
    as({ Customers: 'VU', Tag: 'V' })
    at('/customer/7?tab=tags')
    expect(await screen.findByText('CARD-5')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Create new RFID tag' })).toBeNull()
    expect(await screen.findByRole('button', { name: 'Add RFID Tags' })).toBeVisible()
  })
  test('a vehicle is assigned; without a choice and when it is taken, that is said', async () => {
    server.on(assignVehicle, () => ({ status: 409, message: 'Vehicle KA 01 is assigned to another driver' }))
    at('/customer/7?tab=vehicle')
    await userEvent.click(await screen.findByRole('button', { name: 'Assign Vehicle' }))
    expect(await screen.findByText('Please select a vehicle to assign')).toBeVisible()
    const choose = async () => {
      fireEvent.mouseDown(await screen.findByRole('combobox', { name: 'Vehicle' }))
      await userEvent.click(await screen.findByRole('option', { name: 'KA 01, Volt One' }))
      await userEvent.click(screen.getByRole('button', { name: 'Assign Vehicle' }))
    }
    await choose()
    expect(
      await screen.findByText('Failed to assign vehicle: Vehicle KA 01 is assigned to another driver'),
    ).toBeVisible()
    server.on(assignVehicle, () => ({ status: 500, message: '' }))
    await choose()
    expect(await screen.findByText('Failed to assign vehicle')).toBeVisible()
    const attached = [{ vehicle_id: 3, registration_number: 'KA 01', make: 'Volt', model: 'One', vehicle_type: 'Car' }]
    server
      .on(assignVehicle, () => ({ data: attached, message: 'Vehicle assigned successfully' }))
      .on(getAttachedVehicle, { data: attached })
    await choose()
    expect(await screen.findByText('Vehicle assigned successfully')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Unassign Vehicle' })).toBeVisible()
  })
  test('read only: its title, fields off, Back alone, nothing to add or assign', async () => {
    as({ Customers: 'V', Tag: 'VC' })
    const { router } = at('/customer/7')
    expect(await screen.findByText('Customer Details')).toBeVisible()
    expect(await screen.findByLabelText(/^First Name/)).toBeDisabled()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    await userEvent.click(screen.getByRole('tab', { name: 'Vehicle Details' }))
    expect(await screen.findByText('This driver has no vehicle.')).toBeVisible()
    await userEvent.click(screen.getByRole('tab', { name: 'RFID Tags' }))
    expect(await screen.findByText('CARD-5')).toBeVisible()
    expect(screen.queryByRole('button', { name: /Remove|Create new|Add RFID/ })).toBeNull()
    await userEvent.click(screen.getByRole('tab', { name: 'General' }))
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/customer'))
  })
  test('one that is not there leads to the list', async () => {
    server
      .on(getDriver, () => ({ status: 404, message: 'Customer not found' }))
      .on(updateDriver, () => ({ status: 404 }))
    const { router } = at('/customer/99')
    await waitFor(() => expect(router.state.location.pathname).toBe('/customer'))
    expect(await screen.findByText('Customer not found')).toBeVisible()
  })
})
