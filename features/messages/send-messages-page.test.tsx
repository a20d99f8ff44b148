// Many messages from the screen with the real client: recipients by domain, batches of 100 in turn, and a failure that the
// next try goes on from.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { show, signInAs } from '../../testing/web/render.tsx'
import { roleIn, testServer, testUser } from '../../testing/web/server.ts'
import { listRecipients, sendBulkNotifications } from './message.contract.ts'
import { SendMessagesPage } from './send-messages-page.tsx'

test('batches go one after another; what failed is told, and only what is left goes with the next try', async () => {
  signInAs(testUser([roleIn(1, 'Volt Works', { SendMessages: 'VC' })]))
  const recipients = Array.from({ length: 250 }, (_, i) => ({
    ...{ deviceId: `d${i}`, firstName: `F${i}` },
    domain: i < 240 ? 'volt.example' : null,
  }))
  const sent: string[][] = []
  let fails = 2
  testServer()
    .on(listRecipients, { data: recipients })
    .on(sendBulkNotifications, a => {
      const { customers } = a.body as { customers: { deviceId: string }[] }
      if (sent.length === 1 && fails-- > 0) return { status: 503, message: 'The database is not reachable' }
      sent.push(customers.map(c => c.deviceId))
      return { message: 'Notifications sent successfully.', data: { sent: customers.length, failed: 0 } }
    })
  show(<SendMessagesPage />)
  expect(await screen.findByText('Send Push Notifications')).toBeVisible()
  expect(await screen.findByText('Recipients: 250')).toBeVisible()
  const button = screen.getByRole('button', { name: 'Send Notifications' })
  expect(button).toBeDisabled()
  const domains = await screen.findByRole('combobox', { name: /^Filter by Domain/ })
  await userEvent.click(domains)
  await userEvent.click(await screen.findByRole('option', { name: 'volt.example' }))
  expect(await screen.findByText('Recipients: 240')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  fireEvent.change(screen.getByLabelText(/^Message/), { target: { value: 'Hello' } })
  await waitFor(() => expect(button).toBeEnabled())
  await userEvent.click(button)
  expect(await screen.findByText(/100 of 240 sent\. The database is not reachable/)).toBeVisible()
  expect(screen.getByLabelText(/^Message/)).toHaveValue('Hello')
  fails = 0
  await userEvent.click(button)
  expect(await screen.findByText('Notifications sent successfully.')).toBeVisible()
  expect(sent.map(s => s.length)).toEqual([100, 100, 40])
  expect(new Set(sent.flat()).size).toBe(240)
  await waitFor(() => expect(screen.getByLabelText(/^Message/)).toHaveValue(''))
})

test('a batch of which no device is known any more does not hold up the next', async () => {
  signInAs(testUser([roleIn(1, 'Volt Works', { SendMessages: 'VC' })]))
  const recipients = Array.from({ length: 101 }, (_, i) => ({ deviceId: `d${i}`, firstName: `F${i}`, domain: null }))
  const sent: string[] = []
  testServer()
    .on(listRecipients, { data: recipients })
    .on(sendBulkNotifications, a => {
      const { customers } = a.body as { customers: { deviceId: string }[] }
      if (customers.length === 100)
        return {
          status: 409,
          message: 'Failed to send notifications.',
          errors: { customers: 'None of these devices is known here.' },
        }
      sent.push(...customers.map(c => c.deviceId))
      return { message: 'Notifications sent successfully.', data: { sent: customers.length, failed: 0 } }
    })
  show(<SendMessagesPage />)
  expect(await screen.findByText('Recipients: 101')).toBeVisible()
  fireEvent.change(screen.getByLabelText(/^Message/), { target: { value: 'Hello' } })
  await userEvent.click(screen.getByRole('button', { name: 'Send Notifications' }))
  expect(await screen.findByText(/1 of 101 sent\. 100 of the devices are no longer known\./)).toBeVisible()
  expect(sent).toEqual(['d100'])
})
