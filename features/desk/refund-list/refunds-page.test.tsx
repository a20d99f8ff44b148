// The refund screens on the real client: rights, the rows that can be chosen, the texts of a row, one session with its
// refunds, a payment with its refunds in every state, and the line of the money.
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { getRefundDetails, type RefundDetails, type SessionRefund } from '#money/refunds/refund.contract.ts'
import { RefundDetailsPage } from '#money/refunds/refund-details-page.tsx'
import { getSessionMoney, type SessionMoney } from '#settlement/money-timeline/money.contract.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import { transactionRow } from '#testing/web/transactions.ts'
import { PaymentRefundPage } from './payment-refund-page.tsx'
import { getRefund, listRefunds, type RefundDetail, type RefundRow, refundSessions } from './refund-list.contract.ts'
import { RefundPage } from './refund-page.tsx'
import {
  getPaymentRefund,
  listRefundRequests,
  type PaymentRefundDetail,
  type RefundRequestRow,
  refundPayment,
} from './refund-request-list.contract.ts'
import { RefundsPage } from './refunds-page.tsx'

vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 20_000 })

const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()
const row = (transactionId: number, more: Partial<RefundRow> = {}): RefundRow => ({
  transactionNumber: String(transactionId),
  transactionId,
  customerEmail: 'asha@example.org',
  tag: `TAG-${transactionId}`,
  companyName: 'Volt Works',
  amountCharged: 200,
  totalPaid: 500,
  totalRefund: 0,
  startDate: ago(2),
  endDate: ago(1),
  refundStatus: null,
  paymentId: 'pay_0123456789abcd',
  payment_type: 'UPI',
  team_name: 'North',
  chargepoint_id: 'CP-1',
  connectorId: 1,
  evseId: null,
  evseConnectorId: null,
  inReview: false,
  refundable: 300,
  refusal: null,
  reference: null,
  failure: null,
  attempt: null,
  nextAt: null,
  ...more,
})
const processed = {
  refundStatus: 'processed',
  refundable: null,
  refusal: 'Refund is processed',
  reference: '523456789012',
  totalRefund: 300,
}
const rows = [
  row(1),
  row(2, processed),
  row(3, {
    startDate: ago(30),
    refundable: null,
    refusal: 'A refund by hand is possible within 24 hours of the start',
  }),
  row(4, { refundStatus: 'failed', failure: 'No balance', nextAt: ago(-1) }),
]
const summary = {
  refunded: 1234.5,
  processed: 9,
  pending: 2,
  pendingAmount: 80,
  failed: 1,
  failedAmount: 300,
  times: [{ method: 'UPI', refunds: 9, medianSeconds: 120, slowestSeconds: 7200 }],
}
const asked: unknown[] = []
let server: TestServer
beforeEach(() => {
  localStorage.clear()
  asked.length = 0
  signInAs()
  server = testServer()
    .on(listRefunds, { data: rows, total: rows.length, totalIsExact: true, summary })
    .on(refundSessions, ({ body }) => {
      asked.push(body)
      const data = (body as { refundBody: { transactionId: number }[] }).refundBody.map(r => ({
        transactionId: r.transactionId,
        refundStatus: r.transactionId === 4 ? null : 'processed',
        message: r.transactionId === 4 ? 'Nothing to refund' : 'Refund has been successfully',
      }))
      return { message: 'Refund has been successfully', data }
    })
})
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const confirm = async () =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Refund' }))
const rowOf = async (id: number) => (await screen.findByRole('link', { name: String(id) })).closest('tr') as HTMLElement

