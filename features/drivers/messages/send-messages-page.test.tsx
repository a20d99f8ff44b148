// Many messages from the screen with the real client: recipients by domain, batches of 100 in turn, and a failure that the
// next try goes on from.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, testServer, testUser } from '#testing/web/server.ts'
import { countReceivers, createCampaign, listCampaigns } from './campaign.contract.ts'
import { listRecipients, sendBulkNotifications } from './message.contract.ts'
import { SendMessagesPage } from './send-messages-page.tsx'

const campaigns: { message: string; domains: string[] }[] = []
/** A server that counts `receivers` by itself, and numbers campaigns from 1. */
const messageServer = (receivers: number) => {
  campaigns.length = 0
  return testServer()
    .on(countReceivers, { data: { receivers } })
    .on(listCampaigns, { data: [], total: 0 })
    .on(createCampaign, ({ body }) => {
      campaigns.push(body as { message: string; domains: string[] })
      return { status: 201, data: { campaignId: campaigns.length, receivers } }
    })
}
const confirmed = async (text: RegExp, answer = 'Send Notifications') => {
  const question = await screen.findByRole('dialog', { name: 'Send Push Notifications' })
  expect(question).toHaveTextContent(text)
  await userEvent.click(within(question).getByRole('button', { name: answer }))
}

test('batches go one after another; what failed is told, and only what is left goes with the next try', async () => {
  signInAs(testUser([roleIn(1, 'Volt Works', { SendMessages: 'VC' })]))
  const recipients = Array.from({ length: 250 }, (_, i) => ({
    deviceId: `d${i}`,
    firstName: `F${i}`,
    domain: i < 240 ? 'volt.example' : null,
  }))
  const sent: string[][] = []
  let fails = 2
  messageServer(239)
    .on(listRecipients, { data: recipients })
    .on(sendBulkNotifications, a => {
      const { customers, campaignId } = a.body as { customers: { deviceId: string }[]; campaignId: number }
      expect(campaignId).toBe(1)
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
  // Counted by the server, where a driver was disabled a moment ago.
  await confirmed(/^Send Push Notifications239 recipients get this message, at once\./, 'Cancel')
  await waitFor(() => expect(button).toBeEnabled())
  expect([campaigns, sent]).toEqual([[], []])
  await userEvent.click(button)
  await confirmed(/Hello/)
  expect(await screen.findByText(/100 of 240 sent\. The database is not reachable/)).toBeVisible()
  expect(screen.getByLabelText(/^Message/)).toHaveValue('Hello')
  fails = 0
  await userEvent.click(button)
  expect(await screen.findByText('Notifications sent successfully.')).toBeVisible()
  // The next try goes on with the same campaign.
  expect(campaigns).toEqual([{ message: 'Hello', domains: ['volt.example'] }])
  expect(sent.map(s => s.length)).toEqual([100, 100, 40])
  expect(new Set(sent.flat()).size).toBe(240)
  await waitFor(() => expect(screen.getByLabelText(/^Message/)).toHaveValue(''))
})

test('a batch of which no device is known any more does not hold up the next', async () => {
  signInAs(testUser([roleIn(1, 'Volt Works', { SendMessages: 'VC' })]))
  const recipients = Array.from({ length: 101 }, (_, i) => ({ deviceId: `d${i}`, firstName: `F${i}`, domain: null }))
  const sent: string[] = []
  messageServer(101)
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
  await confirmed(/101 recipients/)
  expect(await screen.findByText(/1 of 101 sent\. 100 of the devices are no longer known\./)).toBeVisible()
  expect(sent).toEqual(['d100'])
})

test('what was sent is listed with its figures', async () => {
  signInAs(testUser([roleIn(1, 'Volt Works', { SendMessages: 'V' })]))
  messageServer(0)
    .on(listRecipients, { data: [] })
    .on(listCampaigns, {
      data: [
        {
          campaignId: 4,
          message: 'Works tonight',
          domains: [''],
          teamName: 'Volt Works',
          sentBy: 'desk',
          createdAt: '2026-03-04T05:06:07.000Z',
          receivers: 1500,
          delivered: 1200,
          failed: 34,
          waiting: 0,
          notSent: 266,
        },
      ],
      total: 1,
    })
  show(<SendMessagesPage />)
  const row = (await screen.findByText('Works tonight')).closest('[role="row"]') as HTMLElement
  for (const text of ['desk', '1,500', '1,200', '34', '266']) expect(within(row).getByText(text)).toBeVisible()
})
