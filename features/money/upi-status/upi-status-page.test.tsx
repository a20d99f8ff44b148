// The public page against a server's answers: its request, its results, and its text when nothing is found.
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { getPublicConfig } from '#office/installation/installation.contract.ts'
import { show } from '#testing/web/render.tsx'
import { type TestServer, testServer } from '#testing/web/server.ts'
import { getUpiStatus, type UpiStatus } from './upi-status.contract.ts'
import { UpiStatusPage } from './upi-status-page.tsx'

const payment = {
  paymentId: 'pay_0123456789abcd',
  amount: 50_005,
  currency: 'INR',
  status: 'captured',
  method: 'upi',
  vpa: 'asha@bank',
  email: 'as***@example.org',
  contact: '******3210',
  description: 'QRv2 Payment',
  createdAt: 1_767_600_000,
  capturedAt: 1_767_600_010,
  refunds: [],
}
const found: UpiStatus = {
  payments: [
    payment,
    {
      ...payment,
      paymentId: 'pay_1111111111abcd',
      refunds: [
        {
          refundId: 'rfnd_1',
          amount: 1000,
          status: 'processed',
          acquirerData: { rrn: null, utr: 'N123', arn: null },
          createdAt: 1_767_600_020,
        },
      ],
    },
  ],
  summary: { totalPayments: 2, totalAmount: 1000.1, totalRefunded: 10, successRate: 100 },
}
let server: TestServer
const keys: (string | null)[] = []
beforeEach(async () => {
  keys.length = 0
  server = testServer()
    .on(getPublicConfig, { data: { upiStatusKey: 'public-key', mode: 'test', outbox: null } })
    .on(getUpiStatus, ({ headers }) => {
      keys.push(headers.get('x-api-key'))
      return headers.has('authorization') ? { status: 500 } : { data: found }
    })
  localStorage.clear()
  show(<UpiStatusPage />, { at: '/check-transaction-status' })
  await screen.findByRole('heading', { name: 'Check Transaction Status' })
})
const type = (text: string) => userEvent.type(screen.getByRole('textbox', { name: 'UPI ID' }), text)

test('by Enter, trimmed, with the key and without a token: cards, payments, and a payment with its refunds', async () => {
  expect(screen.getByPlaceholderText('e.g. name@bank or 9876543210@upi')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Check Status' })).toBeDisabled()
  await type('  asha@bank  {Enter}')
  const table = await screen.findByRole('table', { name: 'Payments' })
  expect(keys).toEqual(['public-key'])
  expect(server.calls.at(-1)).toBe('GET /cms/v1/upi/status/asha%40bank')
  expect(screen.getByRole('group', { name: 'Total Amount' })).toHaveTextContent('₹1,000.10of 2 that succeeded')
  expect(within(table).getAllByText('₹500.05')).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Details of pay_0123456789abcd' }))
  const dialog = await screen.findByRole('dialog', { name: 'Payment Details' })
  expect(within(dialog).getByText('No refunds found for this payment')).toBeVisible()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  await userEvent.click(screen.getByRole('button', { name: 'Details of pay_1111111111abcd' }))
  expect(await screen.findByText(/RRN or UTR N123/)).toBeVisible()
})

test('only spaces, and nothing at all by Enter, are no address', async () => {
  await type('{Enter}')
  expect(await screen.findByText('Please enter a valid UPI ID')).toBeVisible()
  await type('   ')
  await userEvent.click(screen.getByRole('button', { name: 'Check Status' }))
  expect(await screen.findByText('Please enter a valid UPI ID')).toBeVisible()
  expect(keys).toEqual([])
})

test.each([
  [{ data: { payments: [], summary: found.summary } }, 'No payments found for this UPI ID'],
  [{ data: {} as UpiStatus }, 'No payments found for this UPI ID'],
  [{ status: 401, message: 'x' }, 'Authentication failed. Please contact support.'],
  [
    { status: 429, message: 'Too many attempts. Please try again later.' },
    'Too many attempts. Please try again later.',
  ],
])('%j: %s', async (answer, text) => {
  server.on(getUpiStatus, () => answer)
  await type('asha@bank{Enter}')
  expect(await screen.findByText(text)).toBeVisible()
})

test('while it searches the button says so; without a network the page does', async () => {
  let fail: (error: Error) => void = () => undefined
  server.on(
    getUpiStatus,
    () =>
      new Promise((_, no) => {
        fail = no
      }),
  )
  await type('asha@bank{Enter}')
  expect(await screen.findByRole('button', { name: 'Searching...' })).toBeDisabled()
  await expect.poll(() => server.calls.some(c => c.includes('upi/status'))).toBe(true)
  fail(new TypeError('offline'))
  expect(
    await screen.findByText('Network error: Unable to connect to the server. Please check your internet connection.'),
  ).toBeVisible()
})

test('in Hindi once it is chosen: words, states and failures; the choice is kept', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'हिन्दी' }))
  expect(await screen.findByRole('heading', { name: 'भुगतान की स्थिति देखें' })).toBeVisible()
  expect(document.documentElement.lang).toBe('hi-IN')
  expect(localStorage.getItem('driver language')).toBe('hi')
  await userEvent.type(screen.getByRole('textbox', { name: 'UPI ID' }), 'asha@bank{Enter}')
  const table = await screen.findByRole('table', { name: 'भुगतान' })
  expect(within(table).getAllByText('मिल गया').length).toBeGreaterThan(0)
  server.on(getUpiStatus, () => ({ status: 500 }))
  await userEvent.click(screen.getByRole('button', { name: 'स्थिति देखें' }))
  expect(await screen.findByText('सर्वर में समस्या है। कृपया थोड़ी देर बाद कोशिश करें।')).toBeVisible()
})