describe('the list', () => {
  test('with several methods each has its usual time and its slowest', async () => {
    const card = { method: 'CARD', refunds: 2, medianSeconds: 86_400, slowestSeconds: 3 * 86_400 }
    const both = { ...summary, times: [...summary.times, card] }
    server.on(listRefunds, { data: rows, total: rows.length, totalIsExact: true, summary: both })
    show(<RefundsPage />, { at: '/refund' })
    const tile = await screen.findByRole('group', { name: 'Time to refund' })
    await waitFor(() =>
      expect(tile).toHaveTextContent('UPI 2 minutes, CARD 1 dayusual time; slowest: UPI 2 hours, CARD 3 days'),
    )
  })
  test('cards, links, states and what a button says', async () => {
    show(<RefundsPage />, { at: '/refund' })
    expect(await screen.findByRole('link', { name: '1' })).toHaveAttribute('href', '/transactions/1')
    expect(screen.getByRole('group', { name: 'Refunded' })).toHaveTextContent('₹1,234.509 in the last 30 days')
    expect(screen.getByRole('group', { name: 'Time to refund' })).toHaveTextContent(
      'UPI 2 minutesusual time; the slowest took 2 hours',
    )
    const [first, second, third, fourth] = (await Promise.all([1, 2, 3, 4].map(rowOf))) as [
      HTMLElement,
      HTMLElement,
      HTMLElement,
      HTMLElement,
    ]
    expect(within(first).getByText('No Refund - Full Amount used for Charging')).toBeVisible()
    expect(within(first).getByRole('button', { name: 'Refund' })).not.toHaveAttribute('aria-disabled')
    expect(within(second).getByRole('button', { name: 'processed' })).toHaveAttribute('aria-disabled', 'true')
    expect(within(second).getByText('523456789012')).toBeVisible()
    expect(within(third).getByRole('button', { name: 'Refund' })).toHaveAttribute('aria-disabled', 'true')
    expect(within(fourth).getByText(/^Next attempt/)).toBeVisible()
    const boxes = [1, 2, 3, 4].map(n => screen.getByRole('checkbox', { name: `Choose ${n}` }))
    expect(boxes.map(b => b.hasAttribute('disabled'))).toEqual([false, true, true, false])
  })

  test('one row is refunded after a question, with its tag', async () => {
    show(<RefundsPage />, { at: '/refund' })
    await userEvent.click(within(await rowOf(1)).getByRole('button', { name: 'Refund' }))
    expect(await screen.findByText(/₹300.00 go back to asha@example.org/)).toBeVisible()
    await confirm()
    expect(await screen.findByText('Refund has been successfully')).toBeVisible()
    expect(asked).toEqual([{ refundBody: [{ transactionId: 1, ocppIdTag: 'TAG-1' }] }])
    await waitFor(() => expect(server.calls.filter(c => c.startsWith('GET /cms/v1/refund')).length).toBeGreaterThan(1))
  })

  test('Refund All: none chosen is told; of those chosen it says which were not refunded', async () => {
    show(<RefundsPage />, { at: '/refund' })
    await rowOf(1)
    await click('Refund All')
    expect(await screen.findByText('Please select row to bulk refund')).toBeVisible()
    expect(asked).toEqual([])
    await userEvent.click(screen.getByRole('checkbox', { name: /^Choose all/ }))
    const bar = await screen.findByRole('region', { name: 'Chosen rows' })
    expect(within(bar).getByText('2 chosen')).toBeVisible()
    await userEvent.click(within(bar).getByRole('button', { name: 'Refund All' }))
    expect(await screen.findByText(/What is left of 2 transactions/)).toBeVisible()
    const after = [row(1, processed), ...rows.slice(1)]
    server.on(listRefunds, { data: after, total: rows.length, totalIsExact: true, summary })
    await confirm()
    expect(await screen.findByText('1 of 2 were not refunded: Nothing to refund')).toBeVisible()
    // Refunded rows are no longer chosen; refused rows still are.
    await waitFor(() => expect(bar).toHaveTextContent(/^1 chosen/))
    expect(asked).toEqual([
      {
        refundBody: [
          { transactionId: 1, ocppIdTag: 'TAG-1' },
          { transactionId: 4, ocppIdTag: 'TAG-4' },
        ],
      },
    ])
  })

  test('with view alone the list is to be read', async () => {
    signInAs(testUser([roleIn(1, 'Volt Works', { Refund: 'V' })]))
    show(<RefundsPage />, { at: '/refund?status=failed' })
    await rowOf(1)
    expect(screen.queryByRole('button', { name: /^Refund( All)?$/ })).toBeNull()
    expect(server.calls.find(c => c.includes('/refund?'))).toContain('status=failed')
    // Rows are chosen for refunds, so readers without that right cannot choose any (D-ACC-4).
    expect(screen.queryAllByRole('checkbox')).toEqual([])
  })
})

