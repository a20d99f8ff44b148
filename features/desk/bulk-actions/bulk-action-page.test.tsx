// The page of a bulk action on charge points and its remaining actions, with the real client.
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import type { BulkAction, BulkItem } from './bulk-action.contract.ts'
import * as calls from './bulk-action.contract.ts'
import { BulkActionPage } from './bulk-action-page.tsx'
import { BulkActionsPage } from './bulk-actions-page.tsx'

vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 20_000 })
const at = '2026-03-01T10:00:00.000Z'
const action = (more: Partial<BulkAction> = {}): BulkAction => ({
  id: 5,
  kind: 'Reset',
  parameters: { resetType: 'SOFT' },
  named: null,
  total: 120,
  isAllMatching: true,
  counts: { Waiting: 0, 'In progress': 0, Done: 117, Failed: 2, Skipped: 1 },
  createdAt: at,
  cancelledAt: null,
  endedAt: at,
  ...more,
})
const item = (more: Partial<BulkItem>): BulkItem => ({
  item_no: 1,
  chargepoint_pk: 7,
  chargepoint_id: 'CP-07',
  state: 'Done',
  outcome: 'Accepted',
  taskId: 't-1',
  attempt: 1,
  earlier: [],
  begunAt: at,
  endedAt: at,
  ...more,
})
const failed = item({
  item_no: 2,
  chargepoint_pk: 8,
  chargepoint_id: 'CP-08',
  state: 'Failed',
  taskId: null,
  attempt: 2,
  outcome: 'Charge point is not connected. Nothing was sent.',
  earlier: [{ attempt: 1, outcome: 'Timeout.', taskId: 't-0', endedAt: at }],
})
let server: TestServer
const as = (letters: string) => signInAs(testUser([roleIn(1, 'Volt Works', { ChargerPoint: letters })]))
beforeEach(() => {
  as('VU')
  server = testServer()
  server.on(calls.getBulkAction, { data: action() })
  server.on(calls.listBulkItems, { data: [item({}), failed], total: 120, page: 1, pageSize: 10 })
})
const open = () => show(<BulkActionPage />, { at: '/charger/actions/5', path: '/charger/actions/:id' })
const button = (name: string) => screen.queryByRole('button', { name })

test('an act at its end: what it was, its figures, each reason, and its failures once more', async () => {
  server.on(calls.retryBulkAction, {
    message: 'The failed charge points are tried again',
    data: action({ endedAt: null, counts: { ...action().counts, Failed: 0, Waiting: 2 } }),
  })
  open()
  expect(await screen.findByRole('heading', { name: 'Reset of 120 charge points' })).toBeVisible()
  expect(screen.getByText(/^SOFT · asked for/)).toBeVisible()
  expect(screen.getByText('120 of 120')).toBeVisible()
  const row = await screen.findByRole('row', { name: /CP-08/ })
  expect(row).toHaveTextContent('Charge point is not connected. Nothing was sent.')
  expect(row).toHaveTextContent('Attempt 2; before: Timeout.')
  expect(button('Cancel the rest')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Try the 2 failed again' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent('may have done it already')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The failed charge points are tried again')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Failed: 2' }))
  await waitFor(() => expect(decodeURIComponent(server.calls.at(-1) ?? '')).toContain('"value":"Failed"'))
})

test('an act under way can be cancelled; who may not change chargers only looks', async () => {
  const counts = { Waiting: 30, 'In progress': 50, Done: 40, Failed: 0, Skipped: 0 }
  server.on(calls.getBulkAction, { data: action({ endedAt: null, counts }) })
  const { unmount } = open()
  expect(await screen.findByText('40 of 120')).toBeVisible()
  expect(button('Cancel the rest')).toBeVisible()
  unmount()
  as('V')
  open()
  expect(await screen.findByText('40 of 120')).toBeVisible()
  expect(button('Cancel the rest')).toBeNull()
})

test('the list names each act, what it did, and how far it is', async () => {
  const price = { kind: 'PriceGroup', parameters: { priceGroupId: 3, connectorId: 2 }, named: 'Night', total: 1 }
  const counts = { Waiting: 1, 'In progress': 0, Done: 0, Failed: 0, Skipped: 0 }
  server.on(calls.listBulkActions, { data: [action(), action({ id: 6, ...price, counts })], total: 2, running: 1 })
  show(<BulkActionsPage />, { at: '/charger/actions' })
  expect(await screen.findByRole('row', { name: /Reset of 120 charge points.*SOFT.*120 of 120/ })).toBeVisible()
  expect(screen.getByRole('row', { name: /Price group of 1 charge point.*Night, connector 2.*0 of 1/ })).toBeVisible()
})
