// The actions on a bill: its invoice for every reader of the session, lowering for finance admins alone.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { bill } from '#testing/web/bills.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, testServer, testUser } from '#testing/web/server.ts'
import { BillActs } from './bill-acts.tsx'
import { getBill } from './bill-correction.contract.ts'
import type { TransactionDetail } from './transaction.contract.ts'

const FINANCE = { Transaction: 'VCUD', Finance: 'VCUD' }
const session = (more: Partial<TransactionDetail> = {}) =>
  ({
    transactionId: 41,
    stoptime: '2026-11-20T10:00:00Z',
    inReview: false,
    bill: bill(),
    ...more,
  }) as TransactionDetail
const open = (rights: Parameters<typeof roleIn>[2], more?: Partial<TransactionDetail>) => {
  signInAs(testUser([roleIn(1, 'Volt Works', rights)]))
  show(<BillActs t={session(more)} />)
}
const offered = () => [...screen.queryAllByRole('link'), ...screen.queryAllByRole('button')].map(e => e.textContent)

let server: ReturnType<typeof testServer>
beforeEach(() => {
  server = testServer().on(getBill, {
    data: { transactionId: 41, version: 1, total: 212.4, bill: bill(), versions: [] },
    tag: '"1"',
  })
})

test.each([
  ['the finance admin', FINANCE, ['Invoice', 'Correct Bill']],
  ['all of Transaction, nothing of Finance', { Transaction: 'VCUD' }, ['Invoice']],
  ['all of Finance, Transaction to read', { Transaction: 'V', Finance: 'VCUD' }, ['Invoice']],
  ['nothing of Transaction', { Finance: 'VCUD' }, []],
])('%s', (_, rights, acts) => {
  open(rights)
  expect(offered()).toEqual(acts)
})

test.each<[string, Partial<TransactionDetail>, string[]]>([
  ['runs', { stoptime: null }, []],
  ['waits for a person', { inReview: true }, []],
  ['has no bill', { bill: null }, []],
  ['never cost anything', { bill: bill({ total: 0 }) }, []],
  ['was lowered to nothing', { bill: bill({ version: 2, total: 0 }) }, ['Invoice']],
])('a session that %s', (_, more, acts) => {
  open(FINANCE, more)
  expect(offered()).toEqual(acts)
})

test('the invoice by its address, the correction as a dialog that closes', async () => {
  open(FINANCE)
  expect(screen.getByRole('link', { name: 'Invoice' })).toHaveAttribute('href', '/transactions/41/invoice')
  expect(server.calls).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Correct Bill' }))
  expect(await screen.findByRole('dialog', { name: 'Correct the bill of transaction 41' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})
