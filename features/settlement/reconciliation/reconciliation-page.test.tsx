// The books on screen: balanced and unbalanced books are shown as such, each figure leads to its parts, and an address
// brings the same view back.
import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { show, signInAs } from '#testing/web/render.tsx'
import { type TestServer, testServer } from '#testing/web/server.ts'
import { getMonthEnd } from './month-end.contract.ts'
import {
  getReconciliation,
  listLedgerAccounts,
  listLedgerEntries,
  listOpenItems,
  type Reconciliation,
} from './reconciliation.contract.ts'
import { ReconciliationPage } from './reconciliation-page.tsx'
import { getRegisterSummary, listRegister } from './register.contract.ts'

vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 20_000 })

const none = { count: 0, amount: 0 }
const books: Reconciliation = {
  asOf: null,
  isWhole: false,
  now: '2026-11-10T06:00:00Z',
  trialBalance: { debit: 500, credit: 377, difference: 0, outside: { debit: 0, credit: 123 }, drifting: 0 },
  accounts: [
    { kind: 'gateway', accounts: 1, open: 1, debit: 500, credit: 0, balance: 500 },
    { kind: 'owner', accounts: 2, open: 2, debit: 0, credit: 377, balance: -377 },
  ],
  clearing: [
    {
      kind: 'refundClearing',
      balance: 240.4,
      count: 2,
      unexplained: 0,
      ages: { new: { count: 1, amount: 40 }, late: none, old: { count: 1, amount: 200.4 } },
    },
    { kind: 'hold', balance: 5, count: 0, unexplained: 5, ages: { new: none, late: none, old: none } },
  ],
}
const account = {
  accountId: 7,
  kind: 'owner',
  ref: 3,
  name: 'North',
  team_name: 'North',
  paymentId: null,
  debit: 0,
  credit: 377,
  balance: -377,
  entries: 1,
}
let server: TestServer
const asked: (string | null)[] = []
beforeEach(() => {
  signInAs()
  asked.length = 0
  server = testServer()
  server.on(getReconciliation, ({ query }) => {
    asked.push(query.get('asOf'))
    return { data: books }
  })
})

test('the balance is proven, and a kind leads to its accounts, an account to its entries and their sessions', async () => {
  server.on(listLedgerAccounts, { data: [account], total: 1 })
  server.on(listLedgerEntries, {
    data: [
      {
        id: '1-2',
        postingId: 1,
        at: '2026-10-01T06:00:00Z',
        writtenAt: '2026-10-01T06:00:00Z',
        kind: 'bill',
        note: '',
        debit: null,
        credit: 377,
        balance: -377,
        transactionId: 88,
        paymentId: null,
        refundId: null,
        payoutId: null,
        key: 'bill:88:1',
      },
    ],
    total: 1,
    account,
  })
  show(<ReconciliationPage />, { at: '/reconciliation' })
  expect(await screen.findByText('Balanced')).toBeVisible()
  expect(screen.getByText('Same as their entries')).toBeVisible()
  const table = screen.getByRole('region', { name: 'Trial balance by kind of account' })
  expect(within(table).getByRole('row', { name: /Operators.*₹377.00 Cr/ })).toBeVisible()
  expect(within(table).getByRole('row', { name: /accounts outside this team.*₹123.00 Cr/ })).toBeVisible()
  expect(within(table).getByRole('row', { name: 'Total ₹500.00 ₹500.00 ₹0.00' })).toBeVisible()
  await userEvent.click(within(table).getByRole('link', { name: 'Operators' }))
  await userEvent.click(await screen.findByRole('link', { name: 'North' }))
  expect(await screen.findByRole('heading', { name: 'Operators: North' })).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Transaction 88' })).toHaveAttribute('href', '/transactions/88')
})

test('what does not balance is said, as of the month that the address names', async () => {
  const trialBalance = { ...books.trialBalance, difference: 0.01, drifting: null }
  server.on(getReconciliation, ({ query }) => {
    asked.push(query.get('asOf'))
    return { data: { ...books, trialBalance } }
  })
  const lastMonth = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 7)
  show(<ReconciliationPage />, { at: `/reconciliation?asOf=${lastMonth}` })
  expect(await screen.findByText('Does not balance')).toBeVisible()
  expect(asked).toEqual([lastMonth])
})

test('money on its way: an amount of an age opens exactly these, with the next step', async () => {
  server.on(listOpenItems, ({ query }) => {
    asked.push(query.get('age'))
    return {
      data: [
        {
          key: 'refund:1',
          at: '2026-10-01T06:00:00Z',
          days: 40,
          amount: 200.4,
          team_name: 'North',
          transactionId: null,
          paymentId: 'pay_1',
          refundId: 1,
          payoutId: null,
          what: 'Refund of payment pay_1',
          nextStep: 'Ask the provider',
        },
      ],
      total: 1,
      amount: 200.4,
    }
  })
  show(<ReconciliationPage />, { at: '/reconciliation?tab=clearing' })
  expect(await screen.findByRole('link', { name: '₹5.00 of other postings' })).toHaveAttribute(
    'href',
    '/reconciliation?kind=hold',
  )
  await userEvent.click(screen.getByRole('link', { name: '₹200.40 (1)' }))
  expect(await screen.findByText('Ask the provider')).toBeVisible()
  expect(screen.getByText('40 days')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Payment' })).toHaveAttribute('href', '/refund-details/pay_1')
  expect(asked.at(-1)).toBe('old')
})

test('the month’s end says what is open and leads there; the register says whether it meets the ledger', async () => {
  const lines = [
    { kind: 'review' as const, open: 0, amount: 0 },
    { kind: 'strays' as const, open: 2, amount: 300 },
  ]
  server.on(getMonthEnd, ({ query }) => ({
    data: {
      month: query.get('month') ?? '',
      isOver: true,
      difference: 0,
      lines,
      late: { kind: 'late', open: 0, amount: 0 },
      closing: null,
      overrun: { sessions: 3, amount: 12.5 },
      smallRests: { sessions: 1, amount: 0.4 },
    },
  }))
  const heads = { taxable: 100, cgst: 9, sgst: 9, igst: 0 }
  server.on(getRegisterSummary, ({ query }) => ({
    data: {
      month: query.get('month') ?? '',
      rows: [],
      bridge: [{ label: 'Sales register', ...heads }],
      isEqual: false,
      ledger: { ...heads, cgst: 8 },
    },
  }))
  server.on(listRegister, { data: [], total: 0 })
  show(<ReconciliationPage />, { at: '/reconciliation?tab=month' })
  expect(await screen.findByText('1 of 3 lines are open.')).toBeVisible()
  expect(screen.getByText('Nothing waits for a decision')).toBeVisible()
  expect(screen.getByText('2 open, ₹300.00')).toBeVisible()
  const to = screen.getByRole('link', { name: 'Show 2: Payments without session' }).getAttribute('href')
  expect(to).toMatch(/^\/reconciliation\?tab=month&month=20\d\d-\d\d&open=strays$/)
  await userEvent.click(screen.getByRole('tab', { name: 'Registers' }))
  expect(await screen.findByText('Differs from the ledger')).toBeVisible()
})
