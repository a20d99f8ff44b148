// The payments tab with the real client: cards in paise, rows with their links, the range, copying, the live stream.
import { act, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { downloads } from '#testing/web/downloads.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import { listPayments, type Payment } from './payment.contract.ts'
import { cardAmount, refundText } from './payment-text.rules.ts'
import { Payments } from './payments.parts.tsx'

vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 20_000 })

const payment = (more: Partial<Payment> = {}): Payment => ({
  id: 'pay_0123456789abcdefghij',
  amount: 50_000,
  currency: 'INR',
  status: 'captured',
  refund_status: 'partial',
  amount_refunded: 28_259,
  method: 'upi',
  vpa: 'driver@bank',
  email: null,
  contact: null,
  description: 'QRv2 Payment',
  notes: { chargerId: 'CP-01', connectorId: '2' },
  evseId: null,
  evseConnectorId: null,
  created_at: 1_767_600_000,
  error_description: null,
  transactionId: 41,
  stoptime: '2026-01-05T09:40:00.000Z',
  inReview: false,
  refund_open: null,
  team_name: 'Volt Works',
  ...more,
})
const summary = {
  totalTransactions: 3938,
  totalRefunded: 12,
  totalFailed: 4,
  totalCapturedAmount: 12_345_600,
  totalRefundedAmount: 99_900,
}
let server: TestServer
beforeEach(() => {
  signInAs(testUser([roleIn(1, 'Volt Works', { Transaction: 'V' })]))
  server = testServer().on(listPayments, {
    data: [
      payment(),
      payment({
        id: 'pay_00000000000002',
        notes: { chargerId: null, connectorId: null },
        status: 'failed',
        amount_refunded: 0,
        refund_status: null,
        transactionId: null,
        stoptime: null,
      }),
    ],
    total: 2,
    summary,
  })
})

test('cards, rows and links; the id is copied whole and said so; the range goes to the server; a file of all columns', async () => {
  const files = downloads()
  const user = userEvent.setup()
  show(<Payments />, { at: '/transactions?tab=payments' })
  const link = await screen.findByRole('link', { name: 'pay_012345...' })
  expect(link).toHaveAttribute('href', '/refund-details/pay_0123456789abcdefghij')
  expect(screen.getByRole('link', { name: '41' })).toHaveAttribute('href', '/transactions/41')
  for (const text of ['3,938', '₹123.46K', '₹999.00', 'Partial refund', 'CP-01 / 2'])
    expect(screen.getByText(text)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Copy payment id pay_0123456789abcdefghij' }))
  expect(await screen.findByText('Payment ID copied to clipboard!')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('pay_0123456789abcdefghij')
  await user.click(screen.getByRole('combobox', { name: 'Date Range' }))
  await user.click(await screen.findByRole('option', { name: 'Last 2 days' }))
  await waitFor(() => expect(server.calls.some(c => c.includes('dateRange=last2days'))).toBe(true))
  await user.click(screen.getByRole('combobox', { name: 'Date Range' }))
  await user.click(await screen.findByRole('option', { name: 'Custom' }))
  fireEvent.change(await screen.findByLabelText('From'), { target: { value: '2025-03-01' } })
  await waitFor(() =>
    expect(server.calls.some(c => c.includes('from=2025-03-01') && !c.includes('dateRange'))).toBe(true),
  )
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Export to CSV' }))
  await waitFor(() => expect(files[0]?.name).toBe('upi-transactions.csv'))
  // Charger and connector are columns of their own.
  const [head = '', first = ''] = (await files[0]?.blob.text())?.split('\r\n') ?? []
  const place = head.split(',').indexOf('Charger')
  expect([head.split(',').slice(place, place + 2), first.split(',').slice(place, place + 2)]).toEqual([
    ['Charger', 'Connector'],
    ['CP-01', '2'],
  ])
})

test('what cannot be loaded is said in full, and no team asks for one', async () => {
  server.on(listPayments, () => {
    throw Object.assign(new Error('no'), { status: 500 })
  })
  const { unmount } = show(<Payments />, { at: '/transactions?tab=payments' })
  expect(await screen.findByText(/^Unable to load UPI transactions: /)).toBeVisible()
  unmount()
  act(() => signInAs(testUser([])))
  show(<Payments />, { at: '/transactions?tab=payments' })
  expect(await screen.findByText('Please select a team to view UPI transactions')).toBeVisible()
})

test.each([
  [100_000, '₹1,000.00'],
  [100_001, '₹1.00K'],
  [12_345_600, '₹123.46K'],
])('%i paise on a card read %s', (paise, text) => expect(cardAmount(paise)).toBe(text))

test.each([
  [{ refund_status: 'full' as const }, 'Full refund'],
  [{ refund_status: null }, 'No Refund - Full Amount used for Charging'],
  [{ refund_status: null, inReview: true }, 'Waits for review, not billed yet'],
  [{ refund_status: null, refund_open: 'pending' as const }, 'Refund on its way'],
  [{ refund_status: null, refund_open: 'failed' as const, inReview: true }, 'Refund failed'],
  [{ refund_status: null, stoptime: null }, 'Charging in progress'],
  [{ refund_status: null, stoptime: null, transactionId: null }, ''],
  [{ refund_status: null, status: 'failed' }, ''],
])('%j: %s', (more, text) => expect(refundText(payment(more))).toBe(text))
