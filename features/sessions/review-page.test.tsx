// The screen of sessions to review: who may decide, what is asked and sent, and refusals beside their fields.
import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { show, signInAs } from '../../web/test-render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '../../web/test-server.ts'
import { ReviewPage } from './review-page.tsx'
import { decideSessionReview, listSessionReviews, type SessionReview } from './session-review.contract.ts'
import { listActiveTransactions } from './transaction.contract.ts'

const session: SessionReview = {
  id: 5,
  reason: 'Stop register below start',
  transactionId: 41,
  chargepoint_id: 'CP-01',
  connectorId: 1,
  tag: 'TAG-1',
  starttime: '2026-01-05T09:00:00.000Z',
  stoptime: '2026-01-05T10:00:00.000Z',
  start_meter_value: 1000,
  stop_meter_value: 900,
  proposal: { action: 'bill', stop_meter_value: 6000 },
  createdAt: '2026-01-05T10:00:01.000Z',
}
const lost: SessionReview = {
  ...session,
  id: 6,
  reason: 'Stop matches no session',
  transactionId: null,
  starttime: null,
  start_meter_value: null,
  stop_meter_value: 11_000,
  proposal: { action: 'dismiss', stop_meter_value: null },
}
const setAside: SessionReview = { ...session, id: 7, transactionId: 40, reason: 'Stop never came' }

configure({ asyncUtilTimeout: 5000 })
let server: TestServer
let sent: unknown[]
beforeEach(() => {
  signInAs()
  sent = []
  const active = { transactionId: 42, connectorId: 2, tag: 'TAG-2' }
  server = testServer()
    .on(listSessionReviews, { data: [session, lost, setAside], total: 3 })
    .on(listActiveTransactions, { data: [active as never] })
    .on(decideSessionReview, ({ params, body }) => {
      sent.push([params.id, body])
      return { message: 'Session to review updated successfully', data: {} }
    })
})
afterEach(() => localStorage.clear())

const open = async (row: string) => {
  show(<ReviewPage />, { at: '/transactions/review' })
  await userEvent.click(await screen.findByRole('button', { name: `Actions of ${row}` }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Decide' }))
  return within(await screen.findByRole('form', { name: 'Decision' }))
}
/** Presses Decide, then answers the question. */
const answer = async (form: ReturnType<typeof within>, button: string, text: string) => {
  await userEvent.click(form.getByRole('button', { name: 'Decide' }))
  const question = await screen.findByText(text)
  const dialog = question.closest('[role=dialog]') as HTMLElement
  await userEvent.click(within(dialog).getByRole('button', { name: button }))
}

test('without full access to transactions nobody is offered to decide', async () => {
  signInAs(testUser([roleIn(1, 'Volt Works', { Transaction: 'VCU' })]))
  show(<ReviewPage />, { at: '/transactions/review' })
  expect(await screen.findByRole('link', { name: 'Stop register below start' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /Actions of/ })).toBeNull()
})

test('a session is billed on the proposed reading once the question names it, with the reason why', async () => {
  const form = await open('Stop register below start')
  expect(form.getByLabelText(/Stop meter value/)).toHaveValue('6000')
  await userEvent.click(form.getByRole('button', { name: 'Decide' }))
  expect(await form.findByText('Note is required')).toBeVisible()
  await userEvent.type(form.getByLabelText(/Note/), 'Meter was changed')
  await answer(form, 'Bill', 'The session is billed for 5.000 kWh. The bill cannot be changed afterwards.')
  expect(await screen.findByText('Session to review updated successfully')).toBeVisible()
  expect(sent).toEqual([['5', { action: 'bill', stop_meter_value: 6000, note: 'Meter was changed' }]])
})

test('the question answered with Cancel decides nothing', async () => {
  const form = await open('Stop register below start')
  await userEvent.type(form.getByLabelText(/Note/), 'Meter was changed')
  await answer(form, 'Cancel', 'The session is billed for 5.000 kWh. The bill cannot be changed afterwards.')
  expect(sent).toEqual([])
})

test('a lost stop is matched with a session of its charger that has had none', async () => {
  const form = await open('Stop matches no session')
  await userEvent.click(form.getByRole('combobox', { name: /Transaction/ }))
  const options = await screen.findAllByRole('option')
  expect(options.map(o => o.textContent)).toEqual([
    'Select a transaction',
    '42, connector 2, tag TAG-2',
    '40, connector 1, tag TAG-1',
  ])
  await userEvent.click(options[1] as HTMLElement)
  await userEvent.type(form.getByLabelText(/Note/), 'The only car')
  await answer(
    form,
    'Match',
    'Transaction 42 on CP-01 ends with this stop and is billed. The bill cannot be changed afterwards.',
  )
  expect(await screen.findByText('Session to review updated successfully')).toBeVisible()
  expect(sent).toEqual([['6', { action: 'match', transactionId: 42, stop_meter_value: 11_000, note: 'The only car' }]])
})

test('what the server refuses stands beside its field', async () => {
  const text = 'Stop meter value must not be below the start meter value'
  server.on(decideSessionReview, () => ({ status: 422, message: text, errors: { stop_meter_value: text } }))
  const form = await open('Stop register below start')
  await userEvent.type(form.getByLabelText(/Note/), 'Try')
  await answer(form, 'Bill', 'The session is billed for 5.000 kWh. The bill cannot be changed afterwards.')
  expect(await form.findByText(text)).toBeVisible()
  expect(form.getByLabelText(/Stop meter value/)).toHaveAttribute('aria-invalid', 'true')
})
