// The page of one payout: its steps, charge points and sessions, the accounts it goes to, and its payment.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { account, detail, payoutSession } from '#testing/web/payouts.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import { getPayout, listPayoutSessions } from './payout.contract.ts'
import { PayoutPage } from './payout-page.tsx'

let server: TestServer
beforeEach(() => {
  signInAs(testUser([roleIn(1, 'Volt Works', { Transaction: 'V' })]))
  server = testServer()
    .on(getPayout, { data: detail(), tag: '"1"' })
    .on(listPayoutSessions, ({ query }) => ({
      data:
        query.get('page') === '1'
          ? [payoutSession(), payoutSession({ transactionId: 42, priorVersion: 1, net: -50 })]
          : [payoutSession({ transactionId: 52 })],
      total: 11,
    }))
})
const open = () =>
  show(<PayoutPage />, { at: '/transactions/payout/PO-2609-2', path: '/transactions/payout/:payoutId' })

test('each step with its formula and its sign, and that the bills still say the same', async () => {
  open()
  const steps = within(await screen.findByRole('list', { name: 'Steps' })).getAllByRole('listitem')
  expect(steps.map(s => s.textContent)).toEqual([
    '+Net amountthe sum of 65 bills before tax₹20,400.00',
    '−Commission taken, taken offDC1 900.00 + AC1 249.00₹1,149.00',
    '=Final settlement20,400.00 + 3,672.00 − 1,149.00₹22,923.00',
  ])
  expect(screen.getByText('Reckoned anew from the bills: the same')).toBeVisible()
  expect(screen.getByRole('link', { name: '65' })).toHaveAttribute('href', '/transactions?payoutId=PO-2609-2')
})

test('a charge point opens its part and its sessions, page by page, each a link to its transaction', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: /DC1/ }))
  expect(await screen.findByText('₹349.00 (30 of 30 days)')).toBeVisible()
  expect(await screen.findByRole('link', { name: '41' })).toHaveAttribute('href', '/transactions/41')
  expect(screen.getByText('Correction')).toBeVisible()
  expect(screen.getByText('Page 1 of 2, 11 rows')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByRole('link', { name: '52' })).toBeVisible()
  const asked = server.calls.filter(c => c.includes('/sessions')).map(c => new URL(c.slice(4), 'http://x').searchParams)
  expect(asked.map(q => [q.get('chargepoint_pk'), q.get('page'), q.get('pageSize')]).at(-1)).toEqual(['11', '2', '10'])
})

test('accounts with their amounts, and the moves of its state', async () => {
  const payout = detail({
    isConfirmed: false,
    status: 'PAYOUTCOMPLETED',
    settlement_percentage: 60,
    history: [
      ...detail().history,
      { at: '2026-10-02T05:00:00.000Z', username: 'asha', status: 'PAYOUTCOMPLETED', notes: 'UTR 5' },
    ],
  })
  payout.company.payoutAccounts = [
    account({ percentage: 100, amount: 13_753.8, account_no: '••••7890' }),
    account({ isOfCompany: true, amount: 9169.2 }),
  ]
  server.on(getPayout, { data: payout, tag: '"1"' })
  open()
  const accounts = within(await screen.findByRole('region', { name: 'Accounts' }))
  for (const text of ['••••7890', '100% of the team’s part', '₹13,753.80', 'of the company'])
    expect(accounts.getByText(text)).toBeVisible()
  expect(
    accounts.getByText('₹13,753.80 to the team, ₹9,169.20 to the company: the team’s part is 60.00%'),
  ).toBeVisible()
  const history = within(screen.getByRole('region', { name: 'State history' })).getAllByRole('listitem')
  expect(history.map(h => h.textContent)).toEqual([
    expect.stringContaining('by the monthly run'),
    expect.stringMatching(/Payout Completed.*UTR 5 asha/),
  ])
  expect(screen.getByText('Reckoned anew from the bills: not the same')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Set status' })).toBeNull()
})

test('where the company had no account its part is said to go to the team', async () => {
  const payout = detail({ settlement_percentage: 33 })
  payout.company.payoutAccounts = [account({ amount: 22_923 })]
  server.on(getPayout, { data: payout, tag: '"1"' })
  open()
  expect(await screen.findByText(/^The company, whose part is 67.00%, had no payout account/)).toBeVisible()
})

test('who may not see transactions sees no sessions; the finance admin sets the state', async () => {
  signInAs(testUser([roleIn(1, 'Volt Works', { Team: 'V', Finance: 'VCUD' })]))
  open()
  await userEvent.click(await screen.findByRole('button', { name: /DC1/ }))
  expect(await screen.findByText('₹349.00 (30 of 30 days)')).toBeVisible()
  expect(server.calls.filter(c => c.includes('/sessions'))).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Set status' }))
  expect(await screen.findByRole('dialog', { name: 'Payout PO-2609-2' })).toBeVisible()
})

test('a payout that is not there sends back to the tab', async () => {
  server.on(getPayout, () => ({ status: 404, message: 'Payout not found' }))
  const { router } = open()
  await waitFor(() => expect(router.state.location.search).toBe('?tab=payouts'))
})