const refund: SessionRefund = {
  refundId: 5,
  providerRefundId: 'rfnd_0123456789abcd',
  paymentId: 'pay_0123456789abcd',
  amount: 300,
  cause: 'rest',
  status: 'processed',
  attempt: 2,
  requestedAt: ago(1),
  requestedBy: null,
  processedAt: ago(0.5),
  nextAt: null,
  failure: null,
  reference: '523456789012',
  steps: [
    { at: ago(1), status: 'pending', attempt: 1, source: 'request', providerRefundId: null, failure: null },
    { at: ago(0.9), status: 'failed', attempt: 1, source: 'call', providerRefundId: null, failure: null },
    { at: ago(0.5), status: 'processed', attempt: 2, source: 'webhook', providerRefundId: null, failure: null },
  ],
}
describe('refunds one by one', () => {
  const request = (refundId: number, more: Partial<RefundRequestRow> = {}): RefundRequestRow => ({
    refundId,
    status: 'failed',
    amount: 500,
    cause: 'no session',
    paymentId: `pay_${refundId}`,
    transactionId: null,
    tag: null,
    customerEmail: 'asha@example.org',
    chargepoint_id: 'CP-1',
    team_name: 'North',
    companyName: 'Volt Works',
    requestedAt: ago(50),
    attempt: 4,
    nextAt: null,
    failure: 'No balance',
    reference: null,
    refundable: 500,
    refusal: null,
    ...more,
  })
  const ofSession = { transactionId: 7, tag: 'TAG-7', cause: 'rest', refundable: 300 }
  const requests = [request(11), request(12, ofSession)]
  const detail: PaymentRefundDetail = {
    paymentId: 'pay_11',
    amount: 500,
    currency: 'INR',
    status: 'captured',
    method: 'upi',
    vpa: 'asha@bank',
    customerEmail: 'asha@example.org',
    contact: null,
    chargepoint_id: 'CP-1',
    connectorId: 1,
    evseId: 2,
    evseConnectorId: null,
    team_name: 'North',
    companyName: 'Volt Works',
    createdAt: ago(51),
    capturedAt: ago(51),
    transactionId: null,
    refundable: 500,
    refusal: null,
    refunds: [{ ...refund, status: 'failed', failure: 'No balance', nextAt: null }],
  }
  beforeEach(() => {
    server
      .on(listRefundRequests, { data: requests, total: 2, page: 1, pageSize: 10 })
      .on(getPaymentRefund, { data: detail })
      .on(refundPayment, ({ params }) => {
        asked.push(params)
        return { message: 'Refund has been successfully', data: { paymentId: 'pay_11', refundStatus: 'processed' } }
      })
  })
  const lineOf = async (text: string) => (await screen.findByText(text)).closest('tr') as HTMLElement

  test('the card of failed refunds opens them; a payment without a session has its button', async () => {
    show(<RefundsPage />, { at: '/refund' })
    const card = await screen.findByRole('group', { name: 'Failed' })
    await userEvent.click(within(card).getByRole('link'))
    const line = await lineOf('pay_11')
    expect(server.calls.find(c => c.includes('/refund-requests?'))).toContain('status=failed')
    expect(within(line).getByText('No session')).toBeVisible()
    expect(within(line).getByText('No balance')).toBeVisible()
    await userEvent.click(within(line).getByRole('button', { name: 'Refund' }))
    expect(await screen.findByText('₹500.00 go back to asha@example.org, the way they were paid.')).toBeVisible()
    await confirm()
    expect(await screen.findByText('Refund has been successfully')).toBeVisible()
    await userEvent.click(within(await lineOf('pay_12')).getByRole('button', { name: 'Refund' }))
    await confirm()
    await waitFor(() =>
      expect(asked).toEqual([{ paymentId: 'pay_11' }, { refundBody: [{ transactionId: 7, ocppIdTag: 'TAG-7' }] }]),
    )
  })

  test('with view alone there is no button', async () => {
    signInAs(testUser([roleIn(1, 'Volt Works', { Refund: 'V' })]))
    show(<RefundsPage />, { at: '/refund?tab=refunds' })
    await lineOf('pay_11')
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull()
  })

  test('the page of the payment: its refunds with their steps, and the button; refused it says why', async () => {
    show(<PaymentRefundPage />, { at: '/refund/payment/pay_11', path: '/refund/payment/:paymentId' })
    expect(await screen.findByText('Can be refunded')).toBeVisible()
    expect(screen.getByRole('list', { name: 'Refunds of the payment' })).toHaveTextContent('A person has to try again')
    await click('Refund')
    await confirm()
    await waitFor(() => expect(asked).toEqual([{ paymentId: 'pay_11' }]))
    server.on(getPaymentRefund, { data: { ...detail, refundable: null, refusal: 'Nothing to refund' } })
    show(<PaymentRefundPage />, { at: '/refund/payment/pay_12', path: '/refund/payment/:paymentId' })
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: 'Refund' }).at(-1)).toHaveAttribute('aria-disabled', 'true'),
    )
  })
})

