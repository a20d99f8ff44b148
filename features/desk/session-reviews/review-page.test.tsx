// The screen of sessions to review: the right to decide, the dialog and its request, and refusals beside their fields.
import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TransactionBill } from '#charging/billing/bill.contract.ts'
import { listActiveTransactions } from '#desk/transactions/transaction.contract.ts'
import { put } from '#testing/web/put.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import { ReviewPage } from './review-page.tsx'
import {
  decideSessionReview,
  listSessionReviews,
  previewSessionReview,
  type ReviewPreview,
  type SessionReview,
} from './session-review.contract.ts'

const session: SessionReview = {
  id: 5,
  reason: 'Stop register below start',
  why: null,
  in_kwh: null,
  transactionId: 41,
  chargepoint_id: 'CP-01',
  connectorId: 1,
  evseId: null,
  evseConnectorId: null,
  tag: 'TAG-1',
  starttime: '2026-01-05T09:00:00.000Z',
  stoptime: '2026-01-05T10:00:00.000Z',
  told_starttime: '2026-01-05T09:00:00.000Z',
  told_stoptime: '2026-01-05T10:00:00.000Z',
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

const bill: TransactionBill = {
  isRunning: false,
  businessZone: 'Asia/Kolkata',
  version: 0,
  billedAt: null,
  lines: [
    {
      kind: 'energy',
      label: 'Energy',
      quantity: 5,
      unit: 'kWh',
      rate: 18,
      amount: 90,
      slots: ['at all times'],
      businessSlots: ['at all times'],
    },
  ],
  taxable: 90,
  taxPercent: 18,
  cgst: 8.1,
  sgst: 8.1,
  igst: 0,
  gross: 106.2,
  surcharge: 0,
  surchargePercent: 0,
  total: 106.2,
  overrun: 0,
  supplier: { name: 'Amberline Charging', gstin: '29AACCC6636P1Z1', state: '29' },
  placeOfSupply: { code: '29', name: 'Karnataka' },
  borders: [],
  idleSeconds: 0,
}
const preview: ReviewPreview = {
  transactionId: 41,
  starttime: session.starttime,
  stoptime: session.stoptime,
  start_meter_value: 1000,
  stop_meter_value: 6000,
  bill,
  totalAmountCharged: 106.2,
  nothingToTake: null,
  lacks: null,
}
const BILLED =
  'The session is billed for 5.000 kWh: ₹106.20. Afterwards a finance admin can only lower the bill, by Correct Bill on the transaction.'

configure({ asyncUtilTimeout: 5000 })
let server: TestServer
let sent: unknown[]
let asked: unknown[]
beforeEach(() => {
  signInAs()
  sent = []
  asked = []
  const active = { transactionId: 42, connectorId: 2, evseId: null, evseConnectorId: null, tag: 'TAG-2' }
  server = testServer()
    .on(listSessionReviews, { data: [session, lost, setAside], total: 3 })
    .on(listActiveTransactions, { data: [active as never] })
    .on(previewSessionReview, ({ params, body }) => {
      // The dialog asks without a note when it opens: whether a bill waits for a setting.
      if ('note' in (body as object)) asked.push([params.id, body])
      return { data: preview }
    })
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
/** Presses Decide, then confirms the question; returns the texts of its table. */
const answer = async (form: ReturnType<typeof within>, button: string, text: string) => {
  await userEvent.click(form.getByRole('button', { name: 'Decide' }))
  const question = await screen.findByText(text)
  const dialog = question.closest('[role=dialog]') as HTMLElement
  const cells = within(dialog).queryAllByRole('cell').concat(within(dialog).queryAllByRole('rowheader'))
  const texts = cells.map(c => c.textContent)
  await userEvent.click(within(dialog).getByRole('button', { name: button }))
  return texts
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
  put(form.getByLabelText(/Note/), 'Meter was changed')
  const question = await answer(form, 'Bill', BILLED)
  expect(question).toEqual(expect.arrayContaining([expect.stringMatching(/^Energy/), 'Total', '₹106.20']))
  expect(asked).toEqual([['5', { action: 'bill', stop_meter_value: 6000, note: 'Meter was changed' }]])
  expect(await screen.findByText('Session to review updated successfully')).toBeVisible()
  // The billed amount is the amount on screen.
  expect(sent).toEqual([
    ['5', { action: 'bill', stop_meter_value: 6000, note: 'Meter was changed', totalAmountCharged: 106.2 }],
  ])
})

test('a session whose registers look like kWh is offered with them read so; without them as it was told', async () => {
  const why = 'The registers look like kWh without a unit'
  const in_kwh = { start_meter_value: 1_234_000, stop_meter_value: 1_246_000 }
  const figures = { start_meter_value: 1234, stop_meter_value: 1246 }
  const proposal = { action: 'bill' as const, stop_meter_value: 1246 }
  server.on(listSessionReviews, {
    data: [{ ...session, ...figures, reason: 'Energy does not fit', why, in_kwh, proposal }],
    total: 1,
  })
  const form = await open('Energy does not fit')
  expect(form.getByText(why)).toBeVisible()
  expect(form.getByText('12,34,000 to 12,46,000 Wh, 12.000 kWh')).toBeVisible()
  expect(form.getByLabelText(/Stop meter value/)).toHaveValue('1246000')
  const isInKwh = form.getByRole('checkbox', { name: 'The registers are in kWh' })
  await userEvent.click(isInKwh)
  expect(form.getByLabelText(/Stop meter value/)).toHaveValue('1246')
  await userEvent.click(isInKwh)
  put(form.getByLabelText(/Note/), 'kWh')
  await answer(form, 'Bill', BILLED)
  const decided = { action: 'bill', stop_meter_value: 1_246_000, registers_in_kwh: true, note: 'kWh' }
  expect(asked).toEqual([['5', decided]])
  await vi.waitFor(() => expect(sent).toEqual([['5', { ...decided, totalAmountCharged: 106.2 }]]))
})

test('a bill that comes to nothing is said to stay so', async () => {
  const free = { ...preview, bill: { ...bill, total: 0 }, totalAmountCharged: 0 }
  server.on(previewSessionReview, () => ({ data: free }))
  const form = await open('Stop register below start')
  put(form.getByLabelText(/Note/), 'Free')
  await answer(
    form,
    'Bill',
    'The session is billed for 5.000 kWh: ₹0.00. Afterwards nothing more can be billed for it.',
  )
})

test.each([
  ['price', 'Set a price group on the connector first', 'The charge point', '/charger/7'],
  ['state', 'Set the state of the charge point first', 'Address of the charge point', '/charger/7?tab=address'],
  [
    'supplier',
    'Set a GST number on the first payout account of the team first',
    'Payout accounts of the team',
    '/team/3?tab=accounts',
  ],
] as const)(
  'a bill that waits for a setting is off at once, with the way to the setting: %s',
  async (setting, text, name, to) => {
    const lacks = { setting, text, chargepoint_pk: 7, teamId: 3 }
    server.on(previewSessionReview, ({ body }) => {
      asked.push(body)
      return { data: { ...preview, bill: null, totalAmountCharged: null, lacks } }
    })
    const form = await open('Stop register below start')
    expect(await form.findByRole('alert')).toHaveTextContent(`${text}: until then the session can only be dismissed.`)
    expect(form.getByRole('link', { name })).toHaveAttribute('href', to)
    expect(asked).toEqual([{ action: 'bill' }])
    for (const label of [/Stop meter value/, /Stop time/, /Note/]) expect(form.getByLabelText(label)).toBeDisabled()
    expect(form.queryByRole('button', { name: 'Decide' })).toBeNull()
    // Dismissing needs no setting.
    await userEvent.click(form.getByRole('combobox', { name: /Decision/ }))
    await userEvent.click(await screen.findByRole('option', { name: /^Dismiss/ }))
    expect(form.getByLabelText(/Note/)).toBeEnabled()
    expect(form.getByRole('button', { name: 'Decide' })).toBeVisible()
    expect(form.queryByRole('alert')).toBeNull()
  },
)

test('the question answered with Cancel decides nothing', async () => {
  const form = await open('Stop register below start')
  put(form.getByLabelText(/Note/), 'Meter was changed')
  await answer(form, 'Cancel', BILLED)
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
  put(form.getByLabelText(/Note/), 'The only car')
  await answer(
    form,
    'Match',
    'Transaction 42 on CP-01 ends with this stop. It is billed for 5.000 kWh: ₹106.20. Afterwards a finance admin can only lower the bill, by Correct Bill on the transaction.',
  )
  expect(await screen.findByText('Session to review updated successfully')).toBeVisible()
  const [[, body] = []] = sent as [string, object][]
  expect(body).toEqual({
    action: 'match',
    transactionId: 42,
    stop_meter_value: 11_000,
    note: 'The only car',
    totalAmountCharged: 106.2,
  })
})

test('what the server refuses stands beside its field', async () => {
  const text = 'Stop meter value must not be below the start meter value'
  server.on(decideSessionReview, () => ({ status: 422, message: text, errors: { stop_meter_value: text } }))
  const form = await open('Stop register below start')
  put(form.getByLabelText(/Note/), 'Try')
  await answer(form, 'Bill', BILLED)
  expect(await form.findByText(text)).toBeVisible()
  expect(form.getByLabelText(/Stop meter value/)).toHaveAttribute('aria-invalid', 'true')
})

test('the charger’s own times stand beside those that count, where they differ', async () => {
  server.on(listSessionReviews, {
    data: [{ ...session, told_starttime: '1970-01-01T00:05:00.000Z' }],
    total: 1,
  })
  const form = await open('Stop register below start')
  expect(form.getByText('Start Time (charger)')).toBeVisible()
  expect(form.queryByText('Stop Time (charger)')).toBeNull()
})

test('figures that are refused stand beside their fields before anything is asked', async () => {
  const text = 'Stop meter value must not be below the last reading, 6,000 Wh'
  server.on(previewSessionReview, () => ({ status: 422, message: text, errors: { stop_meter_value: text } }))
  const form = await open('Stop register below start')
  put(form.getByLabelText(/Note/), 'Try')
  await userEvent.click(form.getByRole('button', { name: 'Decide' }))
  expect(await form.findByText(text)).toBeVisible()
  expect(screen.getAllByText(text)).toHaveLength(1)
  expect(screen.queryByText(BILLED)).toBeNull()
  expect(sent).toEqual([])
})

test('what was refused once does not stand over the question that comes right', async () => {
  const failures = [{ status: 409, message: 'The session was decided' }]
  server.on(previewSessionReview, ({ body }) => {
    const failure = 'note' in (body as object) ? failures.shift() : undefined
    return failure ?? { data: preview }
  })
  const form = await open('Stop register below start')
  put(form.getByLabelText(/Note/), 'Try')
  await userEvent.click(form.getByRole('button', { name: 'Decide' }))
  expect(await screen.findByText('The session was decided')).toBeVisible()
  await userEvent.click(form.getByRole('button', { name: 'Decide' }))
  expect(await screen.findByText(BILLED)).toBeVisible()
  expect(screen.queryByText('The session was decided')).toBeNull()
})

test('what becomes of a session that nobody decides is said', async () => {
  server.on(listSessionReviews, { data: [lost, { ...session, id: 8 }], total: 2 })
  show(<ReviewPage />, { at: '/transactions/review' })
  expect(await screen.findByText('Dismissed: there is no session')).toBeVisible()
  expect(screen.getByText('Billed for 5.000 kWh')).toBeVisible()
})

test.each([
  ['wait', 'price', 'Waits for a person: it has no price'],
  ['wait', 'state', 'Waits for a person: no known state'],
  ['wait', 'supplier', 'Waits for a person: no GST number'],
  ['wait', 'balance', 'Waits for a person: billed is what the balance has then'],
  ['wait', 'register', 'Waits for a person: no register tells its energy'],
  ['dismiss', 'price', 'Dismissed: it has no price'],
  ['dismiss', 'state', 'Dismissed: no known state'],
  ['dismiss', 'supplier', 'Dismissed: no GST number'],
] as const)('a session that is not billed says why: %s, %s', async (action, lacks, text) => {
  const proposal = { action, stop_meter_value: 6000, lacks }
  server.on(listSessionReviews, { data: [{ ...session, proposal }], total: 1 })
  show(<ReviewPage />, { at: '/transactions/review' })
  expect(await screen.findByText(text)).toBeVisible()
})

test('energy that no register tells is typed by the person: nothing is offered for it', async () => {
  const proposal = { action: 'wait' as const, stop_meter_value: null, lacks: 'register' as const }
  server.on(listSessionReviews, {
    data: [{ ...session, reason: 'No stop register', stop_meter_value: null, proposal }],
    total: 1,
  })
  const form = await open('No stop register')
  expect(form.getByLabelText(/Stop meter value/)).toHaveValue('')
})

test('a bill that something contradicts is shown with what came, and can be kept', async () => {
  const why =
    'The bill goes from 1,000 Wh to 6,000 Wh. Afterwards the charger told 9,000 Wh as the register of its stop.'
  const proposal = { action: 'wait' as const, stop_meter_value: null }
  server.on(listSessionReviews, {
    data: [{ ...session, reason: 'Readings contradict the bill', why, proposal }],
    total: 1,
  })
  const form = await open('Readings contradict the bill')
  expect(screen.getByText('Waits for a person: the bill stands meanwhile')).toBeInTheDocument()
  expect(form.getByText(why)).toBeVisible()
  expect(form.queryByLabelText(/Stop meter value/)).toBeNull()
  put(form.getByLabelText(/Note/), 'Its meter was changed')
  await answer(
    form,
    'Keep the bill',
    'The bill stays as it is, and the review ends. Afterwards a finance admin can only lower the bill, by Correct Bill on the transaction.',
  )
  await screen.findByText('Session to review updated successfully')
  expect(sent).toMatchObject([['5', { action: 'dismiss', note: 'Its meter was changed' }]])
})
