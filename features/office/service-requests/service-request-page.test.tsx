// The screens of service requests with the real client: words, rights, states, what is sent.
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Notices } from '#kit/notices.tsx'
import { emptyRecord } from '#testing/web/record.ts'
import { show, showRoutes, signInAs } from '#testing/web/render.tsx'
import { roleIn, testServer, testUser } from '#testing/web/server.ts'
import {
  getServiceRequest,
  listServiceRequests,
  type ServiceRequest,
  saveServiceRequest,
} from './service-request.contract.ts'
import { serviceRequestFields } from './service-request.fields.ts'
import { ServiceRequestPage } from './service-request-page.tsx'
import { ServiceRequestsPage } from './service-requests-page.tsx'

const ticket = (more: Partial<ServiceRequest> = {}): ServiceRequest => ({
  ...emptyRecord(serviceRequestFields),
  ticket_id: 12,
  teamId: 1,
  team_name: 'Volt Works',
  email: 'depot@example.com',
  phone: '080-2345678',
  issueType: 'Refund',
  description: '<img src=x onerror=alert(1)>',
  status: 'OPEN',
  createAt: '2026-01-05T09:00:00.000Z',
  updatedAt: '2026-01-05T09:00:00.000Z',
  ...more,
})
const as = (letters: string) => signInAs(testUser([roleIn(1, 'Volt Works', { ServiceRequest: letters })]))
const pages = (at: string) =>
  showRoutes(
    [
      { path: '/servicerequest', element: <p>The list</p> },
      { path: '/servicerequest/new', element: <ServiceRequestPage /> },
      { path: '/servicerequest/edit/:ticketId', element: <ServiceRequestPage /> },
    ].map(r => ({
      ...r,
      element: (
        <>
          {r.element}
          <Notices />
        </>
      ),
    })),
    at,
  )
beforeEach(() => as('VCUD'))

test('the list shows states in words, the menu reads Edit, for R View and there is nothing to add', async () => {
  testServer().on(listServiceRequests, { data: [ticket({ status: 'IN_PROGRESS' })], total: 1 })
  const { unmount } = show(<ServiceRequestsPage />)
  expect(await screen.findByText('In Progress')).toBeVisible()
  expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add Service Request' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /^Actions/ }))
  expect((await screen.findAllByRole('menuitem')).map(m => m.textContent)).toEqual(['Edit'])
  unmount()
  as('VD')
  show(<ServiceRequestsPage />)
  await userEvent.click(await screen.findByRole('button', { name: /^Actions/ }))
  expect((await screen.findAllByRole('menuitem')).map(m => m.textContent)).toEqual(['View'])
  expect(screen.queryByRole('button', { name: 'Add Service Request' })).toBeNull()
})

test('an empty form says of each field that it is required and sends nothing', async () => {
  const server = testServer()
  pages('/servicerequest/new')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  for (const label of ['Email', 'Phone', 'Issue Type', 'Description'])
    expect(await screen.findByText(`${label} is required`)).toBeVisible()
  expect(server.calls).toEqual([])
})

const write = async () => {
  await userEvent.type(screen.getByLabelText(/^Email/), 'depot@example.com')
  await userEvent.type(screen.getByLabelText(/^Phone/), '080-2345678')
  await userEvent.click(screen.getByRole('combobox', { name: /Issue Type/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Refund' }))
  await userEvent.type(screen.getByLabelText(/^Description/), 'Nothing came back')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
}

test('a new one is sent for the current team, its message is the notice, and the list follows', async () => {
  let sent: unknown
  testServer().on(saveServiceRequest, asked => {
    sent = { body: asked.body, teamId: asked.query.get('teamId') }
    // `status` of the double is the HTTP one: success is told by the other form (D-SR-1).
    return { status: 201, message: 'Customer update successful!', data: ticket() }
  })
  pages('/servicerequest/new')
  await write()
  expect(await screen.findByText('The list')).toBeVisible()
  expect(screen.getByText('Customer update successful!')).toBeVisible()
  expect(sent).toMatchObject({ teamId: '1', body: { issueType: 'Refund', description: 'Nothing came back' } })
})

test('an answer that does not say success is none: its message is told and the form stays', async () => {
  testServer().on(saveServiceRequest, () => ({ status: 201, message: 'Taken in, not saved', data: ticket() }))
  pages('/servicerequest/new')
  await write()
  expect(await screen.findByText('Taken in, not saved')).toBeVisible()
  expect(screen.getByLabelText(/^Email/)).toHaveValue('depot@example.com')
})

test('the select offers the present state and what follows', async () => {
  testServer().on(getServiceRequest, { data: ticket() })
  pages('/servicerequest/edit/12')
  await userEvent.click(await screen.findByRole('combobox', { name: 'Status' }))
  const options = within(await screen.findByRole('listbox')).getAllByRole('option')
  expect(options.map(o => o.textContent)).toEqual(['Open', 'In Progress'])
})

test.each([
  ['a closed one', 'VCUD', ticket({ status: 'CLOSED' })],
  ['for R', 'V', ticket()],
])('%s is read only: fields off, Back alone', async (_what, letters, data) => {
  as(letters)
  testServer().on(getServiceRequest, { data })
  pages('/servicerequest/edit/12')
  expect(await screen.findByLabelText(/^Email/)).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Back' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test.each(['12', 'abc'])('one that is not there (%s) leads to the list', async id => {
  testServer().on(getServiceRequest, () => ({ status: 404, message: 'Service request not found' }))
  pages(`/servicerequest/edit/${id}`)
  expect(await screen.findByText('The list')).toBeVisible()
  expect(await screen.findByText('Service request not found')).toBeVisible()
})