const money: SessionMoney = {
  steps: [
    {
      at: ago(2),
      kind: 'payment',
      title: 'Payment captured',
      state: 'done',
      amount: 500,
      details: ['pay_1'],
      evidence: 'Event of the provider',
    },
    {
      at: ago(1),
      kind: 'refund',
      title: 'Refund failed',
      state: 'failed',
      amount: 300,
      details: ['No balance'],
      evidence: 'Answer of the provider to the call',
    },
  ],
  sum: {
    label: 'Paid',
    paid: 500,
    parts: [
      { label: 'Energy', amount: 200 },
      { label: 'Refunded', amount: 290 },
    ],
    difference: 10,
    isFinal: true,
  },
}
describe('one session', () => {
  const detail = (more: Partial<RefundRow> = {}): RefundDetail => ({
    ...(transactionRow({ transactionId: 41 }) as RefundDetail),
    stop_tag: null,
    driver_name: null,
    reservationId: null,
    isFree: false,
    isDismissed: false,
    durationSeconds: 2400,
    told_starttime: null,
    told_stoptime: null,
    stationTransactionId: null,
    idTokenType: null,
    missingEvents: null,
    stationEvents: null,
    startTimeFrom: 'charger',
    stopTimeFrom: 'charger',
    clockOffsetSec: null,
    readingWh: null,
    stopBelowReading: false,
    samples: 0,
    signedValues: 0,
    ocmfValues: 0,
    droppedSamples: { undeliverable: 0, belowStart: 0, aboveStop: 0, backwards: 0, outsideTime: 0 },
    powerW: null,
    socPercent: null,
    meteredAt: null,
    initialBalance: null,
    remainingBalance: null,
    bill: null,
    ...row(41, { ...processed, ...more }),
    refunds: [refund],
  })
  test('its refunds with every step, above the transaction; the money with its sum in red where it is not even', async () => {
    server.on(getRefund, { data: detail() }).on(getSessionMoney, { data: money })
    show(<RefundPage />, { at: '/refund/41', path: '/refund/:id' })
    expect(await screen.findByRole('link', { name: 'Refund' })).toHaveAttribute('href', '/refund')
    const steps = await screen.findByRole('list', { name: 'Steps of refund 5' })
    expect(
      within(steps)
        .getAllByRole('listitem')
        .map(i => i.textContent?.replace(/^[^:]+:\d\d:?\d*: ?/, '')),
    ).toHaveLength(3)
    expect(steps).toHaveTextContent('processed, event of the provider, attempt 2')
    const line = await screen.findByRole('list', { name: 'Steps of the money' })
    expect(within(line).getByText('Refund failed')).toBeVisible()
    const sum = screen.getByRole('group', { name: 'Sum of the money' })
    expect(within(sum).getByText('The sum is not even')).toBeVisible()
    expect(sum).toHaveTextContent('Not accounted for₹10.00')
  })
  test('with view on refunds alone nothing of the transaction is asked for', async () => {
    signInAs(testUser([roleIn(1, 'Volt Works', { Refund: 'V' })]))
    server.on(getRefund, { data: detail() })
    show(<RefundPage />, { at: '/refund/41', path: '/refund/:id' })
    expect(await screen.findByRole('region', { name: 'Refund' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Money of the session' })).toBeNull()
    expect(server.calls.filter(c => c.includes('/transaction/'))).toEqual([])
  })
})

describe('a payment', () => {
  const details: RefundDetails = {
    paymentDetails: {
      id: 'pay_0123456789abcd',
      amount: 50_000,
      currency: 'INR',
      status: 'captured',
      method: 'upi',
      vpa: 'asha@bank',
      email: null,
      contact: '+919876543210',
      createdAt: 1_767_600_000,
      capturedAt: 1_767_600_010,
      description: 'QRv2 Payment',
    },
    refunds: [
      {
        refundId: 'rfnd_0123456789abcd',
        amount: 30_000,
        status: 'processed',
        createdAt: 1_767_610_000,
        acquirerData: { rrn: '523456789012', utr: null, arn: null },
      },
    ],
    refundSummary: { totalRefunds: 1, totalRefundedAmount: 30_000, lastRefundAt: 1_767_610_000 },
    transactionId: 41,
  }
  const open = () =>
    show(<RefundDetailsPage />, { at: '/refund-details/pay_0123456789abcd', path: '/refund-details/:paymentId' })
  test('its facts, its refunds, the copied id', async () => {
    const user = userEvent.setup()
    server.on(getRefundDetails, { data: details })
    open()
    const info = await screen.findByRole('region', { name: 'Payment Information' })
    for (const text of ['₹500.00', 'UPI', 'asha@bank', 'captured']) expect(within(info).getByText(text)).toBeVisible()
    const history = screen.getByRole('region', { name: 'Refund History' })
    expect(within(history).getByText('523456789012')).toBeVisible()
    await user.click(within(history).getByRole('button', { name: /^Copy refund id/ }))
    expect(await screen.findByText('Refund ID copied to clipboard!')).toBeVisible()
    // The brand of this host names no page on refunds.
    expect(screen.queryByRole('link', { name: /^Refund support/ })).toBeNull()
    expect(server.calls).toContain(
      'GET /cms/v1/razorpay-transactions/razorpay/refunds/payment/pay_0123456789abcd?teamId=1',
    )
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    await user.click(within(history).getByRole('button', { name: /^Cop/ }))
    expect(await screen.findByText('Unable to copy refund ID. Please try again.')).toBeVisible()
  })
  test('without refunds it says so', async () => {
    server.on(getRefundDetails, { data: { ...details, refunds: [] } })
    open()
    expect(await screen.findByText('No refund details found for payment pay_0123456789abcd')).toBeVisible()
  })
  test.each([
    [422, 'x', 'Invalid Payment ID', "Payment ID should start with 'pay_' and be 10-50 characters", '422'],
    [
      404,
      'x',
      'Payment Not Found',
      "We couldn't find any refund details for payment ID pay_0123456789abcd. Please check if the payment ID is correct.",
      '404',
    ],
    [500, 'x', 'Server Error', 'Our servers are experiencing issues. Please try again in a few moments.', '500'],
    [503, 'Down', 'Unable to Load Payment Information', 'Down', '503'],
  ])('%i %s: %s', async (status, message, title, text, code) => {
    server.on(getRefundDetails, () => ({ status, message }))
    open()
    expect(await screen.findByText(title)).toBeVisible()
    expect(screen.getByText(text)).toBeVisible()
    const help = screen.getByRole('region', { name: 'Need help?' })
    for (const shown of ['pay_0123456789abcd', '1', code]) expect(within(help).getByText(shown)).toBeVisible()
  })
  test('no answer: the code is Unknown', async () => {
    server.on(getRefundDetails, () => Promise.reject(new TypeError('offline')))
    open()
    expect(await screen.findByText('Unable to Load Payment Information')).toBeVisible()
    expect(screen.getByText('Unknown')).toBeVisible()
  })
})
