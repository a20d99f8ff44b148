// The screens of customers and of messages with the real client: before and after of a balance, its limits and refusals, tags
// and UPI ids, one message and many in batches.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { sendNotification } from '#drivers/messages/message.contract.ts'
import { listWalletHistory, updateWallet } from '#drivers/wallets/wallet.contract.ts'
import { ConfirmHost } from '#kit/confirm.tsx'
import { Notices } from '#kit/notices.tsx'
import { show, showRoutes, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import {
  addPersonalTag,
  addUpiId,
  type CmCustomer,
  getCmCustomer,
  listPersonalTags,
  listUpiIds,
  removeUpiId,
} from './cm-customer.contract.ts'
import { CmCustomerPage } from './cm-customer-page.tsx'
import { WalletPage } from './wallet-page.tsx'

const customer: CmCustomer = {
  id: 7,
  companyId: 1,
  teamId: 1,
  team_name: 'Volt Works',
  firstName: 'Fleet',
  lastName: 'One',
  fullName: 'Fleet One',
  email: 'fleet@volt.example',
  phone: '+919800000001',
  active: 'Y',
  createdAt: '2026-01-05T09:00:00.000Z',
  balanceAmount: 125.5,
  heldAmount: 0,
  ocpp_tag_pk: 70,
  ocppTagId: 70,
  id_tag: 'APP-0000000000000001',
  deviceId: 'device',
  language: null,
  gstin: null,
  legalName: null,
  businessAddress: null,
  recipientType: null,
  domain: 'volt.example',
  address: {
    lat: null,
    lng: null,
    street: null,
    houseNumber: null,
    zip_code: null,
    city: null,
    state: null,
    country: 'IN',
  },
}
let server: TestServer
let balance = 125.5
beforeEach(() => {
  balance = 125.5
  signInAs(testUser([roleIn(1, 'Volt Works', { CMCustomers: 'VU', Transaction: 'V' })]))
  server = testServer()
    .on(getCmCustomer, () => ({ data: { ...customer, balanceAmount: balance }, tag: '"one"' }))
    .on(listPersonalTags, { data: [{ id: 5, tag: 'CARD-5', balanceAmount: 40 }] })
    .on(listUpiIds, { data: [{ upi_id: 'fleet@upi' }] })
})
const shell = (path: string, screen: ReactNode) => ({
  path,
  element: (
    <>
      {screen}
      <ConfirmHost />
      <Notices />
    </>
  ),
})
const at = (tab = '') =>
  showRoutes([shell('/cm-customer/:id', <CmCustomerPage />), shell('*', <p>Elsewhere</p>)], `/cm-customer/7${tab}`)
const type = async (label: RegExp | string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('General', () => {
  test('says before and after, asks, and sends the balance shown with the names', async () => {
    let sent: unknown
    server.on(updateWallet, a => {
      sent = [a.params.ocppTagId, a.body]
      const { id, firstName, lastName, email, phone } = customer
      const names = { id, firstName, lastName, email, phone }
      return {
        message: 'Wallet updated successfully',
        data: { ...names, ocppTagId: 70, id_tag: 'APP', balanceAmount: 200 },
      }
    })
    at()
    expect(await screen.findByText('Edit Customer Details')).toBeVisible()
    for (const tab of ['General', 'Wallet History', 'RFID Tags', 'UPI IDs', 'Send Message'])
      expect(await screen.findByRole('tab', { name: tab })).toBeVisible()
    expect(await screen.findByLabelText(/^Wallet Amount/)).toHaveValue('125.5')
    await type(/^Wallet Amount/, '200')
    const after = '₹125.50 now, ₹200.00 after it: ₹74.50 are given.'
    expect(await screen.findByText(after)).toBeVisible()
    await press('Save')
    expect(await screen.findByText('Note is required')).toBeVisible()
    await type(/^Note/, 'Refund of a session')
    await press('Save')
    const dialog = await screen.findByRole('dialog')
    expect(dialog).toHaveTextContent(after)
    expect(sent).toBeUndefined()
    await userEvent.click(screen.getAllByRole('button', { name: 'Save' }).at(-1) as HTMLElement)
    expect(await screen.findByText('Wallet updated successfully')).toBeVisible()
    expect(sent).toEqual([
      '70',
      {
        amount: 200,
        note: 'Refund of a session',
        balanceAmount: 125.5,
        ocppTagId: 70,
        firstName: 'Fleet',
        lastName: 'One',
        email: 'fleet@volt.example',
        phone: '+919800000001',
        gstin: null,
        legalName: null,
        businessAddress: null,
      },
    ])
  })
  test('above 1000 is refused here, unless it is so already', async () => {
    balance = 1500
    at()
    await type(/^Note/, 'x')
    await type(/^Wallet Amount/, '1400')
    await press('Save')
    expect(await screen.findByText('Amount Should be between 0 and 1000')).toBeVisible()
    expect(server.calls.some(c => c.startsWith('POST'))).toBe(false)
  })
  test('a balance that has changed meanwhile is said beside the field, and shown anew on request', async () => {
    server.on(updateWallet, () => {
      balance = 0
      const message = 'Balance has changed, please reload'
      return { status: 409, message, errors: { amount: message } }
    })
    at()
    await type(/^Wallet Amount/, '200')
    await type(/^Note/, 'x')
    await press('Save')
    await screen.findByRole('dialog')
    await userEvent.click(screen.getAllByRole('button', { name: 'Save' }).at(-1) as HTMLElement)
    expect(await screen.findByText('Balance has changed, please reload')).toBeVisible()
    await press('Reload')
    expect(await screen.findByText('₹0.00 now, ₹200.00 after it: ₹200.00 are given.')).toBeVisible()
  })
})

test('tags and UPI ids: buttons wait for a text, refusals stand with their words', async () => {
  server
    .on(addPersonalTag, () => ({ status: 409, message: 'RFID Tag X belongs to another customer' }))
    .on(addUpiId, () => ({ status: 409, message: 'UPI ID their@upi belongs to another customer' }))
  at('?tab=tags')
  expect(await screen.findByText('Attached RFID Tags:')).toBeVisible()
  expect(await screen.findByText('Prepaid card, ₹40.00')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add RFID Tag' })).toBeDisabled()
  await type('New RFID Tag', 'X')
  await press('Add RFID Tag')
  expect(await screen.findByText('Error adding RFID tag: RFID Tag X belongs to another customer')).toBeVisible()
  await userEvent.click(screen.getByRole('tab', { name: 'UPI IDs' }))
  expect(await screen.findByText('Attached UPI Ids:')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add UPI Id' })).toBeDisabled()
  await type('New UPI Id', 'nobody')
  await press('Add UPI Id')
  // Said at the field, before anything is sent.
  expect(await screen.findByText('Invalid UPI ID')).toBeVisible()
  expect(server.calls.some(c => c.includes('upi-ids/nobody'))).toBe(false)
  await userEvent.clear(screen.getByLabelText('New UPI Id'))
  await type('New UPI Id', 'their@upi')
  await press('Add UPI Id')
  expect(await screen.findByText('Error adding UPI ID: UPI ID their@upi belongs to another customer')).toBeVisible()
  server.on(removeUpiId, () => ({ status: 404, message: 'UPI ID not found' }))
  await press('Remove fleet@upi')
  await press('Remove')
  expect(await screen.findByText('Error removing UPI ID: UPI ID not found')).toBeVisible()
})

test('a message is sent to the customer, or says why not', async () => {
  server.on(sendNotification, () => ({ status: 500, message: '' }))
  at('?tab=message')
  expect(await screen.findByRole('button', { name: 'Send Message' })).toBeDisabled()
  await type('Message', 'Hello')
  await press('Send Message')
  expect(await screen.findByText('Unable to send message: Please try again later')).toBeVisible()
  server.on(sendNotification, () => ({ status: 409, message: 'this customer has no device that messages go to' }))
  await press('Send Message')
  expect(
    await screen.findByText('Unable to send message: this customer has no device that messages go to'),
  ).toBeVisible()
  server.on(sendNotification, {
    message: 'Message sent successfully to the customer!',
    data: { sent: 1, failed: 0 },
  })
  await press('Send Message')
  expect(await screen.findByText('Message sent successfully to the customer!')).toBeVisible()
  await waitFor(() => expect(screen.getByLabelText('Message')).toHaveValue(''))
})

test('the wallet view: whose it is, and its history with the words of the document', async () => {
  const { id, fullName, email, phone, ocpp_tag_pk, createdAt } = customer
  server.on(listWalletHistory, {
    data: [
      {
        id: 3,
        id_tag: 'APP-1',
        amount_changed: -217.41,
        current_balance: 302.59,
        transactionId: 88,
        isOpen: false,
        note: 'Session 88 at DC-1, 10.000 kWh',
        modify_time: '2026-01-06T09:00:00.000Z',
      },
    ],
    total: 1,
    customer: { id, fullName, email, phone, ocpp_tag_pk, createdAt, balanceAmount: 302.59, heldAmount: 20 },
  })
  show(<WalletPage />, { at: '/wallet/7', path: '/wallet/:id' })
  expect(await screen.findByText('Customer Information')).toBeVisible()
  expect(await screen.findByText('ocpp_tag_pk')).toBeVisible()
  expect(await screen.findByText('Kept back for running sessions')).toBeVisible()
  for (const header of ['Tag Id', 'Charged amount', 'Balance', 'Remarks', 'Created on'])
    expect(await screen.findByRole('columnheader', { name: new RegExp(`^${header}`) })).toBeVisible()
  expect(await screen.findByRole('link', { name: /Session 88/ })).toHaveAttribute('href', '/transactions/88')
})
