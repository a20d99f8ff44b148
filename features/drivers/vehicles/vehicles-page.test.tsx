// The screens of vehicles with the real client: columns, actions by right, the seven sections, required fields,
// documents that are PDF files and open with the token, and the bodies of calls.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { uploadImage } from '#office/uploads/upload.contract.ts'
import { emptyRecord } from '#testing/web/record.ts'
import { menuOf, showScreens, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import {
  createVehicle,
  deleteVehicle,
  getVehicle,
  listVehicles,
  updateVehicle,
  type Vehicle,
} from './vehicle.contract.ts'
import { vehicleFields } from './vehicle.fields.ts'
import { VehiclePage } from './vehicle-page.tsx'
import { VehiclesPage } from './vehicles-page.tsx'

const vehicle = (more: Partial<Vehicle> = {}): Vehicle => ({
  ...emptyRecord(vehicleFields),
  vehicle_id: 4,
  user_pk: null,
  assigned_driver_name: null,
  companyId: 1,
  teamId: 2,
  team_name: 'North',
  vehicle_type: 'Car',
  make: 'Volt',
  model: 'One',
  year_of_manufacture: 2024,
  registration_number: 'KA 01 EV 1',
  owner_name: 'Depot',
  usage_type: 'Private',
  emi_amount: 100.5,
  insurance_expiry_date: '2027-05-05',
  ...more,
})
const as = (letters: string) => signInAs(testUser([roleIn(1, 'Volt Works', { Vehicle: letters, Customers: 'V' })]))
let server: TestServer
beforeEach(() => {
  as('VCUD')
  server = testServer()
    .on(listVehicles, {
      data: [
        vehicle(),
        vehicle({ vehicle_id: 5, registration_number: 'KA 02', user_pk: 7, assigned_driver_name: 'Fleet One' }),
      ],
      total: 2,
    })
    .on(getVehicle, () => ({ data: [vehicle()], tag: '"one"' }))
    .on(listRecordAudit, { data: [] })
})
const at = (path: string) =>
  showScreens(
    [
      ['/vehicles', <VehiclesPage key="a" />],
      ['/vehicles/new', <VehiclePage key="b" />],
      ['/vehicles/:vehicleId', <VehiclePage key="c" />],
    ],
    path,
  )

test('the list: heading, columns, actions; an assigned one says why it stays; a search says how many it found', async () => {
  server.on(deleteVehicle, { data: { vehicle_id: 4 }, message: 'Vehicle deleted successfully' })
  at('/vehicles')
  expect(await screen.findByText('Manage Vehicles')).toBeVisible()
  for (const header of ['License Plate', 'Make', 'Model', 'Type'])
    expect(await screen.findByRole('columnheader', { name: new RegExp(`^${header}`) })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add New Vehicle' })).toBeVisible()
  expect(screen.queryByText('2 results')).toBeNull()
  await menuOf('KA 02')
  expect(screen.getByRole('menuitem', { name: /^Delete/ })).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByText(/Assigned to Fleet One/)).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  expect(await menuOf('KA 01 EV 1')).toEqual(['View', 'Edit', 'Delete'])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Vehicle deleted successfully')).toBeVisible()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'fleet' } })
  expect(await screen.findByText('2 results')).toBeVisible()
  expect(server.calls.some(c => c.includes('q=fleet'))).toBe(true)
})

test('for R there is View alone, nothing to add, and the form is read only under its title', async () => {
  as('V')
  const { router, unmount } = at('/vehicles')
  expect(await menuOf('KA 01 EV 1')).toEqual(['View'])
  expect(screen.queryByRole('button', { name: 'Add New Vehicle' })).toBeNull()
  await userEvent.click(screen.getByRole('menuitem', { name: 'View' }))
  await waitFor(() => expect(router.state.location.search).toBe('?mode=view'))
  unmount()
  at('/vehicles/4')
  expect(await screen.findByText('No driver is assigned')).toBeVisible()
  expect(screen.queryByText('Edit Vehicle details')).toBeNull()
  expect(screen.getByLabelText(/^Make/)).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Back' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('the form has its seven sections, says what is required, and sends nothing until that is there', async () => {
  at('/vehicles/new')
  expect(await screen.findByText('Create new Vehicle')).toBeVisible()
  for (const name of [
    'Vehicle Details',
    'Vehicle Specifications',
    'Owner/Usage Information',
    'Additional Features/Specifications',
    'Service and Maintenance Information',
    'Financials',
    'Documentation',
  ])
    expect(screen.getByRole('region', { name })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  for (const label of [
    'Vehicle Type',
    'Make',
    'Model',
    'Year of Manufacture',
    'Registration Number',
    'Owner Name',
    'Usage Type',
  ])
    expect(await screen.findByText(`${label} is required`)).toBeVisible()
  expect(server.calls.some(c => c.startsWith('POST'))).toBe(false)
})

const choose = async (label: RegExp, option: string) => {
  await userEvent.click(screen.getByRole('combobox', { name: label }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}
test('what is filled in is sent, empty fields as nothing; a taken plate is said at its field', async () => {
  const text = 'A vehicle with this registration number already exists'
  let sent: unknown
  server.on(createVehicle, a => {
    sent = { body: a.body, team: a.params.teamId }
    return { status: 409, message: text, errors: { registration_number: text } }
  })
  const { router } = at('/vehicles/new')
  await screen.findByText('Create new Vehicle')
  await choose(/Vehicle Type/, '3-Wheeler')
  await choose(/Usage Type/, 'Commercial')
  await choose(/EMI Cycle/, 'Bi-weekly')
  for (const [label, value] of [
    ...([
      [/^Make/, 'Volt'],
      [/^Model/, 'Three'],
      [/^Year of/, '2025'],
      [/^Registration Number/, 'KA 03'],
    ] as const),
    ...([
      [/^Owner Name/, 'Depot'],
      [/^EMI Amount/, '99.5'],
      [/^EMI Start/, '2026-01-31'],
    ] as const),
  ])
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(text)).toBeVisible()
  expect(sent).toMatchObject({
    team: '1',
    body: {
      vehicle_type: '3-Wheeler',
      usage_type: 'Commercial',
      year_of_manufacture: 2025,
      emi_amount: 99.5,
      emi_cycle: 'Bi-weekly',
      emi_start_date: '2026-01-31',
      motor_type: null,
      vin: null,
      insurance_document: null,
    },
  })
  server.on(createVehicle, () => ({ status: 201, data: vehicle(), message: 'Vehicle created successfully' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Vehicle created successfully')).toBeVisible()
  expect(router.state.location.pathname).toBe('/vehicles')
})

test('a document is a PDF, is uploaded for the team of the vehicle, and goes with the save under the tag of the record', async () => {
  const link = `/files/${'a'.repeat(32)}.pdf`
  let sent: unknown
  let team: string | null = null
  server
    .on(uploadImage, a => {
      team = a.query.get('teamId')
      return { data: link, message: 'ok' }
    })
    .on(updateVehicle, a => {
      sent = [a.headers.get('if-match'), (a.body as Vehicle).insurance_document, (a.body as Vehicle).emi_amount]
      return { data: vehicle(), message: 'Vehicle updated successfully' }
    })
  at('/vehicles/4')
  expect(await screen.findByText('Edit Vehicle details')).toBeVisible()
  const input = await screen.findByLabelText('Insurance Document')
  const user = userEvent.setup({ applyAccept: false })
  await user.upload(input, new File(['x'], 'a.docx', { type: 'application/msword' }))
  expect(await screen.findByText('Only PDF files are allowed!')).toBeVisible()
  await user.upload(input, new File(['%PDF'], 'a.pdf', { type: 'application/pdf' }))
  expect(await screen.findByRole('button', { name: 'Open' })).toBeVisible()
  expect(team).toBe('2')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Vehicle updated successfully')).toBeVisible()
  expect(sent).toEqual(['"one"', link, 100.5])
})

test('a stored document is fetched with the token', async () => {
  const link = `/files/${'b'.repeat(32)}.pdf`
  server.on(getVehicle, () => ({ data: [vehicle({ invoice_document: link })], tag: '"one"' }))
  at('/vehicles/4?mode=view')
  const open = await screen.findByRole('button', { name: 'Open' })
  const fetched = vi.fn(async () => new Response('{"message":"File not found"}', { status: 404 }))
  vi.stubGlobal('fetch', fetched)
  await userEvent.click(open)
  expect(await screen.findByText('File not found')).toBeVisible()
  const [url, init] = fetched.mock.calls[0] as unknown as [string, { headers: HeadersInit }]
  expect([url, new Headers(init.headers).get('authorization')]).toEqual([link, expect.stringMatching(/^Bearer /)])
})

test.each([
  ['404', () => ({ status: 404, message: 'Vehicle not found' })],
  ['an empty list', () => ({ data: [] as Vehicle[] })],
])('one that is not there (%s) leads to the list', async (_what, answer) => {
  server.on(getVehicle, answer)
  const { router } = at('/vehicles/99')
  await waitFor(() => expect(router.state.location.pathname).toBe('/vehicles'))
  expect(await screen.findByText('Vehicle not found')).toBeVisible()
})
