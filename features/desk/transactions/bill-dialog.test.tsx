// Lowering a bill: the consequences are shown before anything is written, and only the bill on screen is lowered.
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { bill } from '#testing/web/bills.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import { billCorrected, correctBill, getBill, previewBill, type SessionBill } from './bill-correction.contract.ts'
import BillDialog from './bill-dialog.tsx'

const BACK = 'It goes back by UPI.'
const found: SessionBill = {
  transactionId: 41,
  version: 1,
  total: 212.4,
  bill: bill(),
  versions: [{ version: 1, billedAt: '2026-11-20T10:00:00Z', total: 212.4 }],
}
const [energy] = bill().lines
const lowered = bill({
  version: 2,
  taxable: 90,
  cgst: 8.1,
  sgst: 8.1,
  gross: 106.2,
  total: 106.2,
  lines: [...(energy ? [energy, { ...energy, kind: 'notCharged', label: 'Not charged', amount: -90 }] : [])],
})
let server: TestServer
let nearest: string | null = null
const asked: unknown[] = []
const sent: { body: unknown; ifMatch: string | null }[] = []
const onClose = vi.fn()
beforeEach(() => {
  asked.length = 0
  nearest = null
  sent.length = 0
  onClose.mockReset()
  signInAs(testUser([roleIn(1, 'Volt Works')]))
  server = testServer()
    .on(getBill, { data: found, tag: '"1"' })
    .on(previewBill, ({ body }) => {
      asked.push(body)
      return { data: { bill: lowered, less: 106.2, back: BACK, nearest } }
    })
    .on(correctBill, ({ body, headers }) => {
      sent.push({ body, ifMatch: headers.get('if-match') })
      return { message: billCorrected, data: { ...found, version: 2, total: 106.2, bill: lowered }, tag: '"2"' }
    })
})
async function open() {
  show(<BillDialog transactionId={41} onClose={onClose} />)
  return within(await screen.findByRole('dialog', { name: 'Correct the bill of transaction 41' }))
}
async function fill(total: string, reason: string) {
  const form = await open()
  await userEvent.clear(form.getByLabelText(/New Total/))
  if (total) await userEvent.type(form.getByLabelText(/New Total/), total)
  if (reason) await userEvent.type(form.getByLabelText(/Reason/), reason)
  await userEvent.click(form.getByRole('button', { name: 'Correct Bill' }))
  return form
}

test('the bill that follows and where the difference goes; only a yes to that writes it', async () => {
  await fill('106.2', 'Cable broken')
  const question = within(await screen.findByRole('dialog', { name: 'Transaction 41' }))
  expect(question.getByText(`The bill goes down by ₹106.20 to ₹106.20. ${BACK}`)).toBeVisible()
  expect(question.getByText('Not charged')).toBeVisible()
  expect([asked, sent]).toEqual([[{ total: 106.2 }], []])
  await userEvent.click(question.getByRole('button', { name: 'Correct Bill' }))
  expect(await screen.findByText(billCorrected)).toBeVisible()
  expect(sent).toEqual([{ body: { total: 106.2, note: 'Cable broken' }, ifMatch: '"1"' }])
  expect(onClose).toHaveBeenCalledOnce()
})

test('a total that no bill comes to is told before anything is written', async () => {
  nearest = 'With tax in whole paise no bill comes to exactly ₹106.21: ₹106.20 is the nearest below.'
  await fill('106.21', 'Cable broken')
  const question = within(await screen.findByRole('dialog', { name: 'Transaction 41' }))
  expect(question.getByText(`The bill goes down by ₹106.20 to ₹106.20. ${nearest} ${BACK}`)).toBeVisible()
  expect(sent).toEqual([])
})

test('who says no keeps the form with what was typed, and nothing is written', async () => {
  const form = await fill('100', 'Cable broken')
  const question = within(await screen.findByRole('dialog', { name: 'Transaction 41' }))
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Transaction 41' })).toBeNull()
  expect(form.getByLabelText(/Reason/)).toHaveValue('Cable broken')
  expect([sent, onClose.mock.calls]).toEqual([[], []])
})

test.each([
  ['100', '', 'Reason'],
  ['-1', 'Cable broken', 'New Total should be an amount from 0'],
  ['1.005', 'Cable broken', 'New Total'],
])('a total of %s for the reason %j is not asked about', async (total, reason, told) => {
  const form = await fill(total, reason)
  const wrong = await vi.waitFor(() => {
    const field = [/New Total/, /Reason/]
      .map(l => form.getByLabelText(l))
      .find(f => f.getAttribute('aria-invalid') === 'true')
    if (!field) throw new Error('no field is marked')
    return field
  })
  expect(wrong).toHaveAccessibleDescription(expect.stringContaining(told))
  expect([asked, sent]).toEqual([[], []])
})

test('what the server refuses stands at its field', async () => {
  const refused = 'New Total should be below 212.40'
  server.on(previewBill, () => ({ status: 422, message: refused, errors: { total: refused } }))
  const form = await fill('300', 'Cable broken')
  expect((await form.findAllByText(refused)).length).toBeGreaterThan(0)
  expect(sent).toEqual([])
})

test('a bill that cannot be read is asked for again', async () => {
  let isAway = true
  server.on(getBill, () => (isAway ? { status: 500, message: 'Please try again later' } : { data: found, tag: '"1"' }))
  show(<BillDialog transactionId={41} onClose={onClose} />)
  expect(await screen.findByText('Please try again later')).toBeVisible()
  isAway = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('dialog')).toHaveTextContent('The bill is ₹212.40.')
})
